import { isWin, WIN_EPS } from '#features/performance/rules/rows.ts'
import { DAY_MS, dayText, utcDay } from '#shared/dates.ts'
import type { Finding } from '../../finding.ts'
import type { Thresholds } from '../thresholds.ts'
import type { Position } from './trades.ts'

/** What closed positions say of how an account is run: R35 to R39. `docs/integrity.md`, account's behaviour. */

const holding = ({ open, close }: Position) => close - open

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** R35: many small wins, and losses that are far larger or held far longer; `wins_losses` of them: a single one proves no habit. */
export function judgeSmallWins(positions: readonly Position[], limits: Thresholds): Finding[] {
  if (positions.length < limits.review_trades) return []
  const wins = positions.filter(({ net }) => isWin(net))
  const losses = positions.filter(({ net }) => net < -WIN_EPS)
  if (wins.length === 0 || losses.length < limits.wins_losses) return []
  const rate = wins.length / positions.length
  const lossFactor = -mean(losses.map(({ net }) => net)) / mean(wins.map(({ net }) => net))
  const [held, heldLosers] = [mean(wins.map(holding)), mean(losses.map(holding))]
  const { wins_rate, wins_loss_factor, wins_holding_factor } = limits
  const longer = held > 0 && heldLosers >= wins_holding_factor * held
  if (rate < wins_rate || (lossFactor < wins_loss_factor && !longer)) return []
  return [
    {
      code: 'small_wins',
      occurrences: losses.length,
      evidence: {
        inputs: { positions: positions.length, wins: wins.length, losses: losses.length },
        threshold: { wins_rate_share: wins_rate, wins_loss_factor, wins_holding_factor },
        found: {
          wins_rate_share: rate,
          loss_factor: lossFactor,
          winners_held_minutes: held / 60_000,
          losers_held_minutes: heldLosers / 60_000,
        },
      },
    },
  ]
}

/**
 * R36's measure: the age in milliseconds that `losers_percentile` of the own positions were closed within (nearest rank). Null where
 * there are too few to tell.
 */
export function holdingPercentile(positions: readonly Position[], limits: Thresholds): number | null {
  if (positions.length < limits.review_trades) return null
  const ages = positions.map(holding).sort((a, b) => a - b)
  return ages[Math.max(0, Math.ceil(limits.losers_percentile * ages.length) - 1)] ?? null
}

/** R37: the best position, or the best UTC day, made more than a share of the period's profit. */
export function judgeLuckyTrade(positions: readonly Position[], limits: Thresholds): Finding[] {
  const profit = positions.reduce((sum, { net }) => sum + net, 0)
  if (positions.length < limits.review_trades || profit <= WIN_EPS) return []
  const best = positions.reduce((a, b) => (b.net > a.net || (b.net === a.net && b.close < a.close) ? b : a))
  const days = [...Map.groupBy(positions, ({ close }) => utcDay(close))]
    .map(([day, those]) => ({ day, net: those.reduce((sum, { net }) => sum + net, 0) }))
    .sort((a, b) => b.net - a.net || a.day - b.day)
  const bestDay = days[0]
  const trade = best.net / profit
  const day = (bestDay?.net ?? 0) / profit
  if (trade <= limits.lucky_share && day <= limits.lucky_share) return []
  return [
    {
      code: 'one_lucky_trade',
      occurrences: 1,
      evidence: {
        inputs: { positions: positions.length, period_profit: profit },
        threshold: { lucky_share: limits.lucky_share },
        found: {
          best_trade_share: trade,
          best_trade_profit: best.net,
          tickets: best.tickets,
          best_day_share: day,
          best_day: dayText(bestDay?.day ?? 0),
        },
      },
    },
  ]
}

/** R38: most positions are closed within seconds. */
export function judgeShortTrades(positions: readonly Position[], limits: Thresholds): Finding[] {
  if (positions.length < limits.review_trades) return []
  const short = positions.filter((position) => holding(position) < limits.short_seconds * 1000)
  const share = short.length / positions.length
  if (share <= limits.short_share) return []
  const { short_seconds, short_share } = limits
  return [
    {
      code: 'very_short_trades',
      occurrences: short.length,
      evidence: {
        inputs: { positions: positions.length },
        threshold: { short_seconds, short_share },
        found: { short: short.length, short_share: share, tickets: short.slice(-10).flatMap(({ tickets }) => tickets) },
      },
    },
  ]
}

/** R39: hardly any position ever had a stop loss. Those whose stops the terminal did not send are left out. */
export function judgeStops(positions: readonly Position[], limits: Thresholds): Finding[] {
  const told = positions.filter(({ stop }) => stop !== null)
  if (told.length < limits.review_trades) return []
  const without = told.filter(({ stop }) => stop === false).length
  const share = without / told.length
  if (share <= limits.no_stop_share) return []
  return [
    {
      code: 'no_stop_loss',
      occurrences: without,
      evidence: {
        inputs: { positions: told.length },
        threshold: { no_stop_share: limits.no_stop_share },
        found: { without_stop: without, without_stop_share: share },
      },
    },
  ]
}

/** The positions that closed within the last `days` days. @param now milliseconds UTC */
export function closedWithin(positions: readonly Position[], now: number, days: number): Position[] {
  return positions.filter(({ close }) => close > now - days * DAY_MS && close <= now)
}
