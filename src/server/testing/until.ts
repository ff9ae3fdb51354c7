import { setTimeout as wait } from 'node:timers/promises'

/** Waits until `check` answers a value that counts as true. @throws an Error after `limit` milliseconds */
export async function until<T>(check: () => T | Promise<T>, limit = 60_000): Promise<NonNullable<T>> {
  const end = performance.now() + limit
  for (;;) {
    const value = await check()
    if (value) return value
    if (performance.now() > end) throw new Error(`not so within ${limit} ms: ${check.toString()}`)
    await wait(20)
  }
}
