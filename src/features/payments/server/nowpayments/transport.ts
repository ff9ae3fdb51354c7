import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  circuitBreaker,
  ConsecutiveBreaker,
  ExponentialBackoff,
  handleWhen,
  isBrokenCircuitError,
  retry,
} from 'cockatiel'
import { ProviderError } from '../../provider.ts'
import { bodyOf, faultOf, networkFault } from './faults.ts'

/** Milliseconds. Tests shorten them; the product keeps `usual`. */
export interface Timing {
  /** Least pause between two questions of this process: the provider answers a third one in a row with 429. */
  spacingMs: number
  /** How long one attempt may take. */
  timeoutMs: number
  /** The first pause before a question is repeated; the next ones are longer, and drawn at random. */
  retryMs: number
  /** How long nothing is asked after five failures in a row. */
  breakMs: number
}

export const usual: Timing = { spacingMs: 1_000, timeoutMs: 10_000, retryMs: 500, breakMs: 30_000 }

/** A pause that the provider asks for beyond this is not waited out: the schedule comes back by itself. */
const longestPauseMs = 5_000
const repeats = 3
const failuresBeforeBreak = 5

export interface CallOptions {
  signal: AbortSignal
  /** A JWT of the dashboard login. */
  bearer?: string
}

export interface Transport {
  /** Repeated up to three times where that may help, spaced. @throws ProviderError */
  get: (path: string, options: CallOptions) => Promise<unknown>
  /** Never repeated: what it does may have been done. @throws ProviderError with `outcomeUnknown` where that is so */
  post: (path: string, body: unknown, options: CallOptions & { spaced?: boolean }) => Promise<unknown>
}

/**
 * Calls of the provider's API with its key. All calls of one transport share the pauses and a circuit breaker, so that a provider that is
 * down, or refuses the key, is left alone. Messages of errors never carry a secret.
 * @param secrets whatever must not stand in a message, should the provider repeat it
 */
export function createTransport(
  base: string,
  apiKey: string,
  secrets: readonly string[],
  timing: Timing = usual,
): Transport {
  const turn = createTurns(timing.spacingMs)
  let lastFailure: ProviderError | null = null
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: timing.breakMs,
    breaker: new ConsecutiveBreaker(failuresBeforeBreak),
  })
  const again = retry(
    handleWhen((error) => error instanceof ProviderError && error.retryable && !turn.isPaused()),
    {
      maxAttempts: repeats,
      backoff: new ExponentialBackoff({ initialDelay: timing.retryMs, maxDelay: timing.retryMs * 16 }),
    },
  )

  async function attempt(method: 'GET' | 'POST', path: string, body: unknown, options: CallOptions): Promise<unknown> {
    const call = `${method} ${path.replace(/\?.*$/s, '')}`
    const posts = method === 'POST'
    const timeout = AbortSignal.timeout(timing.timeoutMs)
    let response: Response
    let text: string
    try {
      response = await fetch(`${base}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          'x-api-key': apiKey,
          ...(posts && { 'content-type': 'application/json' }),
          ...(options.bearer !== undefined && { authorization: `Bearer ${options.bearer}` }),
        },
        ...(posts && { body: JSON.stringify(body) }),
        // A redirect would carry the key to another place.
        redirect: 'manual',
        signal: AbortSignal.any([options.signal, timeout]),
      })
      text = await bodyOf(response)
    } catch (error) {
      throw networkFault(call, error, { posts, late: timeout.aborted, givenUp: options.signal.aborted })
    }
    const { value, fault } = faultOf(call, response, text, { posts, withLogin: options.bearer !== undefined, secrets })
    if (response.status === 429) turn.pause(response.headers.get('retry-after'))
    if (fault !== null) throw fault
    return value
  }

  /** Every attempt counts for the breaker, a repeated one too. */
  async function guarded(run: () => Promise<unknown>, repeated: boolean): Promise<unknown> {
    const once = () =>
      breaker.execute(() =>
        run().catch((error: unknown) => {
          if (error instanceof ProviderError) lastFailure = error
          throw error
        }),
      )
    try {
      return await (repeated ? again.execute(once) : once())
    } catch (error) {
      if (!isBrokenCircuitError(error)) throw error
      const misconfigured = lastFailure?.kind === 'misconfigured'
      throw new ProviderError(
        misconfigured ? 'misconfigured' : 'unreachable',
        `not asked: it failed ${failuresBeforeBreak} times in a row (${lastFailure?.message ?? 'unknown'})`,
        { retryable: !misconfigured },
      )
    }
  }

  return {
    get: (path, options) =>
      guarded(async () => {
        await turn.take(options.signal)
        return attempt('GET', path, undefined, options)
      }, true),
    post: (path, body, { spaced = false, ...options }) =>
      guarded(async () => {
        if (spaced) await turn.take(options.signal)
        else turn.skip()
        return attempt('POST', path, body, options)
      }, false),
  }
}

/**
 * The provider, or our key, is not usable. What it refuses, how fast it lets us ask, and who gave up before it was asked say nothing of the
 * next call.
 */
function isOutage(error: unknown): boolean {
  if (!(error instanceof ProviderError) || error instanceof NotAsked) return false
  return ['unreachable', 'timeout', 'misconfigured', 'bad_answer'].includes(error.kind)
}

/** One question after the other, `spacingMs` apart; a 429 puts all of them off. */
function createTurns(spacingMs: number) {
  let queue = Promise.resolve()
  let next = 0
  let pausedUntil = 0
  return {
    async take(signal: AbortSignal): Promise<void> {
      const mine = queue.then(async () => {
        const now = performance.now()
        if (pausedUntil - now > longestPauseMs) throw rateLimited()
        const wait = Math.max(next, pausedUntil) - now
        if (wait > 0) await sleep(wait, undefined, { signal }).catch(givenUp)
        if (signal.aborted) givenUp()
        next = performance.now() + spacingMs
      })
      queue = mine.catch(() => undefined)
      await mine
    },
    /** A call that cannot wait still counts for those that can. */
    skip(): void {
      next = performance.now() + spacingMs
    },
    /** @param retryAfter seconds or a date, as the header carries them */
    pause(retryAfter: string | null): void {
      const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : null
      const date = Date.parse(retryAfter ?? '')
      const ms = seconds === null ? (Number.isNaN(date) ? spacingMs * 2 : date - Date.now()) : seconds * 1_000
      pausedUntil = Math.max(pausedUntil, performance.now() + Math.min(ms, 10 * 60_000))
    },
    isPaused: () => pausedUntil - performance.now() > longestPauseMs,
  }
}

/** Nothing was sent: there was no time, or the provider demanded a pause. */
class NotAsked extends ProviderError {}

function rateLimited(): ProviderError {
  return new NotAsked('rate_limited', 'not asked: it demanded a longer pause', { retryable: true })
}

function givenUp(): never {
  throw new NotAsked('timeout', 'not asked in the time allowed', { retryable: false })
}
