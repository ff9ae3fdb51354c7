import { performance } from 'node:perf_hooks'
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel'
import { fetchedText } from '#server/http/fetched-text.ts'
import { ProviderError } from '../../../provider.ts'
import { createBreakers, type Line } from './breakers.ts'
import { outcomeOf, networkError } from './errors.ts'
import { createRequestQueue, rateLimited } from './request-queue.ts'

/** Milliseconds. Tests shorten them. */
export interface Timing {
  /** The least pause between two questions of this process. The provider answers a third one in a row with 429. */
  spacingMs: number
  /** How long one attempt may take. */
  timeoutMs: number
  /** The first pause before a repetition. Later ones are longer, and random. */
  retryMs: number
  /** How long nothing is sent after too many failures in a row. */
  breakMs: number
}

export const defaultTiming: Timing = { spacingMs: 1_000, timeoutMs: 10_000, retryMs: 500, breakMs: 30_000 }

/** Bytes. The largest real answer, a page of 500 payments, has under 1 MB. */
const longestAnswer = 4 * 1024 * 1024

const repeats = 3
/** The longest pause for which a buyer waits at the screen. Milliseconds. */
const buyersPauseMs = 2_000

export interface CallOptions {
  signal: AbortSignal
  /** A JWT of the dashboard login. */
  bearer?: string
  /** Goes before all questions that are not urgent. */
  urgent?: boolean
  /** Calls that stop together when they fail. Absent for questions about one payment, whose failures say nothing of others. */
  line?: Line
}

export interface Transport {
  /** Repeats up to three times where that may help. @throws ProviderError */
  get: (path: string, options: CallOptions) => Promise<unknown>
  /**
   * Repeats once, after a 429 alone: any other failure may have had its effect. @throws ProviderError with `outcomeUnknown` in
   * that case
   */
  post: (path: string, body: unknown, options: CallOptions & PostOptions) => Promise<unknown>
}

interface PostOptions {
  /** The login belongs to the lists. Checkouts go before calls that no person waits for, and wait out no long pause. */
  line: 'lists' | 'checkouts'
  /** The order or login that the call is about. Failures of one target alone are no outage. */
  target: string
}

/**
 * Calls of the provider's API with its key. All calls of one transport share the pauses and the circuit breakers, so that a
 * provider that is down, or refuses the key, is left alone. Error messages never carry a secret.
 * @param secrets texts that must not stand in a message, should the provider repeat them
 */
export function createTransport(
  base: string,
  apiKey: string,
  secrets: readonly string[],
  timing: Timing = defaultTiming,
): Transport {
  const queue = createRequestQueue(timing.spacingMs)
  const breakers = createBreakers(timing.breakMs)
  const again = retry(
    handleWhen((error) => error instanceof ProviderError && error.retryable && error.sent && !queue.isPaused()),
    {
      maxAttempts: repeats,
      backoff: new ExponentialBackoff({ initialDelay: timing.retryMs, maxDelay: timing.retryMs * 16 }),
    },
  )

  async function attempt(method: 'GET' | 'POST', path: string, body: unknown, options: CallOptions): Promise<unknown> {
    const call = `${method} ${path.replace(/\?.*$/s, '')}`
    const posts = method === 'POST'
    const timeout = AbortSignal.timeout(timing.timeoutMs)
    const startedAt = performance.now()
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
      text = await fetchedText(response, longestAnswer)
    } catch (error) {
      const hadTime = performance.now() - startedAt >= timing.timeoutMs / 2
      throw networkError(call, error, { posts, timedOut: timeout.aborted, givenUp: options.signal.aborted, hadTime })
    }
    const { value, error } = outcomeOf(call, response, text, {
      posts,
      withLogin: options.bearer !== undefined,
      secrets,
    })
    if (response.status === 429) queue.pause(response.headers.get('retry-after'))
    if (error !== null) throw error
    return value
  }

  /** Fails with the last attempt that was really made. Every attempt counts for the breakers. */
  async function repeated(run: () => Promise<unknown>): Promise<unknown> {
    let made: unknown = null
    const remembering = () =>
      run().catch((error: unknown) => {
        if (!(error instanceof ProviderError) || error.sent) made = error
        throw error
      })
    return again.execute(remembering).catch((error: unknown) => {
      throw made ?? error
    })
  }

  /** Repeats once after a 429, which had no effect, where the demanded pause is short. */
  const repeatedOnce = (run: () => Promise<unknown>): Promise<unknown> =>
    run().catch((error: unknown) => {
      const isTooFast = error instanceof ProviderError && error.kind === 'rate_limited' && error.sent
      if (!isTooFast || queue.isPaused(buyersPauseMs)) throw error
      return run()
    })

  return {
    get: (path, options) =>
      repeated(() =>
        breakers.run(options.line ?? null, path, async () => {
          await queue.take(options.signal, options.urgent ?? false)
          return attempt('GET', path, undefined, options)
        }),
      ),
    post: (path, body, { line, target, ...options }) =>
      repeatedOnce(() =>
        breakers.run(line, target, async () => {
          if (line === 'checkouts' && queue.isPaused(buyersPauseMs)) throw rateLimited()
          await queue.take(options.signal, line === 'checkouts')
          return attempt('POST', path, body, options)
        }),
      ),
  }
}
