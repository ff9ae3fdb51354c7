import type { QueryOf } from '#shared/endpoint.ts'
import type { FilterName, listLeaderboard, SortField } from '../../contract.ts'
import { usualOrder } from '../../page.ts'
import { foldText } from '../ranking/listed.ts'

const DEFAULT_LIMIT = 100

type ListQuery = QueryOf<typeof listLeaderboard>

/** A query with every default filled in and cache-busters left out: equal queries are equal objects. Null: no such filter. */
export type TraderListQuery = {
  [Name in Exclude<FilterName, 'q'>]: NonNullable<ListQuery[Name]> | null
} & {
  /** Folded; empty for none. */
  q: string
  sort_by: SortField
  /** The opposite of the field's usual order. */
  reversed: boolean
  limit: number
  cursor: string | null
  page: number
}

export function normaliseQuery(query: ListQuery): TraderListQuery {
  const cursor = query.cursor ?? null
  const sort_by = query.sort_by ?? 'rank'
  return {
    trading_style: query.trading_style ?? null,
    risk_level: query.risk_level ?? null,
    platform: query.platform ?? null,
    country: query.country?.toUpperCase() ?? null,
    months_min: query.months_min ?? null,
    months_max: query.months_max ?? null,
    drawdown_max: query.drawdown_max ?? null,
    trades_min: query.trades_min ?? null,
    month_loss_max: query.month_loss_max ?? null,
    climb_min: query.climb_min ?? null,
    level_min: query.level_min ?? null,
    symbol: query.symbol === undefined ? null : foldText(query.symbol),
    currency: query.currency?.toUpperCase() ?? null,
    diamond: query.diamond ?? null,
    traders: query.traders?.toLowerCase() ?? null,
    sort_by,
    reversed: query.order !== undefined && query.order !== usualOrder(sort_by),
    limit: query.limit ?? DEFAULT_LIMIT,
    cursor,
    page: cursor === null ? (query.page ?? 1) : 1,
    q: query.q === undefined ? '' : foldText(query.q),
  }
}

/** One text for each distinct query. Free text comes last, so that it cannot imitate another part. */
export function keyOf(query: TraderListQuery): string {
  return Object.values(query).join(' ')
}
