import type { DailyPoint } from '../types.ts'
import type { DayRange } from './range.ts'

/** A number of a day's row. */
type FigureName = 'growth' | 'balance' | 'equity' | 'drawdown'
/** A choice of the chart. `money`: balance and equity together. */
export type SeriesName = 'growth' | 'money' | 'drawdown'

export interface ChartPoint {
  /** UTC day, `YYYY-MM-DD`. */
  date: string
  /** Percent units for growth and drawdown, account currency for balance and equity. */
  value: number
  /** From before the first sync: reported by the terminal and not witnessed. */
  imported: boolean
}

/** Every day on which the figure has a value, oldest first. Growth counts from the first counted day. */
export function seriesOf(daily: readonly DailyPoint[], name: FigureName): ChartPoint[] {
  return daily.flatMap((row) => {
    const value = valueOf(row, name)
    return value === null ? [] : [{ date: row.date, value, imported: row.imported }]
  })
}

/** The points from one day to another, both included. */
export function within(points: readonly ChartPoint[], { from, to }: DayRange): ChartPoint[] {
  return points.filter(({ date }) => date >= from && date <= to)
}

/**
 * The growth of a stretch of days. It restarts from the day before, so that its last value is the result of the stretch, like the 30 and
 * 90 day figures (`docs/ranking.md` 6).
 */
export function growthWithin(points: readonly ChartPoint[], range: DayRange): ChartPoint[] {
  const inside = within(points, range)
  const before = points.findLast(({ date }) => date < range.from)
  const base = 1 + (before?.value ?? 0) / 100
  // After a growth of -100 % there is no base to measure from: the series stays unchanged.
  if (before === undefined || base <= 0) return inside
  return inside.map((point) => ({ ...point, value: ((1 + point.value / 100) / base - 1) * 100 }))
}

/** The series that the data can draw. Amounts are missing when the owner hides them or the account is not verified. */
export function drawableSeries(daily: readonly DailyPoint[]): SeriesName[] {
  const has = (name: FigureName) => daily.some((row) => valueOf(row, name) !== null)
  const names: SeriesName[] = ['growth', 'money', 'drawdown']
  return names.filter((name) => (name === 'money' ? has('balance') || has('equity') : has(name)))
}

/** The deepest fall and its day; null without a series. */
export function deepestFall(points: readonly ChartPoint[]): ChartPoint | null {
  return points.reduce<ChartPoint | null>(
    (deepest, point) => (deepest && deepest.value <= point.value ? deepest : point),
    null,
  )
}

/** Money paid in (positive) or out on a day, in account currency. */
export interface Flow {
  date: string
  amount: number
}

/** Days on which money came or went. The capital of the day on which the counted history begins was there already. */
export function flowsOf(daily: readonly DailyPoint[]): Flow[] {
  const opening = openingDay(daily)
  return daily.flatMap(({ date, net_flow: amount }) =>
    amount === null || amount === 0 || date === opening ? [] : [{ date, amount }],
  )
}

/** The first day that counts: its flow includes the capital at the start. Undefined during the import. */
export function openingDay(daily: readonly DailyPoint[]): string | undefined {
  return daily.find((row) => row.growth_index !== null)?.date
}

function valueOf(row: DailyPoint, name: FigureName): number | null {
  if (name === 'growth') return row.growth_index === null ? null : (row.growth_index - 1) * 100
  if (name === 'drawdown') return row.drawdown === null ? null : -Math.abs(row.drawdown)
  return row[name]
}
