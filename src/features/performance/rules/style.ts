import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'

export type TradingStyle = 'scalping' | 'intraday' | 'swing' | 'position'
export type RiskLevel = 'low' | 'medium' | 'high'

const MIN_TRADES = 10
const SCALPING_MS = 15 * MINUTE_MS
const INTRADAY_MS = DAY_MS
const SWING_MS = 7 * DAY_MS
const LOW_RISK = 0.1
const MEDIUM_RISK = 0.25

/**
 * The style of a trader by holding time. `medianHolding`: median of close - open, in milliseconds, over the `trades` trades closed in
 * the last 90 days. Null under ten of them. `docs/ranking.md` 8.5.
 */
export function tradingStyle(medianHolding: number | null, trades: number): TradingStyle | null {
  if (medianHolding === null || trades < MIN_TRADES) return null
  if (medianHolding < SCALPING_MS) return 'scalping'
  if (medianHolding < INTRADAY_MS) return 'intraday'
  return medianHolding < SWING_MS ? 'swing' : 'position'
}

/**
 * Risk by the largest fall of the growth index in 90 days, a fraction. Null without a snapshot and without a trade: an account that
 * never traded has not shown a low risk. `docs/ranking.md` 8.5.
 */
export function riskLevel(maxDrawdown90: number | null, totalTrades: number): RiskLevel | null {
  if (maxDrawdown90 === null || totalTrades === 0) return null
  if (maxDrawdown90 < LOW_RISK) return 'low'
  return maxDrawdown90 < MEDIUM_RISK ? 'medium' : 'high'
}
