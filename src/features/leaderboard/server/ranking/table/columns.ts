import { setImmediate as nextTurn } from 'node:timers/promises'
import { sortFields, type SortField } from '../../../contract.ts'
import { rankKeys, type RankedTrader } from '../../../rules/rank.ts'
import { createColumn, type Column } from './column.ts'
import { createOrder, type Order } from './order.ts'
import { createSort, type Sort } from './sort.ts'
import type { TraderIds } from './trader-ids.ts'

/** The sort fields with an order of their own. */
export type FigureField = Exclude<SortField, 'rank'>
const figureFields = sortFields.filter((field) => field !== 'rank')

/** Ranked traders stand above all others: more than any score's key. */
const rankedFirst = 1e12
/** Unknown and hidden figures come last in both directions. */
const unknown = -Infinity
/** Below this many slots comparisons are as fast as a radix sort, which counts 65,536 digits four times. */
const fewSlots = 2_000

/** The values that decide places, one array each, by slot, and the orders that follow from them. */
export interface Columns {
  readonly orders: Readonly<Record<SortField, Order>>
  /**
   * Writes what decides a slot's places. `place` must follow at once where the slot is in the orders.
   * @param values without them only the keys of the ranking are written
   */
  write: (
    slot: number,
    trader: Omit<RankedTrader, 'trader_id'>,
    values?: Partial<Record<FigureField, number | null>>,
  ) => void
  /** Writes slot 0 to compare others with it: no trader has it. */
  writeSought: (trader: RankedTrader, values: Partial<Record<FigureField, number | null>>) => void
  /** Negative where the first slot comes before the second in a list sorted by a field. */
  compare: (field: SortField, a: number, b: number) => number
  figure: (field: FigureField, slot: number) => number | null
  isRanked: (slot: number) => boolean
  /** Empty for a slot that is not in use. */
  id: (slot: number) => string
  /** `id` for the ids of this moment. */
  idsNow: () => (slot: number) => string
  /** Puts a slot where it belongs in all orders, or takes it out. */
  place: (slot: number) => void
  remove: (slot: number) => void
  /**
   * Fills orders, which are empty: each is sorted once, in a turn of the event loop of its own.
   * @param slots all of them
   * @param fields whose orders; without it all
   */
  fill: (slots: Uint32Array, fields?: readonly SortField[]) => Promise<void>
  /** What `write` sets. */
  readonly stored: readonly Column[]
}

/** @param ids of the slots: the last of what decides a place */
export function createColumns(ids: Pick<TraderIds, 'compare' | 'copy' | 'of' | 'setSought'>): Columns {
  const column = () => createColumn(Float64Array)
  const [rank, roi, trades, since] = [column(), column(), column(), column()]
  /** The highest key first, and among equals the next one decides: `docs/ranking.md` 8.3. The longest membership has the highest `since`. */
  const keyColumns = [rank, roi, trades, since]
  const figures = Object.fromEntries(figureFields.map((field) => [field, column()])) as Record<FigureField, Column>

  /** As `compareForRank`. A search for a slot's own place meets the slot itself. */
  function compareRank(a: number, b: number): number {
    if (a === b) return 0
    return (
      descending(rank, a, b) ||
      descending(roi, a, b) ||
      descending(trades, a, b) ||
      descending(since, a, b) ||
      ids.compare(a, b)
    )
  }

  /** Sorts slots by a key and those after it: by a later key only the slots that are equal by the earlier ones. */
  function sortByRank(slots: Uint32Array, sort: Sort, [key, ...later] = keyColumns): void {
    if (key === undefined || slots.length < fewSlots) return void slots.sort(compareRank)
    const { values } = key
    sort(slots, values)
    let start = 0
    for (let end = 1; end <= slots.length; end += 1) {
      if (end < slots.length && values[slots[start] ?? 0] === values[slots[end] ?? 0]) continue
      if (end - start > 1) sortByRank(slots.subarray(start, end), sort, later)
      start = end
    }
  }

  const compare = (field: SortField, a: number, b: number) =>
    (field === 'rank' ? 0 : descending(figures[field], a, b)) || compareRank(a, b)

  const orders = Object.fromEntries(
    sortFields.map((field) => [
      field,
      createOrder(field === 'rank' ? compareRank : (a, b) => descending(figures[field], a, b) || compareRank(a, b)),
    ]),
  ) as Record<SortField, Order>

  const write: Columns['write'] = (slot, trader, values) => {
    const keys = rankKeys({ score: known(trader.score), roi_90: known(trader.roi_90) })
    rank.set(slot, keys.score + (trader.eligible ? rankedFirst : 0))
    roi.set(slot, keys.roi)
    trades.set(slot, trader.total_trades)
    since.set(slot, -trader.member_since)
    if (values === undefined) return
    for (const field of figureFields) {
      const value = known(values[field])
      figures[field].set(slot, value === null ? unknown : field === 'drawdown' ? -value : value)
    }
  }

  return {
    orders,
    compare,
    write,
    writeSought(trader, values) {
      ids.setSought(trader.trader_id)
      write(0, trader, values)
    },
    figure(field, slot) {
      const value = figures[field].values[slot] ?? unknown
      return value === unknown ? null : field === 'drawdown' ? 0 - value : value
    },
    isRanked: (slot) => (rank.values[slot] ?? 0) > rankedFirst / 2,
    id: ids.of,
    idsNow: ids.copy,
    place(slot) {
      for (const field of sortFields) orders[field].place(slot)
    },
    remove(slot) {
      for (const field of sortFields) orders[field].remove(slot)
    },
    async fill(slots, fields = sortFields) {
      const sort = createSort(slots.length)
      const ranked = slots.slice()
      sortByRank(ranked, sort)
      for (const field of fields) {
        await nextTurn()
        const sorted = ranked.slice()
        // Equal figures stay in the order of the ranking.
        if (field !== 'rank') sort(sorted, figures[field].values)
        orders[field].fill(sorted)
      }
    },
    stored: [...keyColumns, ...Object.values(figures)],
  }
}

/** Compares and does not subtract: infinite keys have no difference. */
function descending({ values }: Column, a: number, b: number): number {
  const left = values[a] ?? 0
  const right = values[b] ?? 0
  return left === right ? 0 : left > right ? -1 : 1
}

/** As JSON, which packed traders are in: a figure that is no number is unknown. */
const known = (value: number | null | undefined) => (Number.isFinite(value) ? (value as number) : null)
