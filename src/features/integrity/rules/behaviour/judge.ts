import type { Rates } from '#features/performance/rules/currency.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { utcDay } from '#shared/dates.ts'
import type { FindingCode } from '../../catalogue.ts'
import type { Finding } from '../../finding.ts'
import type { Thresholds } from '../thresholds.ts'
import { judgeAveraging, judgeMartingale } from './baskets.ts'
import { judgeBlown, judgeDrawdown, judgeSize } from './capital.ts'
import { judgeCent, judgeValuePerLot } from './lots.ts'
import {
  closedWithin,
  holdingPercentile,
  judgeLuckyTrade,
  judgeShortTrades,
  judgeSmallWins,
  judgeStops,
} from './results.ts'
import { dealingsOf, type ReviewRecord, type ReviewTrade } from './trades.ts'

export interface BehaviourFacts {
  /** Milliseconds UTC. */
  now: number
  currency: string
  /** Decimals of the account's money. */
  digits: number
  /** Witnessed, of the last `review_days`. */
  trades: readonly ReviewTrade[]
  /** Behind these trades, their entries included. */
  records: readonly ReviewRecord[]
  /** All of the account, in day order. */
  rows: readonly DailyRow[]
  rates: Rates
}

/** States that `judgeBehaviour` decides: one that it does not find has ended. */
export const behaviourCodes: readonly FindingCode[] = [
  'cent_account',
  'small_account',
  'tiny_account',
  'blown_account',
  'deep_drawdown',
  'extreme_drawdown',
  'martingale',
  'averaging',
  'small_wins',
  'one_lucky_trade',
  'very_short_trades',
  'no_stop_loss',
  'value_per_lot',
]

/** All rules that need nobody else's data, and R36's percentile in milliseconds. `docs/integrity.md`, account's behaviour. */
export function judgeBehaviour(
  { now, currency, digits, trades, records, rows, rates }: BehaviourFacts,
  limits: Thresholds,
): { findings: Finding[]; holding: number | null } {
  const dealings = dealingsOf(trades, records)
  const positions = closedWithin(dealings.positions, now, limits.review_days)
  const today = utcDay(now)
  return {
    holding: holdingPercentile(positions, limits),
    findings: [
      ...judgeSize(rows, today, currency, rates, limits),
      ...judgeBlown(rows, today, limits),
      ...judgeDrawdown(rows, today, limits),
      ...judgeCent(dealings.trades, currency, digits, limits),
      ...judgeValuePerLot(dealings.trades, currency, digits, limits),
      ...judgeMartingale(positions, now, limits),
      ...judgeAveraging(positions, limits),
      ...judgeSmallWins(positions, limits),
      ...judgeLuckyTrade(positions, limits),
      ...judgeShortTrades(positions, limits),
      ...judgeStops(positions, limits),
    ],
  }
}
