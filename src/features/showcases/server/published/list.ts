import * as z from 'zod/mini'
import { foldText } from '#features/leaderboard/server/ranking/listed.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { cellsOf, cursorOf } from '#server/http/cursor.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import { showcaseSorts, type listShowcases, type ShowcaseCard } from '../../contract.ts'
import type { PublishedShowcase } from './in-memory-index.ts'
import { shownPerformance } from './showcase.ts'

export type ShowcaseSort = (typeof showcaseSorts)[number]
type Snapshot = ReturnType<Leaderboard['snapshot']>
type Figures = NonNullable<ReturnType<Snapshot['byId']>>['entry']

const DEFAULT_LIMIT = 24

/** A public showcase with the figures of the ranking: null for an owner who is not listed, for example after closing the account. */
export interface ListedShowcase {
  showcase: PublishedShowcase
  figures: Figures | null
  rank: number | null
}

/** A query with all defaults filled in and without unknown parameters. */
export interface ShowcaseListQuery {
  trading_style: string | null
  risk_level: string | null
  platform: string | null
  sort_by: ShowcaseSort
  limit: number
  cursor: string | null
  /** Folded words, one space between them; empty for none. */
  q: string
}

/** Fills in the defaults of a query, and folds the words of its search. */
export function normaliseQuery(query: QueryOf<typeof listShowcases>): ShowcaseListQuery {
  return {
    trading_style: query.trading_style ?? null,
    risk_level: query.risk_level ?? null,
    platform: query.platform ?? null,
    sort_by: query.sort_by ?? 'roi_30',
    limit: query.limit ?? DEFAULT_LIMIT,
    cursor: query.cursor ?? null,
    q: searchWords(query.q ?? ''),
  }
}

/** Folded words of a search. A username may be typed as it is shown, with an @ before it. */
function searchWords(typed: string): string {
  const words = foldText(typed).split(/\s+/)
  return words
    .map((word) => word.replace(/^@+/, ''))
    .filter((word) => word !== '')
    .join(' ')
}

/** One text for each distinct query. Free text comes last, so that no other part can be written into it. */
export const keyOf = ({ trading_style, risk_level, platform, sort_by, limit, cursor, q }: ShowcaseListQuery) =>
  `${trading_style} ${risk_level} ${platform} ${sort_by} ${limit} ${cursor} ${q}`

/** The showcases that are public at a moment, with their figures. @param now milliseconds UTC */
export function listedShowcases(
  showcases: Iterable<PublishedShowcase>,
  snapshot: Snapshot,
  now: number,
): ListedShowcase[] {
  const listed: ListedShowcase[] = []
  for (const showcase of showcases) {
    if (showcase.diamondUntil <= now) continue
    const { trader_id } = showcase.row
    listed.push({ showcase, figures: snapshot.byId(trader_id)?.entry ?? null, rank: snapshot.rankOf(trader_id) })
  }
  return listed
}

/** The value that a showcase is sorted by; null: unknown. */
function valueOf({ showcase, figures, rank }: ListedShowcase, sortBy: ShowcaseSort): number | null {
  switch (sortBy) {
    case 'roi_30':
      return figures?.roi_30 ?? null
    case 'win_rate':
      return figures?.win_rate ?? null
    case 'trades':
      return figures?.total_trades ?? null
    case 'rank':
      return rank === null ? null : -rank
    case 'newest':
      return showcase.publishedAt
    case 'views':
      return showcase.row.views_count
  }
}

/** The values that decide a showcase's place in an order, so that a cursor stays valid while others move. `demo` is 1 for a demo account. */
type Position = [
  sortBy: ShowcaseSort,
  demo: number,
  value: number | null,
  rank: number | null,
  publishedAt: number,
  id: string,
]

