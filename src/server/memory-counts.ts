import type { Kernel } from './kernel.ts'

/** Counts of a limit in this instance's memory: a flood costs no query. */
export interface MemoryCounts {
  /** Milliseconds until the key may be used again; 0: now. */
  wait(key: string): number
  /** @param uses negative ones give uses back */
  add(key: string, uses?: number): void
  /** Counts one use where it is allowed. @returns as `wait` */
  use(key: string): number
}

/** Beyond this many keys in one window all counts begin anew: memory is bounded. */
const maximumKeys = 100_000

/** A window for all keys together: it begins with the first use after the last one ended. Counts nothing where limits are off. */
export function createMemoryCounts(
  { config, clock }: Pick<Kernel, 'config' | 'clock'>,
  { times, windowMs }: { times: number; windowMs: number },
): MemoryCounts {
  const isOff = config.RATE_LIMITS === 'off'
  const counts = new Map<string, { uses: number }>()
  let end = 0

  /** The key's count of this window, made where it has none. */
  function countOf(key: string, now: number): { uses: number } {
    // More than a window is left where the clock was set back.
    if (now >= end || now < end - windowMs || counts.size >= maximumKeys) {
      counts.clear()
      end = now + windowMs
    }
    let count = counts.get(key)
    if (count === undefined) counts.set(key, (count = { uses: 0 }))
    return count
  }

  return {
    wait(key) {
      const left = end - clock.now()
      return left > 0 && left <= windowMs && (counts.get(key)?.uses ?? 0) >= times ? left : 0
    },
    add(key, uses = 1) {
      if (isOff) return
      const count = countOf(key, clock.now())
      count.uses = Math.max(0, count.uses + uses)
    },
    use(key) {
      if (isOff) return 0
      const now = clock.now()
      const count = countOf(key, now)
      if (count.uses >= times) return end - now
      count.uses += 1
      return 0
    },
  }
}
