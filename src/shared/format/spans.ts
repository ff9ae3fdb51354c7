import { MISSING, count, day } from './format.ts'

/** Spans of time and days, written as `format.ts` writes numbers; apart from it because the first view shows none. */

const SPACE = '\u00a0'

type Value = number | null | undefined

/** `tra 12 s`, `tra 3 min`, `tra 2 h`: countdowns. */
export function countdown(seconds: number): string {
  if (seconds < 60) return `tra ${count(Math.max(0, Math.ceil(seconds)))}${SPACE}s`
  if (seconds < 3_600) return `tra ${count(Math.ceil(seconds / 60))}${SPACE}min`
  return `tra ${count(Math.ceil(seconds / 3_600))}${SPACE}h`
}

/** `45 min`, `3 h 20 min`, `2 g 4 h`: how long a position was held, from minutes. */
export function duration(minutes: Value): string {
  if (minutes === null || minutes === undefined || !Number.isFinite(minutes)) return MISSING
  const all = Math.max(0, Math.round(minutes))
  const [d, h, m] = [Math.floor(all / 1_440), Math.floor((all % 1_440) / 60), all % 60]
  if (d > 0) return `${count(d)}${SPACE}g${h > 0 ? ` ${h}${SPACE}h` : ''}`
  if (h > 0) return `${h}${SPACE}h${m > 0 ? ` ${m}${SPACE}min` : ''}`
  return `${m}${SPACE}min`
}

/** The UTC day of an instant. Figures and chart count these days (`docs/ranking.md` 3) and name the same one. */
export function utcDate(instant: string): string {
  return day(instant.slice(0, 10))
}