const positionOf = (listed: ListedShowcase, sortBy: ShowcaseSort): Position => [
  sortBy,
  isDemo(listed.figures) ? 1 : 0,
  valueOf(listed, sortBy),
  listed.rank,
  listed.showcase.publishedAt,
  listed.showcase.row.showcase_id,
]

/** Whether the figures are of an account without real money. */
const isDemo = (figures: Figures | null) => figures !== null && figures.is_ea_verified && !figures.is_real_account

/** Demo accounts come after all others. Then compares by value, highest first and unknown last; then by rank, unranked last; then the older one first. */
function comparePositions(
  [, demo, value, rank, at, id]: Position,
  [, demo2, value2, rank2, at2, id2]: Position,
): number {
  return (
    demo - demo2 ||
    highestFirst(value, value2) ||
    highestFirst(rank === null ? null : -rank, rank2 === null ? null : -rank2) ||
    at - at2 ||
    (id < id2 ? -1 : id > id2 ? 1 : 0)
  )
}

function highestFirst(a: number | null, b: number | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return b > a ? 1 : -1
}

/** A sorted copy of the list. */
export function sortShowcases(listed: readonly ListedShowcase[], sortBy: ShowcaseSort): ListedShowcase[] {
  return listed
    .map((each) => ({ each, position: positionOf(each, sortBy) }))
    .sort((a, b) => comparePositions(a.position, b.position))
    .map(({ each }) => each)
}

function matches({ showcase, figures }: ListedShowcase, query: ShowcaseListQuery): boolean {
  return (
    (query.platform === null || figures?.platform_type === query.platform) &&
    (query.trading_style === null || figures?.trading_style === query.trading_style) &&
    (query.risk_level === null || figures?.risk_level === query.risk_level) &&
    query.q.split(' ').every((word) => showcase.search.includes(word))
  )
}

/** One page of the sorted list. */
export function listPage(
  sorted: readonly ListedShowcase[],
  query: ShowcaseListQuery,
  generatedAt: number,
): ResponseOf<typeof listShowcases> {
  const matching = sorted.filter((listed) => matches(listed, query))
  const after = query.cursor === null ? null : cellsOf(query.cursor, cells, ([sortBy]) => sortBy === query.sort_by)
  const first =
    after === null ? 0 : matching.findIndex((each) => comparePositions(positionOf(each, query.sort_by), after) > 0)
  const start = first === -1 ? matching.length : first
  const page = matching.slice(start, start + query.limit)
  const last = page.at(-1)
  const more = last !== undefined && start + page.length < matching.length
  return {
    showcases: page.map(cardOf),
    total: matching.length,
    next_cursor: more ? cursorOf(positionOf(last, query.sort_by)) : null,
    generated_at: instantText(generatedAt),
  }
}

function cardOf({ showcase: { row, avatar_url, banner_url }, figures, rank }: ListedShowcase): ShowcaseCard {
  const { display_name, is_admin, services, published_at } = row
  return {
    showcase_id: row.showcase_id,
    title: row.subtitle,
    description: row.description,
    bio_short: row.bio,
    avatar_url,
    banner_url,
    trader_id: row.trader_id,
    trader_username: row.username,
    trader_name: row.shown_name || display_name,
    trader_info: { display_name, is_diamond: true, is_admin },
    country: row.country,
    current_rank: rank,
    verification_level: figures?.verification_level ?? null,
    is_ea_verified: figures?.is_ea_verified ?? false,
    is_real_account: figures?.is_real_account ?? false,
    platform_type: figures?.platform_type ?? null,
    trading_style: figures?.trading_style ?? null,
    risk_level: figures?.risk_level ?? null,
    services,
    ...shownPerformance(figures),
    views_count: row.views_count,
    published_at,
    updated_at: published_at,
  }
}

const nullable = z.nullable(z.number())
const cells = z.tuple([
  z.enum(showcaseSorts),
  z.number(),
  nullable,
  nullable,
  z.number(),
  z.string().check(z.maxLength(64)),
])
