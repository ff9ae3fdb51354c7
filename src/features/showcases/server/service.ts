import { createFinishedAnswers, type FinishedAnswers, type Leaderboard } from '#features/leaderboard/server/service.ts'
import { finishAnswer, type FinishedBytes } from '#server/bytes.ts'
import { isDatabaseAway, type Queryable } from '#server/database.ts'
import { fail, retrySeconds } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Session } from '#server/session.ts'
import type { QueryOf, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { getShowcase, listShowcases, showcasesQuery, type Showcase } from '../contract.ts'
import { pendingChanges } from '../rules/difference.ts'
import { keyOf, listedShowcases, listPage, normaliseQuery, sortShowcases } from './published/list.ts'
import type { ListedShowcase, ListQuery, ShowcaseSort } from './published/list.ts'
import { createFigures, isActive, showcaseOfContent, type Figures } from './published/showcase.ts'
import { ownedShowcase, type OwnedRow } from './queries.ts'
import { createPublishedRoster } from './published/in-memory-index.ts'
import { versionContent } from './versions.ts'

export { eraseShowcase } from './erasure.ts'
export type { StoredFile } from './uploads/file-queries.ts'
export { removeShowcaseFiles } from './uploads/files.ts'

/** All that is told of a public showcase, of one moment. The same object for as long as it holds: what is made of it can be kept by it. */
export interface ShowcaseAnswer {
  showcase: Showcase
  /** Milliseconds UTC. */
  madeAt: number
  /** `GET /api/showcases/:showcase_id`: bytes to send. */
  bytes: FinishedBytes
}

type Viewer = Pick<Session, 'trader_id' | 'is_admin'>

export interface Showcases {
  /** Loads the list once, and keeps it current from then on. A database that is away is asked again. */
  start: () => Promise<void>
  close: () => Promise<void>
  /** What anybody may see, as committed; views lag up to a minute. The last answer is given while the database is away. 404 else. */
  detail: (showcaseId: string) => Promise<ShowcaseAnswer>
  /** What somebody who is signed in sees: the owner and admins what waits too, everybody else what is public. 404 else. */
  seen: (showcaseId: string, session: Viewer) => Promise<{ preview: Showcase } | ShowcaseAnswer>
  /** What the owner or an admin sees, with what waits; null for everybody else. */
  preview: (showcaseId: string, session: Viewer) => Promise<Showcase | null>
  /** `GET /api/showcases`: bytes to send, for the call's parsed query. */
  answer: (query: QueryOf<typeof listShowcases>) => Promise<FinishedBytes>
  /** The same as an object to render, for the query as a client writes it. */
  listData: (query: RequestOf<typeof listShowcases>['query']) => ResponseOf<typeof listShowcases>
  /** Null for whoever has no public showcase, and before the first load. */
  publicIdOf: (traderId: string) => string | null
  /** A trader's verified figures; null without a profile. */
  figures: (username: string) => Promise<Figures | null>
  /** Calls back where the list may have changed. */
  onChange: (listener: () => void) => void
}

/** A list of one moment with what is made of it on demand; all of it dies together. */
interface State {
  snapshot: ReturnType<Leaderboard['snapshot']>
  version: number
  views: number
  listed: ListedShowcase[]
  sorted: Map<ShowcaseSort, ListedShowcase[]>
  finished: FinishedAnswers
  generatedAt: number
  /** Milliseconds UTC. */
  madeAt: number
  /** When the next Diamond plan ends, milliseconds UTC. */
  until: number
}

interface Kept {
  mark: string
  figures: Figures | null
  views: number
  made: Promise<ShowcaseAnswer>
  madeAt: number
  /** When Diamond ends, milliseconds UTC. */
  until: number
}

/** Showcases whose answers are kept; the least recently asked for give way. */
const keptAnswers = 500
/** Counts of views alone make no new answer more often, nor another order. */
const viewsLagMs = 60_000

/** Public showcases of one server instance. `docs/showcases.md`, who sees what. */
export function createShowcases(
  kernel: Kernel,
  leaderboard: Pick<Leaderboard, 'snapshot' | 'traderCache' | 'onSnapshot'>,
): Showcases {
  const { sql, clock } = kernel
  const roster = createPublishedRoster(kernel)
  const figures = createFigures(leaderboard)
  const kept = new Map<string, Kept>()
  let state: State | null = null

  function current(): State {
    if (roster.version() === 0) fail('UNAVAILABLE', { retryAfter: retrySeconds })
    const snapshot = leaderboard.snapshot()
    const now = clock.now()
    const [version, views] = [roster.version(), roster.views()]
    const isCurrent = state?.snapshot === snapshot && state.version === version && now < state.until
    if (state !== null && isCurrent && (state.views === views || now < state.madeAt + viewsLagMs)) return state
    const listed = listedShowcases(roster.showcases.values(), snapshot, now)
    state = {
      snapshot,
      version,
      views,
      listed,
      sorted: new Map(),
      finished: createFinishedAnswers(),
      generatedAt: listed.reduce((last, { showcase }) => Math.max(last, showcase.publishedAt), snapshot.generatedAt),
      madeAt: now,
      until: listed.reduce((first, { showcase }) => Math.min(first, showcase.diamondUntil), Infinity),
    }
    return state
  }

  function page(at: State, query: ListQuery): ResponseOf<typeof listShowcases> {
    const sorted = at.sorted.get(query.sort_by) ?? sortShowcases(at.listed, query.sort_by)
    at.sorted.set(query.sort_by, sorted)
    return listPage(sorted, query, at.generatedAt)
  }

  async function detail(given: string): Promise<ShowcaseAnswer> {
    const id = given.toLowerCase()
    const held = kept.get(id)
    let row: OwnedRow | null
    try {
      row = await ownedShowcase(sql, id)
    } catch (error) {
      if (held === undefined || clock.now() >= held.until || !isDatabaseAway(error)) throw error
      return held.made
    }
    return publicAnswer(id, row)
  }

  async function publicAnswer(id: string, row: OwnedRow | null): Promise<ShowcaseAnswer> {
    const now = clock.now()
    if (row === null || row.published_version === null || row.deactivated || !isActive(row.diamond_expires, now)) {
      kept.delete(id)
      return fail('SHOWCASE_NOT_FOUND')
    }
    const found = await figures(row.username)
    // Looked at after the questions to the database: whoever asks at the same time waits for one answer.
    const known = kept.get(id)
    const sameViews = known?.views === row.views_count || now < (known?.madeAt ?? 0) + viewsLagMs
    if (known !== undefined && known.mark === row.mark && known.figures === found && sameViews) return known.made
    const made = makeAnswer(id, found, now)
    kept.delete(id)
    const until = Date.parse(row.diamond_expires ?? '')
    kept.set(id, { mark: row.mark, figures: found, views: row.views_count, made, madeAt: now, until })
    const [oldest] = kept.keys()
    if (kept.size > keptAnswers && oldest !== undefined) kept.delete(oldest)
    made.catch(() => kept.get(id)?.made === made && kept.delete(id))
    return made
  }

  /** Row and contents of one moment: a version that is replaced meanwhile is still there. */
  function readAll<T>(id: string, make: (row: OwnedRow, tx: Queryable) => Promise<T>): Promise<T | null> {
    return sql.begin('isolation level repeatable read read only', async (tx) => {
      const row = await ownedShowcase(tx, id)
      return row === null ? null : make(row, tx)
    }) as Promise<T | null>
  }

  async function makeAnswer(id: string, found: Figures | null, now: number): Promise<ShowcaseAnswer> {
    const showcase = await readAll(id, async (row, tx) => {
      if (row.published_version === null) return null
      const content = await versionContent(tx, id, row.published_version)
      const at = row.published_at ?? row.created_at
      // What waits beside it is nobody else's matter.
      const look = { status: 'published' as const, owner_preview: false, pending_changes: null }
      return showcaseOfContent(kernel, row, content, found, { ...look, published_at: at, updated_at: at }, now)
    })
    if (showcase === null) return fail('SHOWCASE_NOT_FOUND')
    return { showcase, madeAt: now, bytes: await finishAnswer(getShowcase, showcase) }
  }

  const mayPreview = (row: OwnedRow, { trader_id, is_admin }: Viewer) => row.trader_id === trader_id || is_admin

  async function seen(given: string, viewer: Viewer): Promise<{ preview: Showcase } | ShowcaseAnswer> {
    const id = given.toLowerCase()
    const row = await ownedShowcase(sql, id)
    if (row === null || !mayPreview(row, viewer)) return publicAnswer(id, row)
    return { preview: (await previewOf(row, viewer)) ?? fail('SHOWCASE_NOT_FOUND') }
  }

  async function preview(showcaseId: string, viewer: Viewer): Promise<Showcase | null> {
    const row = await ownedShowcase(sql, showcaseId)
    return row !== null && mayPreview(row, viewer) ? previewOf(row, viewer) : null
  }

  async function previewOf({ showcase_id: showcaseId, username }: OwnedRow, { trader_id }: Viewer) {
    const found = await figures(username)
    return readAll(showcaseId, async (now, tx) => {
      // Moderators are shown what was handed in; a draft only where nothing ever was.
      const own = now.trader_id === trader_id
      const version = own ? now.latest_version : (now.submitted_version ?? now.latest_version)
      const content = await versionContent(tx, showcaseId, version)
      const shown = now.published_version
      const published = shown === null || shown === version ? null : await versionContent(tx, showcaseId, shown)
      const { status, published_at, updated_at } = now
      const pending_changes = published === null ? null : pendingChanges(published, content)
      const look = { status, owner_preview: true, pending_changes, published_at, updated_at }
      return showcaseOfContent(kernel, now, content, found, look, clock.now())
    })
  }

  return {
    start: roster.start,
    close: roster.close,
    detail,
    seen,
    preview,
    figures,
    async answer(query) {
      const now = current()
      const asked = normaliseQuery(query)
      return now.finished.get(keyOf(asked), () => finishAnswer(listShowcases, page(now, asked)))
    },
    listData: (query) =>
      listShowcases.response.parse(page(current(), normaliseQuery(showcasesQuery.parse(query ?? {})))),
    publicIdOf(traderId) {
      const showcase = roster.showcases.get(traderId)
      return showcase !== undefined && showcase.diamondUntil > clock.now() ? showcase.row.showcase_id : null
    },
    onChange(listener) {
      roster.onChange(listener)
      leaderboard.onSnapshot(listener)
    },
  }
}
