import { isDeal, isTrade, recordSeconds, type LedgerRecord } from '#features/ea/rules/records.ts'
import { instantText } from '#shared/dates.ts'
import type { Finding } from '../finding.ts'
import { finding, namedAtMost, type SyncFacts, type Verdict } from './facts.ts'
import { isMarketTime } from './market-hours.ts'
import { pairOf } from './symbols.ts'
import type { Thresholds } from './thresholds.ts'

/** What no market does: R21, impossible times, and R24, a market that stands still. Silent. `docs/integrity.md`, rules on each sync. */

export interface MarketMemory {
  /** The floating result and prices that were shown last, since when, how often, and whether it was told. */
  frozen: { key: string; since: number; looks: number; told: boolean } | null
}

export const newMarket: MarketMemory = { frozen: null }

const MINUTE_MS = 60_000
const HOUR_S = 3_600
const DAY_S = 86_400
/** A price is fresh for so many seconds. */
const freshTickS = 120
/** Hours of the broker's Saturday in which no broker trades currencies, wherever its clock stands. */
const restFrom = 2
const restUntil = 22

export function judgeMarket(memory: MarketMemory, facts: SyncFacts, thresholds: Thresholds): Verdict<MarketMemory> {
  const still = frozenMarket(memory.frozen, facts, thresholds)
  const impossible = impossibleTimes(facts.received.fresh.map(({ record }) => record))
  return {
    memory: { frozen: still.frozen },
    findings: [...impossible, ...still.findings],
    judged: [],
  }
}

/** Trades that close before they open, and currencies traded on a Saturday. */
export function impossibleTimes(records: readonly LedgerRecord[]): Finding[] {
  const trades = records.filter((record) => isTrade(record) || (isDeal(record) && record.entry === 'in'))
  const backwards = trades.filter((record) => !isDeal(record) && record.close_time < record.open_time)
  const resting = trades.filter((record) => pairOf(record.symbol) !== null && restsAt(recordSeconds(record)))
  if (backwards.length + resting.length === 0) return []
  const tickets = (those: readonly LedgerRecord[]) => those.slice(0, namedAtMost).map(({ ticket }) => ticket)
  const evidence = { closed_before_opened: tickets(backwards), traded_on_saturday: tickets(resting) }
  return [finding('impossible_times', evidence, backwards.length + resting.length)]
}

/** @param wall broker seconds */
function restsAt(wall: number): boolean {
  const hour = Math.floor((wall % DAY_S) / HOUR_S)
  return (Math.floor(wall / DAY_S) + 4) % 7 === 6 && hour >= restFrom && hour < restUntil
}

/**
 * The same positions are open, prices come, and neither their own prices nor their result move. A few looks must say so: two that
 * are far apart may agree by chance.
 */
function frozenMarket(
  before: MarketMemory['frozen'],
  { request: { snapshot, time }, received: { receipt, snapshot: counts } }: SyncFacts,
  { frozen_minutes, frozen_syncs }: Thresholds,
): { frozen: MarketMemory['frozen']; findings: Finding[] } {
  if (!counts) return { frozen: before, findings: [] }
  const moves = snapshot.open_count > 0 && time.tick_age < freshTickS && isMarketTime(receipt)
  if (!moves) return { frozen: null, findings: [] }
  const prices = (snapshot.positions ?? []).map(({ id, price }) => `${id} ${price}`).join(',')
  const key = `${snapshot.floating.toFixed(2)} ${prices.slice(0, 200)}`
  if (before?.key !== key) return { frozen: { key, since: receipt, looks: 1, told: false }, findings: [] }
  const looks = before.looks + 1
  const lasts = receipt - before.since >= frozen_minutes * MINUTE_MS && looks >= frozen_syncs
  if (before.told || !lasts) return { frozen: { ...before, looks }, findings: [] }
  const evidence = {
    floating_amount: snapshot.floating,
    open_positions: snapshot.open_count,
    since: instantText(before.since),
    until: instantText(receipt),
    syncs: looks,
    threshold_minutes: frozen_minutes,
    threshold_syncs: frozen_syncs,
  }
  return { frozen: { ...before, looks, told: true }, findings: [finding('frozen_market', evidence)] }
}
