import { afterAll, beforeAll, vi } from 'vitest'
import { DOUBLE_CLICK_MS } from '../ui/dialogs/useDoubleClickGuard.ts'

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

/**
 * Stops `performance.now()` for the tests of a file: a dialog that was just shown stays just shown. Called at the top of the file.
 * @param milliseconds in which a second click counts for nothing
 * @returns ends that time, once what is drawn has had its effects
 */
export function stoppedDoubleClicks(milliseconds = DOUBLE_CLICK_MS): () => Promise<void> {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterAll(() => {
    vi.useRealTimers()
  })
  return async () => {
    await nextFrame()
    await nextFrame()
    vi.advanceTimersByTime(milliseconds)
  }
}
