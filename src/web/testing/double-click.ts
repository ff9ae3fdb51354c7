import { afterAll, beforeAll } from 'vitest'
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
  let now = 0
  const realNow = performance.now.bind(performance)
  // Vitest's own fake clock would not stand still: each poll of `expect.element` sets it forward.
  beforeAll(() => {
    now = Math.max(latest, realNow())
    performance.now = () => now
  })
  afterAll(() => {
    latest = now
    performance.now = realNow
  })
  return async () => {
    await nextFrame()
    await nextFrame()
    now += milliseconds
  }
}
