import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import type { listLeaderboard, SortField } from '../../contract.ts'
import { compareForRank } from '../../rules/rank.ts'
import { readCursor, writeCursor, type Position } from './cursor.ts'
import { foldText, type PlacedTrader } from '../ranking/listed.ts'
import type { Snapshot } from '../ranking/snapshot.ts'

const DEFAULT_LIMIT = 100

/** A query with every default filled in and cache-busters left out: equal queries are equal objects. */
export interface TraderListQuery {
  trading_style: string | null
  risk_level: string | null
  platform: string | null
  country: string | null
  /** Folded; empty for none. */
  q: string
  sort_by: SortField
  limit: number
  cursor: string | null
  page: number
}

export function normaliseQuery(query: QueryOf<typeof listLeaderboard>): TraderListQuery {
  const cursor = query.cursor ?? null
  return {
    trading_style: query.trading_style ?? null,
    risk_level: query.risk_level ?? null,
    platform: query.platform ?? null,
    country: query.country?.toUpperCase() ?? null,
    q: query.q === undefined ? '' : foldText(query.q),
    sort_by: query.sort_by ?? 'rank',
    limit: query.limit ?? DEFAULT_LIMIT,
    cursor,
    page: cursor === null ? (query.page ?? 1) : 1,
  }
}

/** One text for each distinct query. Free text comes last, so that it cannot imitate another part. */
export function keyOf(query: TraderListQuery): string {
  const { trading_style, risk_level, platform, country, sort_by, limit, cursor, page, q } = query
  return `${trading_style} ${risk_level} ${platform} ${country} ${sort_by} ${limit} ${page} ${cursor} ${q}`
}

/** One page of the list. It costs one pass over the list, so it is made once for each snapshot and query. */
export function listPage(
  snapshot: Snapshot,
  sorted: readonly PlacedTrader[],
  query: TraderListQuery,
): ResponseOf<typeof listLeaderboard> {
  const matching = hasFilter(query) ? sorted.filter((trader) => matches(trader, query)) : sorted
  const start =
    query.cursor === null
      ? (query.page - 1) * query.limit
      : firstAfter(matching, readCursor(query.cursor, query.sort_by), query.sort_by)
  const page = matching.slice(start, start + query.limit)
  const last = page.at(-1)
  const more = last !== undefined && start + page.length < matching.length
  return {
    leaderboard: page.map((trader) => ({ ...trader.entry, rank: snapshot.rankOf(trader.trader_id) })),
    total: matching.length,
    next_cursor: more ? writeCursor(positionOf(last, query.sort_by)) : null,
    formula: snapshot.formula,
    generated_at: new Date(snapshot.generatedAt).toISOString(),
    stale_since: instantText(snapshot.staleSince),
  }
}

/** The whole list sorted by a field. Stable: equal and unknown figures keep the rank order. */
export function sortTraders(traders: readonly PlacedTrader[], sortBy: SortField): readonly PlacedTrader[] {
  if (sortBy === 'rank') return traders
  return [...traders].sort((a, b) => compareValues(a.sortValues[sortBy], b.sortValues[sortBy], sortBy))
}

function hasFilter({ trading_style, risk_level, platform, country, q }: TraderListQuery): boolean {
  return trading_style !== null || risk_level !== null || platform !== null || country !== null || q !== ''
}

function matches({ entry, search }: PlacedTrader, query: TraderListQuery): boolean {
  return (
    (query.platform === null || entry.platform_type === query.platform) &&
    (query.trading_style === null || entry.trading_style === query.trading_style) &&
    (query.risk_level === null || entry.risk_level === query.risk_level) &&
    (query.country === null || entry.country === query.country) &&
    (query.q === '' || search.includes(query.q))
  )
}

/** Highest first, the drawdown lowest first; null last in both directions. */
function compareValues(a: number | null, b: number | null, sortBy: SortField): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return sortBy === 'drawdown' ? a - b : b > a ? 1 : -1
}

function positionOf(trader: PlacedTrader, sortBy: SortField): Position {
  const { trader_id, eligible, score, roi_90, total_trades, member_since, sortValues } = trader
  const value = sortBy === 'rank' ? null : sortValues[sortBy]
  return { sortBy, value, trader_id, eligible, score, roi_90, total_trades, member_since }
}

/** Index of the first trader that stands after a position. */
function firstAfter(sorted: readonly PlacedTrader[], position: Position, sortBy: SortField): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const trader = sorted[middle]
    if (trader === undefined) break
    const mine = positionOf(trader, sortBy)
    const order = compareValues(mine.value, position.value, sortBy) || compareForRank(mine, position)
    if (order <= 0) low = middle + 1
    else high = middle
  }
  return low
}
