import { afterAll, beforeAll, vi } from 'vitest'
import { DOUBLE_CLICK_MS } from '../ui/dialogs/useDoubleClickGuard.ts'

/** The last instant of a stopped clock: the next one begins no earlier, since modules may outlive a test file. */
let latest = 0
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/**
 * Stops `performance.now()` for the tests of a file: a dialog that was just shown stays just shown. Called at the top of the file.
 * @param milliseconds in which a second click counts for nothing
 * @returns ends that time, once what is drawn has had its effects
 */
export function stoppedDoubleClicks(milliseconds = DOUBLE_CLICK_MS): () => Promise<void> {
  beforeAll(() => {
    const start = Math.max(latest, performance.now())
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.advanceTimersByTime(start)
  })
  afterAll(() => {
    latest = performance.now()
    vi.useRealTimers()
  })
  return async () => {
    await nextFrame()
    await nextFrame()
    vi.advanceTimersByTime(milliseconds)
  }
}
