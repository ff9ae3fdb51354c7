import type { Rates } from '#features/performance/rules/currency.ts'
import { foldRows, heldIndex, windowRows, type DailyRow } from '#features/performance/rules/rows.ts'
import { dayText } from '#shared/dates.ts'
import type { Finding } from '../../finding.ts'
import { median } from '../median.ts'
import type { Thresholds } from '../thresholds.ts'

/** What the daily rows say: size of the account (R13), a blown account (R29), deep drawdown (R30). `docs/integrity.md`. */

/** Amount of the account currency in US dollars at the rate of a UTC day; null where the table knows no rate. */
function inDollars(amount: number, currency: string, day: number, rates: Rates): number | null {
  const [units, dollars] = [rates.unitsPerEuro(currency, day), rates.unitsPerEuro('USD', day)]
  return units === null || dollars === null ? null : (amount / units) * dollars
}

/**
 * R13: median over the last `size_days` UTC days of equity at the day's end, in US dollars. A day without a row keeps the equity of the one
 * before. Accounts in currencies without a rate are not judged.
 * @param rows in day order
 */
export function judgeSize(
  rows: readonly DailyRow[],
  today: number,
  currency: string,
  rates: Rates,
  limits: Thresholds,
): Finding[] {
  const dollars: number[] = []
  let next = 0
  let equity: number | null = null
  for (let day = today - limits.size_days + 1; day <= today; day += 1) {
    for (let row = rows[next]; row !== undefined && row.day <= day; row = rows[++next]) equity = row.equity_end
    if (equity === null) continue
    const amount = inDollars(equity, currency, day, rates)
    if (amount === null) return []
    dollars.push(amount)
  }
  const middle = median(dollars)
  const { tiny_usd, small_usd } = limits
  if (dollars.length === 0 || middle >= small_usd) return []
  return [
    {
      code: middle < tiny_usd ? 'tiny_account' : 'small_account',
      occurrences: 1,
      evidence: {
        inputs: { observed_days: dollars.length, currency },
        threshold: { usd_equity: middle < tiny_usd ? tiny_usd : small_usd },
        found: { median_usd_equity: middle },
      },
    },
  ]
}

/** Months of a year as days, rounded up, so that the tag lasts at least as long as it says. */
const monthDays = 366 / 12

/**
 * R29: on a day of the last `blown_months` the growth index came to be `blown_share` or more below its highest value before. What
 * lies there since is no new fall.
 * Deposits and withdrawals do not move the index. @param rows all of the account, in day order
 */
export function judgeBlown(rows: readonly DailyRow[], today: number, limits: Thresholds): Finding[] {
  let growth = 1
  let high = 1
  let under = false
  let worst: { day: number; fall: number } | null = null
  const since = today - limits.blown_months * monthDays
  for (const row of rows) {
    const fall = Math.max(row.drawdown, 1 - (growth * row.low) / high)
    if (row.day > since && !under && fall >= limits.blown_share && (worst === null || fall > worst.fall))
      worst = { day: row.day, fall }
    high = heldIndex(Math.max(high, growth * row.high))
    growth = heldIndex(growth * row.growth)
    under = 1 - growth / high >= limits.blown_share
  }
  if (worst === null) return []
  return [
    {
      code: 'blown_account',
      occurrences: 1,
      evidence: {
        inputs: { rows: rows.length },
        threshold: { fall_share: limits.blown_share, months: limits.blown_months },
        found: { fall_share: worst.fall, day: dayText(worst.day) },
      },
    },
  ]
}

/** R30: largest fall of the growth index within the last `fall_days` UTC days. An extreme one is a deep one too. */
export function judgeDrawdown(rows: readonly DailyRow[], today: number, limits: Thresholds): Finding[] {
  const { drawdown } = foldRows(windowRows(rows, today, limits.fall_days))
  return (['deep_drawdown', 'extreme_drawdown'] as const)
    .filter((code) => drawdown > limits[code])
    .map((code) => ({
      code,
      occurrences: 1,
      evidence: {
        inputs: { window_days: limits.fall_days },
        threshold: { drawdown_share: limits[code] },
        found: { drawdown_share: drawdown },
      },
    }))
}
