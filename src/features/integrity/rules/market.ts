import { isDeal, isTrade, recordSeconds, type LedgerRecord } from '#features/ea/rules/records.ts'
import { instantText } from '#shared/dates.ts'
import type { Finding } from '../finding.ts'
import { finding, namedAtMost, type SyncFacts, type Verdict } from './facts.ts'
import { isMarketTime } from './market-hours.ts'
import type { Thresholds } from './thresholds.ts'

/** What no market does: R21, impossible times, and R24, a market that stands still. Silent. `docs/integrity.md`, rules on each sync. */

export interface MarketMemory {
  /** The floating result and prices that were shown last, since when, and whether it was told. */
  frozen: { key: string; since: number; told: boolean } | null
  /** Seconds between the last two requests, and how often in a row. */
  beat: { sent: number; gap: number; count: number } | null
}

export const newMarket: MarketMemory = { frozen: null, beat: null }

const MINUTE_MS = 60_000
const HOUR_S = 3_600
const DAY_S = 86_400
/** A price is fresh for so many seconds. */
const freshTickS = 120
/** Hours of the broker's Saturday in which no broker trades currencies, wherever its clock stands. */
const restFrom = 2
const restUntil = 22
const currencies = new Set('USD EUR GBP JPY CHF AUD NZD CAD SEK NOK DKK PLN HUF CZK TRY ZAR MXN SGD HKD CNH'.split(' '))

export function judgeMarket(memory: MarketMemory, facts: SyncFacts, thresholds: Thresholds): Verdict<MarketMemory> {
  const still = frozenMarket(memory.frozen, facts, thresholds)
  const beat = regularSeconds(memory.beat, facts, thresholds)
  const impossible = impossibleTimes(facts.received.fresh.map(({ record }) => record))
  return {
    memory: { frozen: still.frozen, beat: beat.beat },
    findings: [...impossible, ...still.findings, ...beat.findings],
    judged: [],
  }
}

/** Trades that close before they open, and currencies traded on a Saturday. */
export function impossibleTimes(records: readonly LedgerRecord[]): Finding[] {
  const trades = records.filter((record) => isTrade(record) || (isDeal(record) && record.entry === 'in'))
  const backwards = trades.filter((record) => !isDeal(record) && record.close_time < record.open_time)
  const resting = trades.filter((record) => isCurrencyPair(record.symbol) && restsAt(recordSeconds(record)))
  if (backwards.length + resting.length === 0) return []
  const tickets = (those: readonly LedgerRecord[]) => those.slice(0, namedAtMost).map(({ ticket }) => ticket)
  const evidence = { closed_before_opened: tickets(backwards), traded_on_saturday: tickets(resting) }
  return [finding('impossible_times', evidence, backwards.length + resting.length)]
}

/** `EURUSD`, and with what brokers put after it. */
function isCurrencyPair(symbol: string): boolean {
  return currencies.has(symbol.slice(0, 3)) && currencies.has(symbol.slice(3, 6))
}

/** @param wall broker seconds */
function restsAt(wall: number): boolean {
  const hour = Math.floor((wall % DAY_S) / HOUR_S)
  return (Math.floor(wall / DAY_S) + 4) % 7 === 6 && hour >= restFrom && hour < restUntil
}

/** Positions are open, prices come, and neither their prices nor their result move. */
function frozenMarket(
  before: MarketMemory['frozen'],
  { request: { snapshot, time }, received: { receipt, snapshot: counts } }: SyncFacts,
  { frozen_minutes }: Thresholds,
): { frozen: MarketMemory['frozen']; findings: Finding[] } {
  if (!counts) return { frozen: before, findings: [] }
  const moves = snapshot.open_count > 0 && time.tick_age < freshTickS && isMarketTime(receipt)
  if (!moves) return { frozen: null, findings: [] }
  const prices = (snapshot.positions ?? []).map(({ id, price }) => `${id} ${price}`).join(',')
  const key = `${snapshot.floating.toFixed(2)} ${prices.slice(0, 200)}`
  if (before?.key !== key) return { frozen: { key, since: receipt, told: false }, findings: [] }
  if (before.told || receipt - before.since < frozen_minutes * MINUTE_MS) return { frozen: before, findings: [] }
  const evidence = {
    floating_amount: snapshot.floating,
    open_positions: snapshot.open_count,
    since: instantText(before.since),
    until: instantText(receipt),
    threshold_minutes: frozen_minutes,
  }
  return { frozen: { ...before, told: true }, findings: [finding('frozen_market', evidence)] }
}

/** A terminal's timer drifts by a second now and then; a script's need not. */
function regularSeconds(
  before: MarketMemory['beat'],
  { request: { sync } }: SyncFacts,
  { regular_syncs }: Thresholds,
): { beat: MarketMemory['beat']; findings: Finding[] } {
  const sent = sync.sent_gmt
  if (sent === undefined) return { beat: null, findings: [] }
  if (before === null) return { beat: { sent, gap: 0, count: 0 }, findings: [] }
  const gap = sent - before.sent
  const count = gap === before.gap ? before.count + 1 : 1
  if (count < regular_syncs) return { beat: { sent, gap, count }, findings: [] }
  const evidence = { seconds_between: gap, syncs_in_a_row: count, threshold: regular_syncs }
  return { beat: { sent, gap, count: 0 }, findings: [finding('frozen_market', evidence)] }
}
