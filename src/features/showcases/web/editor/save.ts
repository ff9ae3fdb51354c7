import type { QueryClient } from '@tanstack/react-query'
import type { createShowcase, getMyShowcase, updateShowcase } from '#features/showcases/contract.ts'
import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { sameContent } from '#features/showcases/rules/difference.ts'
import { showcaseSubmitted } from '#features/showcases/texts.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { ApiError, q, readError, send } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { toast } from '#web/toasts.ts'
import { onTokenChange, readToken } from '#web/token.ts'
import { shapeOf } from '#features/showcases/rules/shape.ts'

export type MyShowcase = ResponseOf<typeof getMyShowcase>
export type OwnShowcase = NonNullable<MyShowcase['showcase']>

/** The server's version, as far as this page knows. Null fields before the first save. */
export interface Base {
  showcaseId: string | null
  version: number | null
  /** As the fields hold it. */
  content: ShowcaseContent
}

export type Outcome =
  | { name: 'saved'; showcaseId: string; version: number; message: string }
  /** Somebody saved another version meanwhile. */
  | { name: 'conflict'; theirs: OwnShowcase }
  /** Deleted meanwhile: the next save creates another one. */
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

/** Refusals that say: what is there is not what this was written on. */
const movedOn = new Set(['SHOWCASE_CHANGED', 'SHOWCASE_EXISTS', 'SHOWCASE_NOT_FOUND'])

/** Compares with the saved version: it holds the own content, whose answer was lost, or somebody else's. */
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

/** How long the frame may take to find out that the session is over; milliseconds. */
const PATIENCE_MS = 15_000

/**
 * Announces that the session is over, and goes to the sign-in, which leads back to this step. While the page holds a token, it waits
 * until the frame has found the token dead: the sign-in page turns back people with a token.
 */
export function goToSignIn(): void {
  const go = () => {
    toast('Sessione scaduta', 'warn')
    navigate(`/?view=auth&return=${encodeURIComponent(window.location.pathname + window.location.search)}`)
  }
  if (readToken() === null) return go()
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
