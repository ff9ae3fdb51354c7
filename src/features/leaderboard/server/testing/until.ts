import { setTimeout as wait } from 'node:timers/promises'

/** Waits until `check` answers a value that counts as true; throws after `limit` milliseconds. */
export async function until<T>(check: () => T | Promise<T>, limit: number): Promise<NonNullable<T>> {
  const end = performance.now() + limit
  for (;;) {
    const value = await check()
    if (value) return value
    if (performance.now() > end) throw new Error(`not so within ${limit} ms`)
    await wait(20)
  }
}
