import { fail } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'

const windowMs = 3_600_000

/**
 * Counts what one trader asks of this instance within an hour. In memory: what it protects is this instance's own time.
 * @returns counts one more; throws Failure TOO_MANY_REQUESTS with the seconds to wait
 */
export function hourlyBudget({ clock, config }: Pick<Kernel, 'clock' | 'config'>, most: number): (who: string) => void {
  const counted = new Map<string, { since: number; times: number }>()
  return (who) => {
    if (config.RATE_LIMITS === 'off') return
    const now = clock.now()
    for (const [name, { since }] of counted) if (now - since >= windowMs) counted.delete(name)
    const entry = counted.get(who) ?? { since: now, times: 0 }
    if (entry.times >= most) fail('TOO_MANY_REQUESTS', { retryAfter: Math.ceil((entry.since + windowMs - now) / 1000) })
    counted.set(who, { ...entry, times: entry.times + 1 })
  }
}
