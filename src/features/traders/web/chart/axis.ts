import * as format from '#shared/format/format.ts'

/** The values of a plot's vertical axis, in percent units or account currency. */
export interface Axis {
  low: number
  high: number
  /** Equal distances are equal ratios; `low` is above 0. */
  isLog: boolean
  /** Printed values are this much lower: on a logarithmic axis growth is drawn as an index of 100. */
  offset: number
  unit: 'percent' | 'amount'
  /** Free shares of the height above `high` and below `low`. */
  top: number
  bottom: number
}

/** A drawn value has this size at most: only an invented account gets there, and no canvas draws more. */
const HIGHEST = 1e12
/** Growth below -99 % stands at the foot of a logarithmic axis, which has no zero. */
const LOWEST_INDEX = 1
const INDEX_START = 100
/** Percent of an axis whose line never leaves zero. An axis without height would repeat one label. */
const FLAT_PERCENT = 1
/** The same for amounts, as a share of the highest. */
const FLAT_SHARE = 0.02

/** The axis of growth: 0 stands on it. */
export function growthAxis(values: readonly number[], isLog: boolean): Axis {
  const low = Math.min(0, ...values.map(held))
  const high = Math.max(0, ...values.map(held))
  const axis = { low, high: high - low < FLAT_PERCENT ? low + FLAT_PERCENT : high, unit: 'percent' as const }
  if (!isLog) return { ...axis, ...room, isLog, offset: 0 }
  return { ...axis, ...room, isLog, offset: INDEX_START, low: indexOf(axis.low), high: indexOf(axis.high) }
}

/** The axis of balance and equity. It does not begin at 0; a negative equity stands on it. */
export function moneyAxis(values: readonly number[], isLog: boolean): Axis {
  if (values.length === 0) return { low: 0, high: 1, isLog: false, offset: 0, unit: 'amount', ...room }
  const low = Math.min(...values.map(held))
  const high = Math.max(...values.map(held))
  const missing = Math.max(0, Math.max(1, Math.abs(high) * FLAT_SHARE) - (high - low)) / 2
  const isPossible = isLog && low - missing > 0
  return { low: low - missing, high: high + missing, isLog: isPossible, offset: 0, unit: 'amount', ...room }
}

/** The axis of a drawdown: 0 is its top. */
export function drawdownAxis(values: readonly number[]): Axis {
  const low = Math.min(-FLAT_PERCENT, ...values)
  return { low, high: 0, isLog: false, offset: 0, unit: 'percent', top: 0.06, bottom: 0.2 }
}

/** Above the line stands the name of the start of monitoring, below it the payments. */
const room = { top: 0.1, bottom: 0.16 }

function held(value: number): number {
  return Math.max(-HIGHEST, Math.min(HIGHEST, value))
}

function indexOf(percent: number): number {
  return Math.max(LOWEST_INDEX, INDEX_START + percent)
}

/** A value as the axis draws it. */
export function drawnValue(axis: Axis, value: number): number {
  return axis.offset > 0 ? indexOf(held(value)) : held(value)
}

/** The height of a value in the plot, from 0 (top) to 1. */
export function heightOf(axis: Axis, value: number): number {
  const scale = axis.isLog ? Math.log10 : (plain: number) => plain
  const [low, high] = [scale(axis.low), scale(axis.high)]
  const share = (high - scale(drawnValue(axis, value))) / (high - low)
  return axis.top + share * (1 - axis.top - axis.bottom)
}

const TICKS = 5

/** Round values on the axis, lowest first, as drawn. */
export function ticksOf({ low, high }: Axis): number[] {
  const rough = (high - low) / TICKS
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step)
}

type Printed = Pick<Axis, 'unit' | 'offset'>

/** Texts of drawn values: `+50%`, `−7,5%`, `12,5k`. All have as many decimals as they need to differ, at most two. */
export function axisTexts({ unit, offset }: Printed, drawn: readonly number[]): string[] {
  const parts = drawn.map((value) => scaled(value - offset))
  const decimals = [0, 1].find((count) => parts.every(({ value }) => isWhole(value * 10 ** count))) ?? 2
  return parts.map(({ value, suffix }) => {
    const text = format.decimal(value, decimals) + suffix
    if (unit === 'amount') return text
    return `${value > 0 && /[1-9]/.test(text) ? '+' : ''}${text}%`
  })
}

/** The text of a single drawn value. */
export function axisText({ unit, offset }: Printed, drawn: number): string {
  const value = drawn - offset
  if (unit === 'percent' && Math.abs(value) < 10_000) return format.axisPercent(Math.round(value * 10) / 10)
  return axisTexts({ unit, offset: 0 }, [rounded(value)]).join('')
}

/** Three digits of a large value: the scale has no room for more. */
function rounded(value: number): number {
  return Math.abs(value) < 10_000 ? Math.round(value) : Number(value.toPrecision(3))
}

function scaled(value: number): { value: number; suffix: string } {
  const size = Math.abs(value)
  if (size >= 1e9) return { value: value / 1e9, suffix: 'G' }
  if (size >= 1e6) return { value: value / 1e6, suffix: 'M' }
  return size >= 1e4 ? { value: value / 1e3, suffix: 'k' } : { value, suffix: '' }
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6
}
