import { instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { listLeaderboard, SortField } from '../../contract.ts'
import { tagsOf } from '../../tags.ts'
import { readCursor, writeCursor, type Position } from './cursor.ts'
import { conditionsOf, oneLess, type Condition } from './filters.ts'
import type { TraderListQuery } from './query.ts'
import type { PlacedTrader } from '../ranking/listed.ts'
import type { Snapshot } from '../ranking/snapshot.ts'
import type { Order } from '../ranking/table/order.ts'
import type { TraderTable } from '../ranking/table/trader-table.ts'

/** One page of the list. A page of the whole list costs its rows; filters cost one pass over the list's numbers. */
export function listPage(snapshot: Snapshot, query: TraderListQuery): ResponseOf<typeof listLeaderboard> {
  const { table } = snapshot
  const { sort_by, limit } = query
  const conditions = conditionsOf(table, query)
  const order = table.columns.orders[sort_by]
  const matching = conditions.length === 0 ? order : slotsMeeting(order.slots(), conditions)
  const rows = query.reversed ? reversed(table, matching, sort_by) : matching
  const start =
    query.cursor === null ? (query.page - 1) * limit : firstAfter(table, rows, readCursor(query.cursor, query))
  const page: PlacedTrader[] = []
  for (let index = start; index < Math.min(start + limit, rows.size); index += 1)
    page.push(table.trader(rows.at(index) ?? 0))
  const last = page.at(-1)
  const more = last !== undefined && start + page.length < rows.size
  return {
    leaderboard: page.map(({ trader_id, entry }) => ({
      ...entry,
      tags: tagsOf(entry),
      rank: snapshot.rankOf(trader_id),
      rank_climb: snapshot.climbOf(trader_id),
    })),
    total: rows.size,
    one_less: rows.size === 0 ? oneLess(order.slots(), conditionsOf(table, query, true)) : [],
    next_cursor: more ? writeCursor(positionOf(last, query)) : null,
    formula: snapshot.formula,
    generated_at: new Date(snapshot.generatedAt).toISOString(),
    stale_since: instantText(snapshot.staleSince),
  }
}

/** Slots in the order of a list. */
type Slots = Pick<Order, 'size' | 'at'>

function slotsMeeting(all: Uint32Array, conditions: readonly Condition[]): Slots {
  const slots = all.slice()
  let size = slots.length
  for (const { meets } of conditions) {
    let met = 0
    for (let index = 0; index < size; index += 1) {
      const slot = slots[index] ?? 0
      if (meets(slot)) slots[met++] = slot
    }
    size = met
  }
  return { size, at: (index) => slots[index] }
}

/** Whether a slot has what a list is sorted by. Those without it come last in both directions. */
function isKnown({ columns }: TraderTable, field: SortField, slot: number): boolean {
  return field === 'rank' ? columns.isRanked(slot) : columns.figure(field, slot) !== null
}

function reversed(table: TraderTable, { size, at }: Slots, field: SortField): Slots {
  const known = firstIndex(size, (index) => !isKnown(table, field, at(index) ?? 0))
  return { size, at: (index) => at(index < known ? known - 1 - index : index) }
}

function positionOf(trader: PlacedTrader, { sort_by, reversed: isReversed }: TraderListQuery): Position {
  const { trader_id, eligible, score, roi_90, total_trades, member_since, sortValues } = trader
  const value = sort_by === 'rank' ? null : sortValues[sort_by]
  return { sort_by, reversed: isReversed, value, trader_id, eligible, score, roi_90, total_trades, member_since }
}

/** Index of the first trader that stands after a position. */
function firstAfter(table: TraderTable, rows: Slots, position: Position): number {
  const { columns } = table
  const { sort_by } = position
  columns.writeSought(position, { [sort_by]: position.value })
  const wasKnown = isKnown(table, sort_by, 0)
  return firstIndex(rows.size, (index) => {
    const slot = rows.at(index) ?? 0
    const known = isKnown(table, sort_by, slot)
    if (known !== wasKnown) return wasKnown
    const order = columns.compare(sort_by, slot, 0)
    return known && position.reversed ? order < 0 : order > 0
  })
}

/** The first index below `size` from which on a condition holds; `size` where it never does. */
function firstIndex(size: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
