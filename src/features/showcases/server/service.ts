import { createFinishedAnswers, type FinishedAnswers } from '#features/leaderboard/server/answers/finished.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { finishAnswer, type FinishedBytes } from '#server/http/bytes.ts'
import { isDatabaseAway, oneMoment, type Queryable } from '#server/database/database.ts'
import { fail, retrySeconds } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Session } from '#server/http/session.ts'
import type { QueryOf, RequestOf, ResponseOf } from '#shared/endpoint.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { getShowcase, listShowcases, showcasesQuery, type Showcase } from '../contract.ts'
import { pendingChanges } from '../rules/difference.ts'
import { keyOf, listedShowcases, listPage, normaliseQuery, sortShowcases } from './published/list.ts'
import type { ListedShowcase, ShowcaseListQuery, ShowcaseSort } from './published/list.ts'
import { createFigures, isActive, showcaseOfContent, type Figures } from './published/showcase.ts'
import { ownedShowcase, type OwnedRow } from './queries.ts'
import { createPublishedIndex, type PublishedIndex } from './published/in-memory-index.ts'
import { versionContent } from './versions.ts'

/** A public showcase at one moment. The same object until it changes, so that callers can cache by it. */
export interface ShowcaseAnswer {
  showcase: Showcase
  /** `GET /api/showcases/:showcase_id`: bytes to send. */
  bytes: FinishedBytes
  /** Whether it is the one of now, without a look-up. */
  isCurrent: () => boolean
}

type Viewer = Pick<Session, 'trader_id' | 'is_admin'>

export interface Showcases {
  /** Loads the list and keeps it current from then on. It returns after the first attempt: a database that is away is tried again. */
  start: () => Promise<void>
  state: PublishedIndex['state']
  close: () => Promise<void>
  /** The public showcase, as committed; views lag up to a minute. While the database is away the last answer holds. 404 else. */
  detail: (showcaseId: string) => Promise<ShowcaseAnswer>
  /** The showcase for a signed-in trader: a preview for the owner and admins, the public one for everybody else. 404 else. */
  viewAs: (showcaseId: string, session: Viewer) => Promise<{ preview: Showcase } | ShowcaseAnswer>
  /** The preview for the owner or an admin, with pending changes; null for everybody else. */
  preview: (showcaseId: string, session: Viewer) => Promise<Showcase | null>
  /** `GET /api/showcases`: bytes to send, for the call's parsed query. */
  answer: (query: QueryOf<typeof listShowcases>) => Promise<FinishedBytes>
  /** The same as an object to render, for the query as a client writes it. */
  listData: (query: RequestOf<typeof listShowcases>['query']) => ResponseOf<typeof listShowcases>
  /** Null for a trader without a public showcase, and before the first load. */
  publicIdOf: (traderId: string) => string | null
  /** A trader's verified figures; null without a profile. */
  figures: (username: string) => Promise<Figures | null>
  /** Calls back when the list may have changed. */
  onChange: (listener: () => void) => void
}

/** A list of one moment with its sorted copies and finished answers, which end with it. */
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

interface CachedAnswer {
  revision: string
  figures: Figures | null
  views: number
  made: Promise<ShowcaseAnswer>
  madeAt: number
  /** When Diamond ends, milliseconds UTC. */
  until: number
  /** Until when it is current if no change arrives, milliseconds UTC, and how many had arrived before the look-up. */
  confirmed: { until: number; changes: number }
}

/** Cached answers; the oldest ones are dropped. */
const cachedAnswers = 500
/** How long a page is sent without another look-up, in milliseconds, unless a person or a job changed anything meanwhile. */
const confirmedMs = 1_000
/** A change of views alone makes a new answer or another order at most this often. */
const viewsLagMs = MINUTE_MS

