import { performance } from 'node:perf_hooks'
import { ExponentialBackoff, handleWhen, retry } from 'cockatiel'
import { ProviderError } from '../../../provider.ts'
import { createBreakers, type Line } from './breakers.ts'
import { bodyOf, outcomeOf, networkError } from './errors.ts'
import { createRequestQueue, rateLimited } from './request-queue.ts'

/** Milliseconds. Tests shorten them; the product keeps `usual`. */
export interface Timing {
  /** Least pause between two questions of this process: the provider answers a third one in a row with 429. */
  spacingMs: number
  /** How long one attempt may take. */
  timeoutMs: number
  /** The first pause before a question is repeated; the next ones are longer, and drawn at random. */
  retryMs: number
  /** How long nothing is asked after too many failures in a row. */
  breakMs: number
}

export const usual: Timing = { spacingMs: 1_000, timeoutMs: 10_000, retryMs: 500, breakMs: 30_000 }

const repeats = 3
/** A pause that a buyer waits out, looking at the screen. Milliseconds. */
const buyersPauseMs = 2_000

export interface CallOptions {
  signal: AbortSignal
  /** A JWT of the dashboard login. */
  bearer?: string
  /** Before all questions that wait and are not. */
  urgent?: boolean
  /** Calls that stop together where they fail. None: about one payment alone, whose failures say nothing of others. */
  line?: Line
}

export interface Transport {
  /** Repeated up to three times where that may help, spaced. @throws ProviderError */
  get: (path: string, options: CallOptions) => Promise<unknown>
  /** Not repeated but after a 429, once: what it does may have been done. @throws ProviderError with `outcomeUnknown` where that is so */
  post: (path: string, body: unknown, options: CallOptions & PostOptions) => Promise<unknown>
}

interface PostOptions {
  /** A login stands in line with the lists that need it; checkouts come before all that nobody waits for, and wait out no long pause. */
  line: 'lists' | 'checkouts'
  /** What is made: failures of one alone are no outage. */
  target: string
}

/**
 * Calls of the provider's API with its key. All calls of one transport share the pauses and the circuit breakers, so that a provider that
 * is down, or refuses the key, is left alone. Messages of errors never carry a secret.
 * @param secrets whatever must not stand in a message, should the provider repeat it
 */
export function createTransport(
  base: string,
  apiKey: string,
  secrets: readonly string[],
  timing: Timing = usual,
): Transport {
  const turn = createRequestQueue(timing.spacingMs)
  const breakers = createBreakers(timing.breakMs)
  const again = retry(
    handleWhen((error) => error instanceof ProviderError && error.retryable && error.asked && !turn.isPaused()),
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
      text = await bodyOf(response)
    } catch (error) {
      const hadTime = performance.now() - startedAt >= timing.timeoutMs / 2
      throw networkError(call, error, { posts, late: timeout.aborted, givenUp: options.signal.aborted, hadTime })
    }
    const { value, fault } = outcomeOf(call, response, text, {
      posts,
      withLogin: options.bearer !== undefined,
      secrets,
    })
    if (response.status === 429) turn.pause(response.headers.get('retry-after'))
    if (fault !== null) throw fault
    return value
  }

  /** What a question in vain says of the provider is its last attempt that was made. Every attempt counts for the breakers. */
  async function repeated(run: () => Promise<unknown>): Promise<unknown> {
    let made: unknown = null
    const noted = () =>
      run().catch((error: unknown) => {
        if (!(error instanceof ProviderError) || error.asked) made = error
        throw error
      })
    return again.execute(noted).catch((error: unknown) => {
      throw made ?? error
    })
  }

  /** Once more only where it was too fast, and so not done, and the pause for that is short. */
  const once = (run: () => Promise<unknown>): Promise<unknown> =>
    run().catch((error: unknown) => {
      const isTooFast = error instanceof ProviderError && error.kind === 'rate_limited' && error.asked
      if (!isTooFast || turn.isPaused(buyersPauseMs)) throw error
      return run()
    })

  return {
    get: (path, options) =>
      repeated(() =>
        breakers.run(options.line ?? null, path, async () => {
          await turn.take(options.signal, options.urgent ?? false)
          return attempt('GET', path, undefined, options)
        }),
      ),
    post: (path, body, { line, target, ...options }) =>
      once(() =>
        breakers.run(line, target, async () => {
          if (line === 'checkouts' && turn.isPaused(buyersPauseMs)) throw rateLimited()
          await turn.take(options.signal, line === 'checkouts')
          return attempt('POST', path, body, options)
        }),
      ),
  }
}
