import { FORMULA_VERSION } from '#features/performance/rules/engine-state.ts'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import { compareForRank } from '../../rules/rank.ts'
import type { PlacedTrader } from './listed.ts'

/** The whole ranking at one moment, immutable once published. Look-ups cost the same whatever its length. */
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
  /** Rank order: the ranked ones first. */
  traders: readonly PlacedTrader[]
  /** How many have a rank. */
  ranked: number
  byId(traderId: string): PlacedTrader | undefined
  /** Without regard to case. */
  byUsername(username: string): PlacedTrader | undefined
  /** 1 for the first; null for a trader who is not ranked or not listed. */
  rankOf(traderId: string): number | null
  /** The trader at a place of the list, 1 for the first. */
  at(place: number): PlacedTrader | undefined
}

/**
 * Sorts the traders. Those that did not change since `previous` keep their order: a change costs one pass over the list and a sort of
 * the changed ones. `docs/ranking.md` 8.3.
 */
export function takeSnapshot(
  listed: ReadonlyMap<string, PlacedTrader>,
  previous: Snapshot | null,
  now: number,
): Snapshot {
  const unchanged: PlacedTrader[] = []
  const changed: PlacedTrader[] = []
  for (const trader of previous?.traders ?? []) {
    const current = listed.get(trader.trader_id)
    if (current === trader) unchanged.push(trader)
    else if (current !== undefined) changed.push(current)
  }
  if (unchanged.length + changed.length < listed.size) {
    const known = new Set([...unchanged, ...changed].map((trader) => trader.trader_id))
    for (const [id, trader] of listed) if (!known.has(id)) changed.push(trader)
  }
  const traders = mergeSorted(unchanged, changed.sort(compareForRank))
  let generatedAt = utcDay(now) * DAY_MS
  for (const trader of traders) if (trader.asOf > generatedAt) generatedAt = trader.asOf
  return snapshotOf(traders, generatedAt)
}

/** The snapshot of a list in rank order. @param generatedAt as in `Snapshot` */
export function snapshotOf(traders: readonly PlacedTrader[], generatedAt: number): Snapshot {
  let ranked = 0
  for (const trader of traders) if (trader.eligible) ranked += 1
  const indexById = lazyIndex(traders, (trader) => trader.trader_id)
  const indexByUsername = lazyIndex(traders, (trader) => trader.entry.username.toLowerCase())
  const found = (index: number | undefined) => (index === undefined ? undefined : traders[index])
  return {
    formula: FORMULA_VERSION,
    generatedAt,
    staleSince: null,
    traders,
    ranked,
    byId: (traderId) => found(indexById(traderId)),
    byUsername: (username) => found(indexByUsername(username.toLowerCase())),
    rankOf(traderId) {
      const index = indexById(traderId)
      return index === undefined || index >= ranked ? null : index + 1
    },
    at: (place) => traders[place - 1],
  }
}

/** Looks up places by a key. The index is made at the first look-up, since many snapshots are replaced before one. */
function lazyIndex(
  traders: readonly PlacedTrader[],
  keyOf: (trader: PlacedTrader) => string,
): (key: string) => number | undefined {
  let index: Map<string, number> | undefined
  return (key) => {
    index ??= new Map(traders.map((trader, place) => [keyOf(trader), place]))
    return index.get(key)
  }
}

/** Merges two lists in rank order. */
function mergeSorted(long: readonly PlacedTrader[], short: readonly PlacedTrader[]): PlacedTrader[] {
  const merged: PlacedTrader[] = []
  let from = 0
  for (const trader of short) {
    const to = firstBehind(long, trader, from)
    for (; from < to; from += 1) push(long[from])
    merged.push(trader)
  }
  for (; from < long.length; from += 1) push(long[from])
  return merged

  function push(trader: PlacedTrader | undefined): void {
    if (trader !== undefined) merged.push(trader)
  }
}

/** The index, at least `from`, of the first trader of a sorted list that comes after a given one. */
function firstBehind(sorted: readonly PlacedTrader[], trader: PlacedTrader, from: number): number {
  let low = from
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = sorted[middle]
    if (other !== undefined && compareForRank(other, trader) < 0) low = middle + 1
    else high = middle
  }
  return low
}
