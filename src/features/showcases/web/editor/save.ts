import type { QueryClient } from '@tanstack/react-query'
import type { createShowcase, getMyShowcase, updateShowcase } from '#features/showcases/contract.ts'
import type { ShowcaseContent } from '#features/showcases/rules/fields.ts'
import { sameContent } from '#features/showcases/rules/difference.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { q, readError, send, type ApiError } from '#web/api.ts'
import { navigate } from '#web/router.ts'
import { toast } from '#web/toasts.ts'
import { onTokenChange, readToken } from '#web/token.ts'
import { shapeOf } from '#features/showcases/rules/shape.ts'

export type MyShowcase = ResponseOf<typeof getMyShowcase>
export type OwnShowcase = NonNullable<MyShowcase['showcase']>

/** What the server holds, as far as this page knows: null fields where nothing was saved yet. */
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
  | { name: 'signed out' }
  | { name: 'failed'; error: ApiError }

/** Of a draft that is older than the first saved version: no saved version is this one. */
const NO_VERSION = 0

/** Sends the content. An answer that was lost on its way is recognised: the same content is not a conflict. */
export async function saveShowcase(
  client: QueryClient,
  base: Base,
  content: ShowcaseContent,
  submit: boolean,
): Promise<Outcome> {
  if (readToken() === null) return { name: 'signed out' }
  try {
    return await write(base, content, submit)
  } catch (error) {
    const failure = readError(error)
    if (failure.status === 401) return { name: 'signed out' }
    if (!movedOn.has(failure.type ?? '')) return { name: 'failed', error: failure }
    return settle(client, base, content, submit)
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

/** What stands there now decides: the own words that arrived without an answer, or somebody else's. */
async function settle(client: QueryClient, base: Base, content: ShowcaseContent, submit: boolean): Promise<Outcome> {
  try {
    const { showcase: theirs } = await client.fetchQuery({
      ...q<typeof getMyShowcase>('GET /api/my-showcase', {}),
      staleTime: 0,
    })
    if (theirs === null) return { name: 'gone' }
    if (!sameContent(shapeOf(theirs), content)) return { name: 'conflict', theirs }
    const { showcase_id: showcaseId, version } = theirs
    if (!submit || theirs.submitted_version === version) {
      const message = submit ? 'Vetrina inviata in revisione.' : 'Bozza salvata.'
      return { name: 'saved', showcaseId, version, message }
    }
    return await write({ ...base, showcaseId, version }, content, submit)
  } catch (error) {
    return { name: 'failed', error: readError(error) }
  }
}

/** How long the frame may take to find out that a session is dead. */
const PATIENCE_MS = 15_000

/**
 * Says that the session is over and goes to the sign-in, which leads back to this step. While the page still holds a token the
 * frame asks first whether it is dead: the sign-in would turn back who still has one.
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
