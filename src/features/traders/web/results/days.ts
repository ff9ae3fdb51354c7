import { dayOfText } from '#shared/dates.ts'
import type { DailyPoint } from '../types.ts'

/** The result of a UTC day, in percent units. */
export interface DayResult {
  date: string
  roi: number
}

/** Days with a growth index, each with what it did to it. The index starts at 1; a day after a total loss did nothing. */
export function dayResults(daily: readonly DailyPoint[]): DayResult[] {
  let before = 1
  return daily.flatMap(({ date, growth_index: index }) => {
    if (index === null) return []
    const roi = before > 0 ? 100 * (index / before - 1) : 0
    before = index
    return [{ date, roi }]
  })
}

/** Where a day stands in the calendar of its year: weeks from Monday are columns, weekdays rows. */
export function cellOf(date: string): { x: number; y: number } {
  const day = dayOfText(date)
  const newYear = dayOfText(`${date.slice(0, 4)}-01-01`)
  // 1970-01-01 was a Thursday.
  const weekday = (of: number) => (of + 3) % 7
  return { x: Math.floor((day - newYear + weekday(newYear)) / 7), y: weekday(day) }
}

/** The size of a result that nine days of ten stay within: its colour is full. Percent units, at least 0.1. */
export function fullColour(days: readonly DayResult[]): number {
  const sizes = days.map(({ roi }) => Math.abs(roi)).filter((size) => size >= 0.005)
  sizes.sort((a, b) => a - b)
  return Math.max(0.1, sizes[Math.floor(sizes.length * 0.9)] ?? 0)
}

/** A month's days: how many gained and lost as printed with two decimals, and the extremes. */
export function dayMonths(days: readonly DayResult[]) {
  return [...Map.groupBy(days, ({ date }) => date.slice(0, 7))].toReversed().map(([month, results]) => ({
    month,
    up: results.filter(({ roi }) => roi >= 0.005).length,
    down: results.filter(({ roi }) => roi <= -0.005).length,
    best: Math.max(...results.map(({ roi }) => roi)),
    worst: Math.min(...results.map(({ roi }) => roi)),
  }))
}
