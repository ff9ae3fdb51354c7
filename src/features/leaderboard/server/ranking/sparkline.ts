import { roundTo, SPARKLINE_DIGITS } from '#shared/rounding.ts'

/** Points of a line that is 128 pixels wide. */
const mostPoints = 18
/** Its height without the margins. A step of a rounded point is at most one pixel. */
const height = 28

/**
 * The points of a row's small line: days at equal distance, the last one among them. Each is as long as the line can show, so that the
 * list stays small; the last one is the figure beside the line, and keeps its decimals.
 * @param index the growth index of each day, 1 at its start; oldest first
 */
export function sparkline(index: readonly number[]): number[] {
  const digits = lineDigits(Math.min(1, ...index), Math.max(1, ...index))
  const last = index.length - 1
  return pointDays(index.length).map((day) => linePoint(index[day] ?? 1, day === last ? null : digits))
}

/** Decimals of the points before the last one. @param low the lowest index, at most 1 @param high the highest one, at least 1 */
export function lineDigits(low: number, high: number): number {
  const range = high - low
  const needed = range === 0 ? 0 : Math.ceil(Math.log10(height / range))
  return Math.min(SPARKLINE_DIGITS, Math.max(0, needed))
}

/** @param digits null for the last point */
export const linePoint = (index: number, digits: number | null) => roundTo(index, digits ?? SPARKLINE_DIGITS)

/** The days that have a point, from 0. @param days of the whole line */
export function pointDays(days: number): number[] {
  const step = Math.ceil(days / mostPoints)
  const shown: number[] = []
  for (let day = (days - 1) % step; day < days; day += step) shown.push(day)
  return shown
}
