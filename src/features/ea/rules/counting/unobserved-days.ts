import { utcDay } from '#shared/dates.ts'

/** Days without a snapshot after which a profile is stale (72 hours, `docs/ranking.md` 8). Fewer are a weekend. */
const leastDays = 3

/** Stretches of UTC days, both ends included, as days since 1970. */
export interface UnobservedDays {
  from_day: number
  to_day: number
}

/**
 * The whole UTC days between two snapshots that follow each other.
 * @param before, at times of the snapshots, in milliseconds
 * @returns null for fewer than three days
 */
export function unobservedDays(before: number, at: number): UnobservedDays | null {
  const from_day = utcDay(before) + 1
  const to_day = utcDay(at) - 1
  return to_day - from_day + 1 < leastDays ? null : { from_day, to_day }
}
