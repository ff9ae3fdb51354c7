import { DAY_MS } from '#shared/dates.ts'
import * as format from '#shared/format/format.ts'

export type TickKind = 'year' | 'month' | 'day'

/** Up to this many days a tick may name a single day; longer axes name months alone. */
const SHORT_DAYS = 100
/** A first month this close to the left edge leaves no room for a label of the first day before it. */
const NEAR_EDGE = 1 / 6

/**
 * Labels of the time axis of `days` (`YYYY-MM-DD`, oldest first): `feb`, or `12 feb` on a short axis. The first label of each year, and
 * the first of all, carries the year: `gen 2026`.
 */
export function tickLabels(days: readonly string[]): (day: string, kind: TickKind) => string {
  const first = days[0] ?? ''
  const last = days.at(-1) ?? ''
  const span = (Date.parse(last) - Date.parse(first)) / DAY_MS
  const isShort = span <= SHORT_DAYS
  const firstMonth = days.find((day) => day.slice(0, 7) !== first.slice(0, 7)) ?? ''
  const isNearEdge = Date.parse(firstMonth) - Date.parse(first) < span * NEAR_EDGE * DAY_MS
  return (day, kind) => {
    const month = format.shortMonth(Number(day.slice(5, 7)))
    const year = day.slice(0, 4)
    if (kind === 'year') return `${month} ${year}`
    if (kind === 'month') return day === firstMonth && (!isShort || isNearEdge) ? `${month} ${year}` : month
    if (!isShort) return ''
    return `${Number(day.slice(8))} ${month}${day === first ? ` ${year}` : ''}`
  }
}

/** Texts of a price axis, empty below the tag of the last value. `heights` are px, null outside the axis. */
export function clearOfTag(
  texts: readonly string[],
  heights: readonly (number | null)[],
  tag: number | null,
): string[] {
  return texts.map((text, index) => {
    const height = heights[index] ?? null
    return tag !== null && height !== null && Math.abs(height - tag) < TAG_PX ? '' : text
  })
}

/** Half a label and half the tag. */
const TAG_PX = 17

interface Range {
  minValue: number
  maxValue: number
}

/** Percent of an axis whose line never leaves zero. An axis without height would repeat one label. */
const FLAT_RANGE = 1

/** The axis of growth, in percent: zero stands on it. */
export function growthRange({ minValue, maxValue }: Range): Range {
  const [low, high] = [Math.min(0, minValue), Math.max(0, maxValue)]
  return { minValue: low, maxValue: low === high ? FLAT_RANGE : high }
}

/** The axis of a drawdown, in percent: zero is its top. */
export function drawdownRange({ minValue }: Range): Range {
  return { minValue: minValue === 0 ? -FLAT_RANGE : minValue, maxValue: 0 }
}