/** Public showcases of one server instance. `docs/showcases.md`, access. */
export function createShowcases(
  kernel: Kernel,
  leaderboard: Pick<Leaderboard, 'snapshot' | 'traderCache' | 'onSnapshot'>,
): Showcases {
  const { sql, clock } = kernel
  const index = createPublishedIndex(kernel)
  const figures = createFigures(leaderboard)
  const cache = new Map<string, CachedAnswer>()
  let state: State | null = null

  function current(): State {
    if (index.version() === 0) fail('UNAVAILABLE', { retryAfter: retrySeconds })
    const snapshot = leaderboard.snapshot()
    const now = clock.now()
    const [version, views] = [index.version(), index.views()]
    const isCurrent = state?.snapshot === snapshot && state.version === version && now < state.until
    if (state !== null && isCurrent && (state.views === views || now < state.madeAt + viewsLagMs)) return state
    const listed = listedShowcases(index.showcases.values(), snapshot, now)
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

  function page(at: State, query: ShowcaseListQuery): ResponseOf<typeof listShowcases> {
    const sorted = at.sorted.get(query.sort_by) ?? sortShowcases(at.listed, query.sort_by)
    at.sorted.set(query.sort_by, sorted)
    return listPage(sorted, query, at.generatedAt)
  }

  async function detail(given: string): Promise<ShowcaseAnswer> {
    const id = given.toLowerCase()
    const last = cache.get(id)
    const changes = kernel.changes.count()
    let row: OwnedRow | null
    try {
      row = await ownedShowcase(sql, id)
    } catch (error) {
      if (last === undefined || clock.now() >= last.until || !isDatabaseAway(error)) throw error
      return last.made
    }
    return publicAnswer(id, row, changes)
  }

  /** @param changes how many had arrived before the row was read */
  async function publicAnswer(id: string, row: OwnedRow | null, changes: number): Promise<ShowcaseAnswer> {
    const now = clock.now()
    if (row === null || row.published_version === null || row.is_hidden || !isActive(row.diamond_expires, now)) {
      cache.delete(id)
      return fail('SHOWCASE_NOT_FOUND')
    }
    const found = await figures(row.username)
    // The cache is read after the queries: simultaneous requests wait for one answer.
    const known = cache.get(id)
    const sameViews = known?.views === row.views_count || now < (known?.madeAt ?? 0) + viewsLagMs
    const until = Date.parse(row.diamond_expires ?? '')
    const confirmed = { until: Math.min(until, now + confirmedMs), changes }
    if (known !== undefined && known.revision === row.revision && known.figures === found && sameViews) {
      known.confirmed = confirmed
      return known.made
    }
    const isCurrent = () =>
      cache.get(id) === entry &&
      clock.now() < entry.confirmed.until &&
      kernel.changes.count() === entry.confirmed.changes
    const made = makeAnswer(id, found, now, isCurrent)
    const { revision, views_count: views } = row
    const entry: CachedAnswer = { revision, figures: found, views, made, madeAt: now, until, confirmed }
    cache.delete(id)
    cache.set(id, entry)
    const [oldest] = cache.keys()
    if (cache.size > cachedAnswers && oldest !== undefined) cache.delete(oldest)
    made.catch(() => cache.get(id)?.made === made && cache.delete(id))
    return made
  }

  /** Reads row and contents from one snapshot: a version that is replaced meanwhile is still there. */
  function readAll<T>(id: string, make: (row: OwnedRow, tx: Queryable) => Promise<T>): Promise<T | null> {
    return sql.begin(oneMoment, async (tx) => {
      const row = await ownedShowcase(tx, id)
      return row === null ? null : make(row, tx)
    }) as Promise<T | null>
  }

  async function makeAnswer(
    id: string,
    found: Figures | null,
    now: number,
    isCurrent: () => boolean,
  ): Promise<ShowcaseAnswer> {
    const showcase = await readAll(id, async (row, tx) => {
      if (row.published_version === null) return null
      const content = await versionContent(tx, id, row.published_version)
      const at = row.published_at ?? row.created_at
      // Pending changes are not public.
      const status = { status: 'published' as const, owner_preview: false, pending_changes: null }
      return showcaseOfContent(kernel, row, content, found, { ...status, published_at: at, updated_at: at }, now)
    })
    if (showcase === null) return fail('SHOWCASE_NOT_FOUND')
    return { showcase, bytes: finishAnswer(getShowcase, showcase), isCurrent }
  }

  const mayPreview = (row: OwnedRow, { trader_id, is_admin }: Viewer) => row.trader_id === trader_id || is_admin

  async function viewAs(given: string, viewer: Viewer): Promise<{ preview: Showcase } | ShowcaseAnswer> {
    const id = given.toLowerCase()
    const changes = kernel.changes.count()
    const row = await ownedShowcase(sql, id)
    if (row === null || !mayPreview(row, viewer)) return publicAnswer(id, row, changes)
    return { preview: (await previewOf(row, viewer)) ?? fail('SHOWCASE_NOT_FOUND') }
  }

  async function preview(showcaseId: string, viewer: Viewer): Promise<Showcase | null> {
    const row = await ownedShowcase(sql, showcaseId)
    return row !== null && mayPreview(row, viewer) ? previewOf(row, viewer) : null
  }

  async function previewOf({ showcase_id: showcaseId, username }: OwnedRow, { trader_id }: Viewer) {
    const found = await figures(username)
    return readAll(showcaseId, async (now, tx) => {
      // Moderators see the submitted version; a draft only where none was ever submitted.
      const own = now.trader_id === trader_id
      const version = own ? now.latest_version : (now.submitted_version ?? now.latest_version)
      const content = await versionContent(tx, showcaseId, version)
      const shown = now.published_version
      const published = shown === null || shown === version ? null : await versionContent(tx, showcaseId, shown)
      const { status, published_at, updated_at } = now
      const pending_changes = published === null ? null : pendingChanges(published, content)
      const presentation = { status, owner_preview: true, pending_changes, published_at, updated_at }
      return showcaseOfContent(kernel, now, content, found, presentation, clock.now())
    })
  }

  return {
    start: index.start,
    state: index.state,
    close: index.close,
    detail,
    viewAs,
    preview,
    figures,
    async answer(query) {
      const now = current()
      const normalised = normaliseQuery(query)
      return now.finished.get(keyOf(normalised), async () => finishAnswer(listShowcases, page(now, normalised)))
    },
    listData: (query) =>
      listShowcases.response.parse(page(current(), normaliseQuery(showcasesQuery.parse(query ?? {})))),
    publicIdOf(traderId) {
      const showcase = index.showcases.get(traderId)
      return showcase !== undefined && showcase.diamondUntil > clock.now() ? showcase.row.showcase_id : null
    },
    onChange(listener) {
      index.onChange(listener)
      leaderboard.onSnapshot(listener)
    },
  }
}
