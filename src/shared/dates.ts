export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
/** A UTC day; no leap seconds. */
export const DAY_MS = 86_400_000

/** The UTC day (days since 1970) of an instant in milliseconds. `docs/ranking.md` 3. */
export function utcDay(instant: number): number {
  return Math.floor(instant / DAY_MS)
}

/** `YYYY-MM-DD` of a UTC day. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}

/** The UTC day of `YYYY-MM-DD`. */
export function dayOfText(text: string): number {
  return Math.floor(Date.parse(`${text}T00:00:00Z`) / DAY_MS)
}

/** ISO-8601 in UTC with milliseconds, or null. */
export function instantText(instant: number): string
export function instantText(instant: number | null): string | null
export function instantText(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString()
}
