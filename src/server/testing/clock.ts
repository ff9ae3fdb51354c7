import type { Clock } from '../clock.ts'

/** A clock that stands still until it is set. */
export interface SettableClock extends Clock {
  /** @param instant milliseconds since 1970, or ISO text */
  set(instant: number | string): void
  advance(milliseconds: number): void
}

export function settableClock(start: number | string = '2026-11-20T10:00:00.000Z'): SettableClock {
  let now = 0
  const clock: SettableClock = {
    now: () => now,
    set: (instant) => void (now = typeof instant === 'number' ? instant : Date.parse(instant)),
    advance: (milliseconds) => void (now += milliseconds),
  }
  clock.set(start)
  return clock
}
