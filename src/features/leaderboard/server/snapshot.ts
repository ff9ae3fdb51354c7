import { DAY_MS, utcDay } from '#shared/dates.ts'
import { compareForRank } from '../rules/rank.ts'
import type { ListedTrader } from './listed.ts'

/** The whole ranking at one moment, never changed once published. Lookups cost the same whatever its length. */
export interface Snapshot {
  /**
   * When the newest thing in it happened (a sync, a change of an account, midnight, a status that aged), milliseconds UTC. Made
   * of the data and not of the time it was put together, so that every instance answers the same bytes.
   */
  generatedAt: number
  /** Rank order: the ranked ones first. */
  traders: readonly ListedTrader[]
  /** How many have a rank. */
  ranked: number
  byId(traderId: string): ListedTrader | undefined
  /** Without regard to case. */
  byUsername(username: string): ListedTrader | undefined
  /** 1 for the first; null for whoever is not ranked or not listed. */
  rankOf(traderId: string): number | null
  /** The trader at a place of the list, 1 for the first. */
  at(place: number): ListedTrader | undefined
}

/**
 * Puts the traders in order. `previous` gives a start that is nearly sorted, which the sort runs through in one pass.
 * `docs/ranking.md` 8.3.
 */
export function takeSnapshot(
  roster: ReadonlyMap<string, ListedTrader>,
  previous: Snapshot | null,
  now: number,
): Snapshot {
  const traders: ListedTrader[] = []
  for (const { trader_id } of previous?.traders ?? []) {
    const trader = roster.get(trader_id)
    if (trader !== undefined) traders.push(trader)
  }
  if (traders.length < roster.size) {
    for (const trader of roster.values()) if (previous?.byId(trader.trader_id) === undefined) traders.push(trader)
  }
  traders.sort(compareForRank)
  let generatedAt = utcDay(now) * DAY_MS
  let ranked = 0
  const places = new Map<string, number>()
  for (const [index, trader] of traders.entries()) {
    places.set(trader.trader_id, index)
    if (trader.eligible) ranked += 1
    generatedAt = Math.max(generatedAt, trader.asOf)
  }
  const usernames = new Map(traders.map((trader, index) => [trader.entry.username.toLowerCase(), index]))
  const found = (index: number | undefined) => (index === undefined ? undefined : traders[index])
  return {
    generatedAt,
    traders,
    ranked,
    byId: (traderId) => found(places.get(traderId)),
    byUsername: (username) => found(usernames.get(username.toLowerCase())),
    rankOf(traderId) {
      const index = places.get(traderId)
      return index === undefined || index >= ranked ? null : index + 1
    },
    at: (place) => traders[place - 1],
  }
}
