import { inSlices } from '#server/in-slices.ts'
import type { EarlierRanks } from '../../../climbs.ts'
import { createColumn } from './column.ts'

/** The places of yesterday and of a week ago of the traders of a table, the same until midnight. */
export interface EarlierPlaces {
  ranksOf: (traderId: string) => EarlierRanks | undefined
  /** The place of a week ago by slot; 0 without one. */
  readonly weekAgo: Uint32Array
  /** A trader takes a slot. */
  place: (traderId: string, slot: number) => void
  /** Other places from now on: they count once all of them stand, many turns of the event loop later. Traders may come and go meanwhile. */
  replace: (ranks: RanksByTrader, closing?: AbortSignal) => Promise<void>
}

type RanksByTrader = Pick<ReadonlyMap<string, EarlierRanks>, 'get'>

/** Traders between two turns of the event loop: a millisecond of work. */
export const placedAtOnce = 1_000

/** @param slots by trader */
export function createEarlierPlaces(slots: ReadonlyMap<string, number>): EarlierPlaces {
  let weekAgo = createColumn(Uint32Array)
  let ranks: RanksByTrader = new Map()
  const place = (traderId: string, slot: number, column = weekAgo, given = ranks) =>
    column.set(slot, given.get(traderId)?.week_ago ?? 0)
  return {
    ranksOf: (traderId) => ranks.get(traderId),
    get weekAgo() {
      return weekAgo.values
    },
    place: (traderId, slot) => place(traderId, slot),
    async replace(given, closing) {
      const column = createColumn(Uint32Array)
      // A map's entries of meanwhile come last: who takes a slot is written after the one who left it.
      await inSlices(slots, placedAtOnce, ([id, slot]) => place(id, slot, column, given), closing)
      if (closing?.aborted) return
      ranks = given
      weekAgo = column
    },
  }
}
