import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '#shared/dates.ts'
import { ProviderError } from '../../../provider.ts'

/** A longer pause that the provider asks for is not waited out. Milliseconds. */
const longestPauseMs = 5_000

/** The longest pause, so that a question shows every few minutes whether the provider is back. Milliseconds. */
const mostPauseMs = 3 * MINUTE_MS

interface Waiting {
  admit: () => void
  refuse: (error: ProviderError) => void
}

export interface RequestQueue {
  /** Waits for its turn; urgent calls go first. @throws ProviderError with `sent: false` */
  take: (signal: AbortSignal, urgent: boolean) => Promise<void>
  /** @param retryAfter seconds or a date, as the header carries them */
  pause: (retryAfter: string | null) => void
  /** True where a pause lasts longer than this, milliseconds; by default longer than any call waits. */
  isPaused: (beyondMs?: number) => boolean
}

/** Lets one question after the other go, `spacingMs` apart. A 429 puts all of them off. */
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

/** The error of a call that was not sent, since the provider demanded a longer pause. */
export function rateLimited(): ProviderError {
  return new ProviderError('rate_limited', 'not sent: the provider demanded a longer pause', {
    retryable: true,
    sent: false,
  })
}

function givenUp(): ProviderError {
  return new ProviderError('timeout', 'not sent in the time allowed', { sent: false })
}
