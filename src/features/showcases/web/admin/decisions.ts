import type { approveShowcase, rejectShowcase, requestShowcaseChanges } from '#features/showcases/admin-contract.ts'
import { send } from '#web/api.ts'

/** A moderator's decision on a showcase that waits. */
export type Move = 'approve' | 'request-changes' | 'reject'

/** Name of a draft message in the session state. */
export const draftOf = (showcaseId: string) => `decision-${showcaseId}`

/** Decides on the version that the moderator read. Resolves with the sentence to show. Rejects with `ApiError`. */
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

/** The pause after an action, in which the second click of a double click decides nothing. Milliseconds. */
export const REST_MS = 450
let isBusy = false
let restsUntil = 0

/**
 * Runs one action at a time, and none right after a success: rows move up then, and a second click would hit the next one.
 * @param action resolves to true where it succeeded
 * @returns the same; false where it was not admitted
 */
export async function oneAtATime(action: () => Promise<boolean>): Promise<boolean> {
  if (isBusy || performance.now() < restsUntil) return false
  isBusy = true
  try {
    const done = await action()
    if (done) restsUntil = performance.now() + REST_MS
    return done
  } finally {
    isBusy = false
  }
}
