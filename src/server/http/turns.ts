import { fail } from './failure.ts'

/**
 * Limits how much memory-hungry work runs at the same time.
 * @param waitingAtMost further work is refused
 * @returns runs the work in its turn; throws Failure TOO_MANY_REQUESTS
 */
export function turns(atOnce: number, waitingAtMost: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) fail('TOO_MANY_REQUESTS', { retryAfter: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
