import type { Performance } from '../types.ts'
import { drawdownAxis, growthAxis, moneyAxis, type Axis } from './axis.ts'
import { daysOf, type DayRange } from './range.ts'
import {
  deepestFall,
  flowsOf,
  growthWithin,
  openingDay,
  seriesOf,
  within,
  type ChartPoint,
  type Flow,
  type SeriesName,
} from './series.ts'

export interface ChartLine {
  name: 'growth' | 'balance' | 'equity' | 'drawdown'
  points: readonly ChartPoint[]
}

export interface Plot {
  axis: Axis
  /** The first one carries the area between it and zero; of two, the area lies between them. */
  lines: readonly ChartLine[]
}

/** All that the two plots of a series show in a stretch of days. */
export interface ChartView {
  /** Every UTC day of both plots. */
  days: readonly string[]
  upper: Plot
  /** The drawdown below; null where it is the upper plot itself. */
  lower: Plot | null
  falls: readonly ChartPoint[]
  deepest: ChartPoint | null
  flows: readonly Flow[]
  /** Days on which the terminal sent nothing. */
  gaps: readonly DayRange[]
  /** The first witnessed day, where it is in the stretch. */
  start: string | null
}

/** @param isLog asks for a logarithmic axis, which amounts of zero and less do not have */
export function chartView(
  { daily, gaps }: Pick<Performance, 'daily' | 'gaps'>,
  name: SeriesName,
  range: DayRange,
  isLog: boolean,
): ChartView {
  const falls = within(seriesOf(daily, 'drawdown'), range)
  const upper = upperPlot(daily, name, range, isLog)
  const dates = [...upper.lines.flatMap(({ points }) => points), ...falls].map(({ date }) => date)
  // One loop: an argument for each day of a long history is more than a call takes.
  const ends = dates.reduce<DayRange | null>(
    (found, date) => ({
      from: found === null || date < found.from ? date : found.from,
      to: found === null || date > found.to ? date : found.to,
    }),
    null,
  )
  const isShown = ({ from, to }: DayRange) => ends !== null && from <= ends.to && to >= ends.from
  const start = daily.find((row) => !row.imported)?.date ?? openingDay(daily)
  const deepest = deepestFall(falls)
  return {
    days: ends === null ? [] : daysOf(ends),
    upper,
    lower:
      name === 'drawdown' || falls.length === 0
        ? null
        : { axis: drawdownAxis(valuesOf(falls)), lines: [{ name: 'drawdown', points: falls }] },
    falls,
    // A fall that prints as zero is none.
    deepest: deepest !== null && deepest.value <= -0.005 ? deepest : null,
    flows: flowsOf(daily).filter(({ date }) => isShown({ from: date, to: date })),
    gaps: gaps.filter(isShown),
    start: start !== undefined && isShown({ from: start, to: start }) ? start : null,
  }
}

function upperPlot(daily: Performance['daily'], name: SeriesName, range: DayRange, isLog: boolean): Plot {
  if (name === 'growth') {
    const points = growthWithin(seriesOf(daily, 'growth'), range)
    return { axis: growthAxis(valuesOf(points), isLog), lines: [{ name: 'growth', points }] }
  }
  if (name === 'drawdown') {
    const points = within(seriesOf(daily, 'drawdown'), range)
    return { axis: drawdownAxis(valuesOf(points)), lines: [{ name: 'drawdown', points }] }
  }
  const lines = (['equity', 'balance'] as const).map((line) => ({
    name: line,
    points: within(seriesOf(daily, line), range),
  }))
  return {
    axis: moneyAxis(
      lines.flatMap(({ points }) => valuesOf(points)),
      isLog,
    ),
    lines,
  }
}

function valuesOf(points: readonly ChartPoint[]): number[] {
  return points.map(({ value }) => value)
}
