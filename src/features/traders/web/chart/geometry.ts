import { heightOf, type Axis } from './axis.ts'
import type { ChartPoint } from './series.ts'

/** Px of the value scale at the right and of the time axis below: the same in every plot, so that days stand above each other. */
export const SCALE_WIDTH = 72
export const AXIS_HEIGHT = 28

/** The stretchable box in which paths are drawn. */
export const BOX = 1_000

/** Where a day stands in the width of its plot, from 0 to 1: the middle of its slot. */
export function placeOf(index: number, days: number): number {
  return (index + 0.5) / days
}

/** `12.5%`: a length of SVG, which stretches with the plot. */
export function share(part: number): string {
  return `${Number((100 * part).toFixed(2))}%`
}

/** Index of the day under a point, from its share of the width. */
export function dayAt(part: number, days: number): number {
  return Math.max(0, Math.min(days - 1, Math.floor(part * days)))
}

/** A line through the points, in the box. `isStepped`: level until the next day. */
export function linePath(points: readonly ChartPoint[], axis: Axis, indexOf: DayIndex, isStepped: boolean): string {
  return points
    .map((point, position) => {
      const [x, y] = cornerOf(point, axis, indexOf)
      if (position === 0) return `M${x} ${y}`
      return isStepped ? `H${x}V${y}` : `L${x} ${y}`
    })
    .join('')
}

/** The area between a line and zero. */
export function areaPath(points: readonly ChartPoint[], axis: Axis, indexOf: DayIndex): string {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return ''
  const [start, end, zero] = [xOf(first.date, indexOf), xOf(last.date, indexOf), boxed(heightOf(axis, 0))]
  return `M${start} ${zero}${linePath(points, axis, indexOf, false).replace('M', 'L')}L${end} ${zero}Z`
}

/** The areas between equity and balance: where open positions lose, and where they gain. */
export function bandPaths(
  equity: readonly ChartPoint[],
  balance: readonly ChartPoint[],
  axis: Axis,
  indexOf: DayIndex,
): { loss: string; gain: string } {
  const balances = new Map(balance.map((point) => [point.date, point]))
  const paths = { loss: '', gain: '' }
  for (const [position, point] of equity.entries()) {
    const next = equity[position + 1]
    const [own, other] = [balances.get(point.date), next && balances.get(next.date)]
    if (next === undefined || own === undefined || other === undefined) continue
    const corners = [cornerOf(own, axis, indexOf), cornerOf(point, axis, indexOf), cornerOf(next, axis, indexOf)]
    const x = xOf(next.date, indexOf)
    const floating = point.value + next.value - own.value - other.value
    paths[floating < 0 ? 'loss' : 'gain'] +=
      `M${corners.map((corner) => corner.join(' ')).join('L')}L${x} ${cornerOf(own, axis, indexOf)[1]}Z`
  }
  return paths
}

/** The place of a day in the panel's days. */
export interface DayIndex {
  of: (date: string) => number
  days: number
}

export function dayIndex(days: readonly string[]): DayIndex {
  const places = new Map(days.map((day, index) => [day, index]))
  return { of: (date) => places.get(date) ?? 0, days: days.length }
}

function cornerOf({ date, value }: ChartPoint, axis: Axis, indexOf: DayIndex): [x: number, y: number] {
  return [xOf(date, indexOf), boxed(heightOf(axis, value))]
}

function xOf(date: string, { of, days }: DayIndex): number {
  return boxed(placeOf(of(date), days))
}

function boxed(part: number): number {
  return Number((part * BOX).toFixed(1))
}
