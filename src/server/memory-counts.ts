import type { Kernel } from './kernel.ts'
import type { Limit } from './limits.ts'

/** Counts of a limit in this instance's memory: a flood costs no query. */
export interface MemoryCounts {
  /** Milliseconds until the key may be used again; 0: now. */
  wait(key: string): number
  /** @param uses negative ones give uses back */
  add(key: string, uses?: number): void
}

/** Beyond this many keys in one window all counts begin anew: memory is bounded. */
const maximumKeys = 100_000

/** A window for all keys together: it begins with the first use after the last one ended. Counts nothing where limits are off. */
export function createMemoryCounts(
  { config, clock }: Pick<Kernel, 'config' | 'clock'>,
  { times, windowMs }: Omit<Limit, 'name'>,
): MemoryCounts {
  const counts = new Map<string, number>()
  let end = 0

  return {
    wait(key) {
      const left = end - clock.now()
      // More than a window is left where the clock was set back.
      return left > 0 && left <= windowMs && (counts.get(key) ?? 0) >= times ? left : 0
    },
    add(key, uses = 1) {
      if (config.RATE_LIMITS === 'off') return
      const now = clock.now()
      if (now >= end || now < end - windowMs || counts.size >= maximumKeys) {
        counts.clear()
        end = now + windowMs
      }
      counts.set(key, Math.max(0, (counts.get(key) ?? 0) + uses))
    },
  }
}
