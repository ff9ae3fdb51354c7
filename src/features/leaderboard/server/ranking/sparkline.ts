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
  const step = Math.ceil(index.length / mostPoints)
  const last = index.length - 1
  const range = Math.max(1, ...index) - Math.min(1, ...index)
  const needed = range === 0 ? 0 : Math.ceil(Math.log10(height / range))
  const digits = Math.min(SPARKLINE_DIGITS, Math.max(0, needed))
  const points: number[] = []
  for (let day = last % step; day <= last; day += step)
    points.push(roundTo(index[day] ?? 1, day === last ? SPARKLINE_DIGITS : digits))
  return points
}
