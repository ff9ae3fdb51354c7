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

/** Texts of a value axis, empty below the tag of a last value. `heights` are px, null outside the axis. */
export function clearOfTags(
  texts: readonly string[],
  heights: readonly (number | null)[],
  tags: readonly (number | null)[],
): string[] {
  return texts.map((text, index) => {
    const height = heights[index] ?? null
    const isCovered = height !== null && tags.some((tag) => tag !== null && Math.abs(height - tag) < TAG_PX)
    return isCovered ? '' : text
  })
}

/** Half a label and half the tag. */
const TAG_PX = 17
