import { inSlices } from '#server/in-slices.ts'
import type { EarlierRanks } from '../../../climbs.ts'
import { createColumn } from './column.ts'
import { createIdMap, type IdMap } from './id-map.ts'
import type { TraderIds } from './trader-ids.ts'

/** The places of yesterday and of a week ago of the traders of a table, the same until midnight. */
export interface EarlierPlaces {
  ranksOf: (traderId: string) => EarlierRanks | undefined
  /** The place of a week ago by slot; 0 without one. */
  readonly weekAgo: Uint32Array
  /** A trader takes a slot, or has it already. */
  arrive: (traderId: string, slot: number) => void
  /** A trader leaves a slot, and may come back. */
  leave: (traderId: string, slot: number) => void
  /** Other places from now on: they count once all of them stand, many turns of the event loop later. Traders may come and go meanwhile. */
  replace: (ranks: RanksByTrader, closing?: AbortSignal) => Promise<void>
}

type RanksByTrader = Pick<IdMap<EarlierRanks>, 'get' | 'keys'>

/** Traders between two turns of the event loop: a millisecond of work. */
export const placedAtOnce = 1_000

/** The places of one day: by slot, and by id of those who are not in the table. 0 stands for none. */
interface Places {
  yesterday: ReturnType<typeof createPlaces>
  weekAgo: ReturnType<typeof createPlaces>
  absent: IdMap<EarlierRanks>
}

const createPlaces = () => createColumn(Uint32Array)
const emptyPlaces = (): Places => ({ yesterday: createPlaces(), weekAgo: createPlaces(), absent: createIdMap() })

export function createEarlierPlaces(ids: TraderIds): EarlierPlaces {
  let places = emptyPlaces()
  /** Who came or left while other places are written. */
  let moved: Set<string> | null = null

  function write({ yesterday, weekAgo }: Places, slot: number, ranks: EarlierRanks | undefined): void {
    yesterday.set(slot, ranks?.yesterday ?? 0)
    weekAgo.set(slot, ranks?.week_ago ?? 0)
  }

  function read({ yesterday, weekAgo }: Places, slot: number): EarlierRanks | undefined {
    const ranks = { yesterday: yesterday.values[slot] || null, week_ago: weekAgo.values[slot] || null }
    return ranks.yesterday === null && ranks.week_ago === null ? undefined : ranks
  }

  /** Writes the ranks to the slot of the trader, or by id for an absent one. */
  function put(into: Places, traderId: string, ranks: EarlierRanks | undefined): void {
    const slot = ids.slotOf(traderId)
    if (slot > 0) write(into, slot, ranks)
    else if (ranks !== undefined) into.absent.set(traderId, ranks)
  }

  return {
    ranksOf(traderId) {
      const slot = ids.slotOf(traderId)
      return slot > 0 ? read(places, slot) : places.absent.get(traderId)
    },
    get weekAgo() {
      return places.weekAgo.values
    },
    arrive(traderId, slot) {
      moved?.add(traderId)
      write(places, slot, places.absent.get(traderId))
      places.absent.delete(traderId)
    },
    leave(traderId, slot) {
      moved?.add(traderId)
      const ranks = read(places, slot)
      if (ranks !== undefined) places.absent.set(traderId, ranks)
      write(places, slot, undefined)
    },
    async replace(given, closing) {
      const next = emptyPlaces()
      moved = new Set()
      await inSlices(ids.slots(), placedAtOnce, (slot) => write(next, slot, given.get(ids.of(slot))), closing)
      const putAbsent = (traderId: string) => {
        if (ids.slotOf(traderId) === 0) put(next, traderId, given.get(traderId))
      }
      await inSlices(given.keys(), placedAtOnce, putAbsent, closing)
      if (!closing?.aborted) {
        for (const traderId of moved) put(next, traderId, given.get(traderId))
        places = next
      }
      moved = null
    },
  }
}
