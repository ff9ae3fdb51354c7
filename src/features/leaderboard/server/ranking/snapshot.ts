import { FORMULA_VERSION } from '#features/performance/rules/engine-state.ts'
import { inSlices } from '#server/in-slices.ts'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import type { PlacedTrader } from './listed.ts'
import { climbText } from '../../climbs.ts'
import { createIdMap, type IdMap } from './table/id-map.ts'
import type { TraderTable } from './table/trader-table.ts'

/**
 * One publication of the ranking. Its rows are those of the table, which every snapshot shares: a former snapshot's look-ups answer from
 * the newest rows.
 */
export interface Snapshot {
  /** Version of the formula that every score in it follows. */
  formula: number
  /**
   * The moment of the newest change (a sync, a change of an account, midnight, a status that aged), milliseconds UTC. It comes from
   * the data and not from the time of the refresh, so that every instance answers the same bytes.
   */
  generatedAt: number
  /** Since when the snapshot could not be refreshed, milliseconds UTC; null while the database answers. */
  staleSince: number | null
  /** How many traders were listed. */
  size: number
  /** How many had a rank. */
  ranked: number
  table: TraderTable
  byId: (traderId: string) => PlacedTrader | undefined
  /** 1 for the first; null for a trader who is not ranked or not listed. */
  rankOf: (traderId: string) => number | null
  /** How the place changed, in words: `climbText`. */
  climbOf: (traderId: string) => string
  /** The trader at a place of the list, 1 for the first. */
  at: (place: number) => PlacedTrader | undefined
  /** The place of each ranked trader. It takes many turns of the event loop, and changes meanwhile do not reach it. */
  ranks: () => Promise<IdMap<number>>
  /** The first traders of the list, the ranked ones before all others. */
  first: (most: number) => PlacedTrader[]
}

/** A millisecond or two of work. */
const ranksAtOnce = 1_000

/** The table as it stands. @param now milliseconds UTC */
export function takeSnapshot(table: TraderTable, now: number, staleSince: number | null): Snapshot {
  const { columns } = table
  const order = columns.orders.rank
  const generatedAt = Math.max(utcDay(now) * DAY_MS, table.newest())
  const traderAt = (index: number) => {
    const slot = order.at(index)
    return slot === undefined ? undefined : table.trader(slot)
  }
  const ranked = rankedIn(table)
  const rankOf = (traderId: string) => {
    const slot = table.slotOf(traderId)
    return slot === undefined || !columns.isRanked(slot) ? null : order.countBefore(slot) + 1
  }
  return {
    formula: FORMULA_VERSION,
    generatedAt,
    staleSince,
    size: order.size,
    ranked,
    table,
    byId(traderId) {
      const slot = table.slotOf(traderId)
      return slot === undefined ? undefined : table.trader(slot)
    },
    rankOf,
    climbOf: (traderId) => climbText(rankOf(traderId), table.earlier.ranksOf(traderId)),
    async ranks() {
      const ranks = createIdMap<number>()
      // Another trader may take a slot meanwhile.
      const idOf = columns.idsNow()
      const slots = order.slots().subarray(0, ranked)
      await inSlices(slots, ranksAtOnce, (slot, index) => ranks.set(idOf(slot), index + 1))
      return ranks
    },
    at: (place) => traderAt(place - 1),
    first: (most) =>
      Array.from({ length: Math.min(most, order.size) }, (_, index) => traderAt(index)).filter(
        (trader) => trader !== undefined,
      ),
  }
}

/** The ranked ones come first. */
function rankedIn({ columns }: TraderTable): number {
  const order = columns.orders.rank
  let low = 0
  let high = order.size
  while (low < high) {
    const middle = (low + high) >>> 1
    if (columns.isRanked(order.at(middle) ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}
