import { fail } from '#server/failure.ts'

/** How often one person has the provider asked within an hour. */
export const reconcilesPerHour = 20
const hourMs = 3_600_000

interface Turn {
  count: () => void
  done: () => void
}

export interface Pace {
  /**
   * The right to one question, to be given back (`done`) and to be counted once it is asked; `busy` while another one of the same person
   * runs.
   * @param now milliseconds
   * @throws Failure TOO_MANY_REQUESTS
   */
  take: (traderId: string, now: number) => 'busy' | Turn
}

/** One question of a person at a time and twenty an hour, on this server: the provider answers one a second, to everybody together. */
export function createPace(): Pace {
  const asked = new Map<string, number[]>()
  const running = new Set<string>()
  return {
    take(traderId, now) {
      if (running.has(traderId)) return 'busy'
      for (const [each, moments] of asked) if ((moments.at(-1) ?? 0) <= now - hourMs) asked.delete(each)
      const moments = (asked.get(traderId) ?? []).filter((moment) => moment > now - hourMs && moment <= now)
      const oldest = moments[0]
      if (oldest !== undefined && moments.length >= reconcilesPerHour) {
        fail('TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil((oldest + hourMs - now) / 1000)) })
      }
      running.add(traderId)
      return {
        count: () => void asked.set(traderId, [...moments, now]),
        done: () => void running.delete(traderId),
      }
    },
  }
}
