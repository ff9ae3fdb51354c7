import type { EngineState } from '#features/performance/rules/engine-state.ts'
import { recentIndex } from '#features/performance/rules/returns.ts'
import { heldIndex, type RecentDay } from '#features/performance/rules/rows.ts'
import { closedDays, type ClosedDays } from '../../rules/closed-days.ts'
import { closedMonths, type ClosedMonths } from './month-loss.ts'
import { lineDigits, linePoint, pointDays, sparkline } from './sparkline.ts'

const lineDays = 90

/** The part of an account's row that the days before its newest one decide. */
export interface ClosedFigures extends ClosedDays, ClosedMonths {
  /** The index of the line at the end of these days; the lowest, at most 1, and the highest, at least 1. */
  index: number
  index_low: number
  index_high: number
  /** Decimals of the line's points. */
  line_digits: number
}

/** @param rows in day order @param worstMonth as `TraderRow` */
export function closedFigures(
  rows: readonly RecentDay[],
  state: EngineState,
  worstMonth: number | null,
  moment: Parameters<typeof closedDays>[2],
): ClosedFigures {
  const { today } = moment
  const newest = state.row.day
  const closed = rows.filter(({ day }) => day < newest)
  const last = Math.min(today, newest - 1)
  const index = recentIndex(closed, state.first_day, last, lineDays - (today - last))
  const figures = {
    ...closedDays(closed, newest, moment),
    ...closedMonths(closed, newest, worstMonth),
    index: index.at(-1) ?? 1,
    index_low: Math.min(1, ...index),
    index_high: Math.max(1, ...index),
  }
  return { ...figures, line_digits: digitsOf(figures, state) }
}

/** The line of an account's row. @param rows in day order @param today UTC day of the evaluation */
export function lineOf(rows: readonly RecentDay[], state: EngineState, today: number): number[] {
  const days = [...rows.filter(({ day }) => day < state.row.day), state.row]
  return sparkline(recentIndex(days, state.first_day, today, lineDays))
}

/**
 * The same line where the newest day alone has moved since.
 * @param points as they were
 * @returns null where each point has other decimals now, or the newest day is in the future
 */
export function movedLine(points: readonly number[], closed: ClosedFigures, state: EngineState): number[] | null {
  const { today, newest, line_digits: digits } = closed
  if (newest > today || digitsOf(closed, state) !== digits) return null
  const first = Math.max(state.first_day, today - lineDays + 1)
  const days = today - first + 1
  const moved = indexNow(closed, state)
  return pointDays(days).map((day, index) =>
    first + day < newest ? (points[index] ?? 1) : linePoint(moved, day === days - 1 ? null : digits),
  )
}

type Closed = Pick<ClosedFigures, 'today' | 'index' | 'index_low' | 'index_high'>

function digitsOf(closed: Closed, state: EngineState): number {
  const index = indexNow(closed, state)
  return lineDigits(Math.min(closed.index_low, index), Math.max(closed.index_high, index))
}

/** The line's index since the newest day. */
function indexNow({ index, today }: Closed, { row }: EngineState): number {
  return row.day > today - lineDays ? heldIndex(index * row.growth) : index
}
