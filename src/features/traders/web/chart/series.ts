import { DAY_MS } from '#shared/dates.ts'
import type { DailyPoint } from '../types.ts'

export type SeriesName = 'growth' | 'balance' | 'equity' | 'drawdown'
export type WindowName = '1M' | '3M' | '6M' | '1A' | 'all'

export interface ChartPoint {
  /** UTC day, `YYYY-MM-DD`. */
  date: string
  /** Percent units for growth and drawdown, account currency for balance and equity. */
  value: number
  /** From before the first sync: reported by the terminal and not witnessed. */
  imported: boolean
}

/** Days of a window, its last day included; `all` has no limit. */
const windowDays: Record<WindowName, number> = { '1M': 30, '3M': 90, '6M': 180, '1A': 365, all: Infinity }

/** Every day on which the series has a value, oldest first. Growth counts from the first witnessed day. */
export function seriesOf(daily: readonly DailyPoint[], name: SeriesName): ChartPoint[] {
  return daily.flatMap((row) => {
    const value = valueOf(row, name)
    return value === null ? [] : [{ date: row.date, value, imported: row.imported }]
  })
}

/**
 * The points of a window that ends with the last one. Growth restarts from the day before the window, so that its last value is the
 * result of the window, like the 30 and 90 day figures (`docs/ranking.md` 6). Other series are cut.
 */
export function windowOf(points: readonly ChartPoint[], name: SeriesName, window: WindowName): ChartPoint[] {
  const last = points.at(-1)
  if (last === undefined) return []
  const first = Date.parse(last.date) - windowDays[window] * DAY_MS
  const inside = points.filter((point) => Date.parse(point.date) > first)
  if (name !== 'growth') return inside
  const before = points[points.length - inside.length - 1]
  const start = before ?? { date: inside[0]?.date ?? last.date, value: 0, imported: false }
  const base = 1 + start.value / 100
  // After a growth of -100 % there is no base to measure from: the series stays unchanged.
  if (before === undefined || base <= 0) return inside
  return inside.map((point) => ({ ...point, value: ((1 + point.value / 100) / base - 1) * 100 }))
}

/** The series that the data can draw. Amounts are missing when the owner hides them or the account is not verified. */
export function drawableSeries(daily: readonly DailyPoint[]): SeriesName[] {
  const names: SeriesName[] = ['growth', 'balance', 'equity', 'drawdown']
  return names.filter((name) => daily.some((row) => valueOf(row, name) !== null))
}

/** The deepest fall and its day; null without a series. */
export function deepestFall(points: readonly ChartPoint[]): ChartPoint | null {
  return points.reduce<ChartPoint | null>(
    (deepest, point) => (deepest && deepest.value <= point.value ? deepest : point),
    null,
  )
}

function valueOf(row: DailyPoint, name: SeriesName): number | null {
  if (name === 'growth') return row.growth_index === null ? null : (row.growth_index - 1) * 100
  if (name === 'drawdown') return row.drawdown === null ? null : -Math.abs(row.drawdown)
  return row[name]
}
