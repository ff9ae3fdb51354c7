import type { EarlierRanks } from '../../../climbs.ts'
import { createColumn } from './column.ts'

/** The places of yesterday and of a week ago of the traders of a table, the same until midnight. */
export interface EarlierPlaces {
  /** By trader. */
  ranks: ReadonlyMap<string, EarlierRanks>
  /** The place of a week ago by slot; 0 without one. */
  readonly weekAgo: Uint32Array
  /** A trader takes a slot. */
  place: (traderId: string, slot: number) => void
}

/** @param slots by trader */
export function createEarlierPlaces(slots: ReadonlyMap<string, number>): EarlierPlaces {
  const weekAgo = createColumn(Uint32Array)
  let ranks: ReadonlyMap<string, EarlierRanks> = new Map()
  const place = (traderId: string, slot: number) => weekAgo.set(slot, ranks.get(traderId)?.week_ago ?? 0)
  return {
    get ranks() {
      return ranks
    },
    set ranks(given) {
      ranks = given
      for (const [id, slot] of slots) place(id, slot)
    },
    get weekAgo() {
      return weekAgo.values
    },
    place,
  }
}
