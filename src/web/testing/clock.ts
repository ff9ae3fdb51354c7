import { onTestFinished, vi } from 'vitest'

/** Timers, `Date` and `performance` of the page run as ever until the test is over; `vi.advanceTimersByTimeAsync` skips a wait. */
export function skippableClock(): void {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  })
  onTestFinished(() => {
    vi.useRealTimers()
  })
}
