import type { approveShowcase, rejectShowcase, requestShowcaseChanges } from '#features/showcases/admin-contract.ts'
import { send } from '#web/api.ts'

/** What a moderator may do with what waits. */
export type Move = 'approve' | 'request-changes' | 'reject'

/** Messages that were begun, by showcase: they outlive refreshed lists, other filters and other tabs of the panel. */
const begun = new Map<string, string>()
export const begunMessage = (showcaseId: string) => begun.get(showcaseId) ?? ''
export function keepMessage(showcaseId: string, text: string): void {
  if (text === '') begun.delete(showcaseId)
  else begun.set(showcaseId, text)
}

/** Decides on the version that was looked at. Answers the sentence to show. Rejects with `ApiError`. */
export async function decide(showcaseId: string, move: Move, version: number, message: string): Promise<string> {
  const params = { showcase_id: showcaseId }
  const answer =
    move === 'approve'
      ? await send<typeof approveShowcase>('POST /api/admin/showcases/:showcase_id/approve', {
          params,
          body: { version },
        })
      : move === 'reject'
        ? await send<typeof rejectShowcase>('POST /api/admin/showcases/:showcase_id/reject', {
            params,
            body: { version, message },
          })
        : await send<typeof requestShowcaseChanges>('POST /api/admin/showcases/:showcase_id/request-changes', {
            params,
            body: { version, message },
          })
  return answer.message
}

/** The second click of a double click, wherever it lands, decides nothing. Milliseconds. */
const doubleClickMs = 450
let busy = false
let restsUntil = 0

/**
 * Runs one act at a time, and none right after one that was done: rows move up then, and a second click would land on the next.
 * @param act answers whether it was done
 * @returns the same; false where it was not admitted
 */
export async function onceAtATime(act: () => Promise<boolean>): Promise<boolean> {
  if (busy || performance.now() < restsUntil) return false
  busy = true
  try {
    const done = await act()
    if (done) restsUntil = performance.now() + doubleClickMs
    return done
  } finally {
    busy = false
  }
}
