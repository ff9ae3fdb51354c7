import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '../../../provider.ts'

/** A pause that the provider asks for beyond this is not waited out: the schedule comes back by itself. Milliseconds. */
const longestPauseMs = 5_000

/** However long it asks for: a provider that is away is seen to be so every few minutes (`docs/payments.md` 1). Milliseconds. */
const mostPauseMs = 3 * 60_000

interface Waiting {
  admit: () => void
  refuse: (error: ProviderError) => void
}

export interface RequestQueue {
  /** Waits for a turn; `urgent` ones come before all others. @throws ProviderError that was not asked */
  take: (signal: AbortSignal, urgent: boolean) => Promise<void>
  /** @param retryAfter seconds or a date, as the header carries them */
  pause: (retryAfter: string | null) => void
  /** True where a pause lasts longer than this, by default than anybody waits. Milliseconds. */
  isPaused: (beyondMs?: number) => boolean
}

/** One question after the other, `spacingMs` apart; a 429 puts all of them off. */
export function createRequestQueue(spacingMs: number): RequestQueue {
  const urgents: Waiting[] = []
  const usuals: Waiting[] = []
  let giving = false
  let next = 0
  let pausedUntil = 0
  const pauseLeft = () => pausedUntil - performance.now()

  async function give(): Promise<void> {
    if (giving) return
    giving = true
    while (urgents.length + usuals.length > 0) {
      if (pauseLeft() > longestPauseMs) {
        for (const each of [...urgents.splice(0), ...usuals.splice(0)]) each.refuse(rateLimited())
        break
      }
      const wait = Math.max(next - performance.now(), pauseLeft())
      if (wait > 0) {
        await sleep(wait)
        continue
      }
      const first = urgents.shift() ?? usuals.shift()
      next = performance.now() + spacingMs
      first?.admit()
    }
    giving = false
  }

  return {
    take(signal, urgent) {
      if (signal.aborted) return Promise.reject(givenUp())
      const line = urgent ? urgents : usuals
      const turn = Promise.withResolvers<void>()
      const leave = () => {
        const place = line.indexOf(mine)
        if (place !== -1) line.splice(place, 1)
        turn.reject(givenUp())
      }
      const mine: Waiting = {
        admit: () => {
          signal.removeEventListener('abort', leave)
          turn.resolve()
        },
        refuse: (error) => {
          signal.removeEventListener('abort', leave)
          turn.reject(error)
        },
      }
      signal.addEventListener('abort', leave, { once: true })
      line.push(mine)
      void give()
      return turn.promise
    },
    pause(retryAfter) {
      const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null
      const date = Date.parse(retryAfter ?? '')
      const ms = seconds === null ? (Number.isNaN(date) ? spacingMs * 2 : date - Date.now()) : seconds * 1_000
      pausedUntil = Math.max(pausedUntil, performance.now() + Math.min(ms, mostPauseMs))
    },
    isPaused: (beyondMs = longestPauseMs) => pauseLeft() > beyondMs,
  }
}

export function rateLimited(): ProviderError {
  return new ProviderError('rate_limited', 'not asked: it demanded a longer pause', { retryable: true, asked: false })
}

function givenUp(): ProviderError {
  return new ProviderError('timeout', 'not asked in the time allowed', { asked: false })
}
