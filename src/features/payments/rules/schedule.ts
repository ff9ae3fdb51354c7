const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A checkout whose creation never ended is given up after this; an order to which nothing came after that. Milliseconds. */
export const creationMs = HOUR
export const orderLifeMs = 8 * DAY

/** A genuine notification suffices where our own attempts to ask got no answer for this long. Milliseconds. */
export const unansweredMs = 15 * MINUTE
/** What is called paid and could not be read for this long is for a person. Milliseconds. */
export const unconfirmedMs = HOUR

/** What one key activated and the provider did not confirm within this is for a person. Milliseconds. */
export const confirmationMs = DAY

/** How long after the last news the provider is asked: soon, then hourly for a day, then every six hours until day 8. */
const steps: readonly number[] = [
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  ...Array.from({ length: 24 }, (_, index) => (index + 1) * HOUR),
  ...Array.from({ length: 28 }, (_, index) => DAY + (index + 1) * 6 * HOUR),
]

/**
 * When the provider is asked next of something that began at `anchor`.
 * @param endless what nobody may forget: it is asked daily after day 8
 * @returns milliseconds; null once the schedule has ended
 */
export function nextCheckAt(anchor: number, now: number, endless = false): number | null {
  const step = steps.find((each) => anchor + each > now)
  if (step !== undefined) return anchor + step
  return endless ? anchor + (Math.floor((now - anchor) / DAY) + 1) * DAY : null
}

/** How soon a check is tried again that failed, by the age of its order: a tenth of it, a minute at least, an hour at most. Milliseconds. */
export function retryCheckMs(ageMs: number): number {
  return Math.round(Math.min(Math.max(ageMs / 10, MINUTE), HOUR))
}

/** How soon a payment is read again after a question in vain, by the age of its claim: in a minute, in three once that has lasted. Milliseconds. */
export function retryReadingMs(claimMs: number): number {
  return Math.min(Math.max(claimMs / 15, MINUTE), 3 * MINUTE)
}
