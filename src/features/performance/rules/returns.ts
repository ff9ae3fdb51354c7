import { dayText } from '#shared/dates.ts'
import { foldRow, foldRows, heldIndex, NO_DAYS } from './rows.ts'
import type { DailyRow, IndexDay } from './rows.ts'

const RISK_MIN_DAYS = 30
const DAYS_A_YEAR = 365

/** The growth index over a row's day. Falls are fractions of 0 or more, from the highest index so far. `docs/ranking.md` 6. */
export interface IndexPoint {
  day: number
  /** At the end of the day; 1 at the start of the history. */
  growth_index: number
  /** Deepest fall during the day, its start included. The largest one of a history is its largest drawdown. */
  drawdown: number
}

/** The growth index and the falls, one point for each row. Takes the rows of the whole history in day order. */
export function indexSeries(rows: readonly DailyRow[]): IndexPoint[] {
  let totals = NO_DAYS
  return rows.map((row) => {
    const { drawdown } = foldRow({ ...totals, drawdown: 0 }, row)
    totals = foldRow(totals, row)
    return { day: row.day, growth_index: totals.growth, drawdown }
  })
}

/** The fall at the end of a whole history from its highest index, as a fraction; null without a row. */
export function currentDrawdown(rows: readonly DailyRow[]): number | null {
  const { growth, high } = foldRows(rows)
  return rows.length === 0 ? null : 1 - growth / high
}

/** ROI (a fraction) of each UTC month from the first row to the last. A month without a row is 0. */
export function monthlyRoi(rows: readonly DailyRow[]): { month: string; roi: number }[] {
  const byMonth = Map.groupBy(rows, (row) => dayText(row.day).slice(0, 7))
  const [first] = byMonth.keys()
  const last = [...byMonth.keys()].at(-1)
  if (first === undefined || last === undefined) return []
  const months: { month: string; roi: number }[] = []
  for (let month = first; month <= last; month = monthAfter(month)) {
    months.push({ month, roi: foldRows(byMonth.get(month) ?? []).growth - 1 })
  }
  return months
}

/**
 * The growth index at the end of each of the last `days` UTC days; 1 at the start of the first. Days before the account's first row are
 * left out. Oldest first, at most `days` numbers.
 * @param rows in day order
 */
export function recentIndex(rows: readonly IndexDay[], firstDay: number, today: number, days: number): number[] {
  const series: number[] = []
  let growth = 1
  let next = 0
  for (let day = Math.max(firstDay, today - days + 1); day <= today; day += 1) {
    while ((rows[next]?.day ?? Infinity) < day) next += 1
    const row = rows[next]
    if (row?.day === day) growth = heldIndex(growth * row.growth)
    series.push(growth)
  }
  return series
}

/** Risk-adjusted return of the daily growth. Null when the history is too short or too even. */
export interface RiskAdjusted {
  /** Mean / standard deviation (n - 1) of the daily returns, times the square root of 365. */
  sharpe: number | null
  /** Mean / downside deviation (root of the mean square of the negative returns, over all days), times the square root of 365. */
  sortino: number | null
}

/**
 * Over every UTC day from the first row to `today`. A quiet day or weekend counts with a return of 0, hence 365 days a year and not
 * 252. The target return is 0. Null under 30 days, and when the deviation is 0.
 */
export function riskAdjusted(rows: readonly DailyRow[], today: number): RiskAdjusted {
  const first = rows[0]
  const days = first === undefined ? 0 : today - first.day + 1
  if (days < RISK_MIN_DAYS) return { sharpe: null, sortino: null }
  let total = 0
  let squares = 0
  let downside = 0
  for (const { growth } of rows) {
    const change = growth - 1
    total += change
    downside += Math.min(0, change) ** 2
  }
  const mean = total / days
  for (const { growth } of rows) squares += (growth - 1 - mean) ** 2
  squares += (days - rows.length) * mean ** 2
  return {
    sharpe: annualised(mean, squares / (days - 1)),
    sortino: annualised(mean, downside / days),
  }
}

/** Growth for each unit of the largest fall: total ROI / largest drawdown, both fractions of the growth index. Null without a fall. */
export function recoveryFactor(roiTotal: number, maxDrawdownTotal: number): number | null {
  return maxDrawdownTotal > 0 ? roiTotal / maxDrawdownTotal : null
}

function annualised(mean: number, variance: number): number | null {
  // A deviation that is only the rounding error of equal returns would make any return look certain.
  if (!(variance > 1e-18) || !Number.isFinite(variance)) return null
  return (mean / Math.sqrt(variance)) * Math.sqrt(DAYS_A_YEAR)
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
