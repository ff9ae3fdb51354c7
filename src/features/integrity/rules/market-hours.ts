import { DAY_MS, HOUR_MS } from '#shared/dates.ts'

/** When currencies are traded: Sunday 22:00 to Friday 21:00 UTC, whatever the season. */

const SLOT_MS = 900_000
const slotsOfHour = 4
/** 1970-01-01 was a Thursday. */
const weekday = (day: number): number => (day + 4) % 7
const opens = 22
const closes = 21

/** Quarters of an hour since 1970. @param at milliseconds UTC */
export const slotOf = (at: number): number => Math.floor(at / SLOT_MS)

/** The UTC day (since 1970) of such a quarter. */
export const dayOf = (slot: number): number => Math.floor((slot * SLOT_MS) / DAY_MS)

/** @param at milliseconds UTC */
export function isMarketTime(at: number): boolean {
  const hour = Math.floor(at / HOUR_MS) % 24
  const day = weekday(Math.floor(at / DAY_MS))
  if (day === 6) return false
  return day === 0 ? hour >= opens : day < 5 || hour < closes
}

/** Quarters of an hour in which a UTC day (since 1970) is traded. */
export function marketSlots(day: number): number {
  const name = weekday(day)
  if (name === 6) return 0
  return slotsOfHour * (name === 0 ? 24 - opens : name === 5 ? closes : 24)
}

/** Market hours between two moments, in milliseconds, at most a year of them. */
export function marketTimeBetween(from: number, to: number): number {
  let open = 0
  const start = Math.max(from, to - 366 * DAY_MS)
  for (let hour = Math.floor(start / HOUR_MS) * HOUR_MS; hour < to; hour += HOUR_MS) {
    if (isMarketTime(hour)) open += Math.min(to, hour + HOUR_MS) - Math.max(start, hour)
  }
  return open
}
