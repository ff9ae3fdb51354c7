const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A checkout whose creation never ended is given up after this; an order to which nothing came after that. Milliseconds. */
export const creatingMs = HOUR
export const lifeMs = 8 * DAY

/** While asking fails, a genuine notification waits this long for our own reading before it suffices. Milliseconds. */
export const readingWaitMs = 15 * MINUTE

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
 * @returns milliseconds; null once the schedule has ended
 */
export function nextCheckAt(anchor: number, now: number): number | null {
  const step = steps.find((each) => anchor + each > now)
  return step === undefined ? null : anchor + step
}
