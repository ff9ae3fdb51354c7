import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import type { listLeaderboard, SortField } from '../../contract.ts'
import { readCursor, writeCursor, type Position } from './cursor.ts'
import { foldText, type PlacedTrader } from '../ranking/listed.ts'
import type { Snapshot } from '../ranking/snapshot.ts'
import type { Order } from '../ranking/table/order.ts'
import type { Filter, TraderTable } from '../ranking/table/trader-table.ts'

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

/** One page of the list. A page of the whole list costs its rows; a filter costs one pass over the list's numbers. */
export function listPage(snapshot: Snapshot, query: TraderListQuery): ResponseOf<typeof listLeaderboard> {
  const { table } = snapshot
  const { sort_by, limit } = query
  const rows = hasFilter(query) ? matchingSlots(table, query) : table.columns.orders[sort_by]
  const start =
    query.cursor === null ? (query.page - 1) * limit : firstAfter(table, rows, readCursor(query.cursor, sort_by))
  const page: PlacedTrader[] = []
  for (let index = start; index < Math.min(start + limit, rows.size); index += 1)
    page.push(table.trader(rows.at(index) ?? 0))
  const last = page.at(-1)
  const more = last !== undefined && start + page.length < rows.size
  return {
    leaderboard: page.map(({ trader_id, entry }) => ({ ...entry, rank: snapshot.rankOf(trader_id) })),
    total: rows.size,
    next_cursor: more ? writeCursor(positionOf(last, sort_by)) : null,
    formula: snapshot.formula,
    generated_at: new Date(snapshot.generatedAt).toISOString(),
    stale_since: instantText(snapshot.staleSince),
  }
}

/** Slots in the order of a list. */
type Slots = Pick<Order, 'size' | 'at'>

const filters = ['platform', 'trading_style', 'risk_level', 'country'] as const satisfies readonly Filter[]

function hasFilter(query: TraderListQuery): boolean {
  return query.q !== '' || filters.some((filter) => query[filter] !== null)
}

function matchingSlots(table: TraderTable, query: TraderListQuery): Slots {
  const wanted = filters.flatMap((filter) => {
    const text = query[filter]
    // No trader has code -1.
    return text === null ? [] : [{ codes: table.codes(filter), code: table.codeOf(text) ?? -1 }]
  })
  const found = query.q === '' ? null : table.texts.containing(query.q, table.slots)
  const slots: number[] = []
  for (const slot of table.columns.orders[query.sort_by].slots()) {
    if (found !== null && found[slot] === 0) continue
    if (wanted.every(({ codes, code }) => codes[slot] === code)) slots.push(slot)
  }
  return { size: slots.length, at: (index) => slots[index] }
}

function positionOf(trader: PlacedTrader, sortBy: SortField): Position {
  const { trader_id, eligible, score, roi_90, total_trades, member_since, sortValues } = trader
  const value = sortBy === 'rank' ? null : sortValues[sortBy]
  return { sortBy, value, trader_id, eligible, score, roi_90, total_trades, member_since }
}

/** Index of the first trader that stands after a position. */
function firstAfter({ columns }: TraderTable, rows: Slots, position: Position): number {
  columns.write(0, position, { [position.sortBy]: position.value })
  let low = 0
  let high = rows.size
  while (low < high) {
    const middle = (low + high) >>> 1
    if (columns.compare(position.sortBy, rows.at(middle) ?? 0, 0) <= 0) low = middle + 1
    else high = middle
  }
  return low
}
