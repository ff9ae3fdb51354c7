import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'

/** How long an order waits for its checkout, and for its first money. Milliseconds. */
export const creationMs = HOUR_MS
export const orderLifeMs = 8 * DAY_MS

/** A genuine notification suffices where our own attempts to ask got no answer for this long. Milliseconds. */
export const unansweredMs = 15 * MINUTE_MS
/** A claim without an answer for this long is for a person. Milliseconds. */
export const unconfirmedMs = HOUR_MS

/** An order that a claim alone activated, without an answer for this long, is for a person. Milliseconds. */
export const confirmationMs = DAY_MS

/** Checks after the last event: soon, then hourly for a day, then every six hours until day 8. Milliseconds. */
const steps: readonly number[] = [
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  ...Array.from({ length: 24 }, (_, index) => (index + 1) * HOUR_MS),
  ...Array.from({ length: 28 }, (_, index) => DAY_MS + (index + 1) * 6 * HOUR_MS),
]

/**
 * The next check after an event at `anchor`.
 * @param endless true: daily after day 8
 * @returns milliseconds; null once the schedule has ended
 */
export function nextCheckAt(anchor: number, now: number, endless = false): number | null {
  const step = steps.find((each) => anchor + each > now)
  if (step !== undefined) return anchor + step
  return endless ? anchor + (Math.floor((now - anchor) / DAY_MS) + 1) * DAY_MS : null
}

/** The pause after a failed check: a tenth of its order's age, a minute at least, an hour at most. Milliseconds. */
export function retryCheckMs(ageMs: number): number {
  return Math.round(Math.min(Math.max(ageMs / 10, MINUTE_MS), HOUR_MS))
}

/** The pause after a question without an answer, by the age of the claim: a minute, up to three once it has lasted. Milliseconds. */
export function retryReadingMs(claimMs: number): number {
  return Math.min(Math.max(claimMs / 15, MINUTE_MS), 3 * MINUTE_MS)
}
