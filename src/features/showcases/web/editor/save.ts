import type { QueryClient } from '@tanstack/react-query'
import type { createShowcase, getMyShowcase, updateShowcase } from '#features/showcases/contract.ts'
import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { sameContent } from '#features/showcases/rules/difference.ts'
import { showcaseSubmitted } from '#features/showcases/texts.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { ApiError, q, readError, send } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { toast } from '#web/toasts.ts'
import { onTokenChange, readToken } from '#web/storage/token.ts'
import { shapeOf } from '#features/showcases/rules/shape.ts'

export type MyShowcase = ResponseOf<typeof getMyShowcase>
export type OwnShowcase = NonNullable<MyShowcase['showcase']>

/** The server's version, as far as this page knows. Null fields before the first save. */
export interface Base {
  showcaseId: string | null
  version: number | null
  /** The content in the shape of the fields. */
  content: ShowcaseContent
}

export type Outcome =
  | { name: 'saved'; showcaseId: string; version: number; message: string }
  /** Another device or tab saved another version meanwhile. */
  | { name: 'conflict'; theirs: OwnShowcase }
  /** The showcase was deleted meanwhile. The next save creates another one. */
  | { name: 'gone' }

/** The version of a draft that is older than the first saved one: no saved version equals it. */
const NO_VERSION = 0

/**
 * Sends the content. Rejects with `ApiError`, of status 401 where the session is over. An earlier answer that was lost is
 * recognised: the same content is no conflict.
 */
export async function saveShowcase(
  client: QueryClient,
  base: Base,
  content: ShowcaseContent,
  submit: boolean,
): Promise<Outcome> {
  if (readToken() === null) throw new ApiError(401, null)
  try {
    return await write(base, content, submit)
  } catch (error) {
    if (!movedOn.has(readError(error).type ?? '')) throw error
    return compare(client, base, content, submit)
  }
}

async function write(base: Base, content: ShowcaseContent, submit: boolean): Promise<Outcome> {
  const { showcaseId } = base
  const saved =
    showcaseId === null
      ? await send<typeof createShowcase>('POST /api/showcases/create', { body: { ...content, submit } })
      : await send<typeof updateShowcase>('PUT /api/showcase/:showcase_id', {
          params: { showcase_id: showcaseId },
          body: { ...content, submit, version: base.version ?? NO_VERSION },
        })
  return { name: 'saved', showcaseId: saved.showcase_id, version: saved.version, message: saved.message }
}

/** Refusals that mean that the saved version is not the one that this content is based on. */
const movedOn = new Set(['SHOWCASE_CHANGED', 'SHOWCASE_EXISTS', 'SHOWCASE_NOT_FOUND'])

/** Compares with the saved version: it is either this very content, whose answer was lost, or another one. */
async function compare(client: QueryClient, base: Base, content: ShowcaseContent, submit: boolean): Promise<Outcome> {
  const { showcase: theirs } = await client.fetchQuery({
    ...q<typeof getMyShowcase>('GET /api/my-showcase', {}),
    staleTime: 0,
  })
  if (theirs === null) return { name: 'gone' }
  if (!sameContent(shapeOf(theirs), content)) return { name: 'conflict', theirs }
  const { showcase_id: showcaseId, version } = theirs
  if (!submit || theirs.submitted_version === version) {
    const message = submit ? showcaseSubmitted : 'Bozza salvata.'
    return { name: 'saved', showcaseId, version, message }
  }
  return write({ ...base, showcaseId, version }, content, submit)
}

/** The longest wait until the frame finds that the session is over. Milliseconds. */
const PATIENCE_MS = 15_000

/**
 * Goes to the sign-in, which leads back to this step, when the session is over. While the page holds a token, it waits until the frame has
 * dropped the token, since the sign-in page redirects people who have one; the frame announces that then.
 */
export function goToSignIn(): void {
  const go = () =>
    navigate(`/?view=auth&return=${encodeURIComponent(window.location.pathname + window.location.search)}`)
  if (readToken() === null) {
    toast('Sessione scaduta', 'warn')
    return go()
  }
  const end = () => {
    stop()
    clearTimeout(timer)
  }
  const stop = onTokenChange(() => {
    if (readToken() !== null) return
    end()
    go()
  })
  const timer = setTimeout(end, PATIENCE_MS)
}
