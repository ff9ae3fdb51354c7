import { circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError, type IBreaker } from 'cockatiel'
import { ProviderError } from '../../../provider.ts'

const failuresBeforeBreak = 5
/** Failures of one target alone are no outage. */
const targetsBeforeBreak = 3

/** Coins with their minimums, lists with their login, and checkouts: one of them may be out of order while the others work. */
export type Line = 'coins' | 'lists' | 'checkouts'

export interface Breakers {
  /**
   * @param line null: refusals of the key alone stop it
   * @param target what the call is about: failures of one target alone stop nothing
   * @throws ProviderError with `sent: false` where the breaker is open
   */
  run: <T>(line: Line | null, target: string, work: () => Promise<T>) => Promise<T>
}

/**
 * Stops calls of a line for `breakMs` after five failures in a row over three different targets. After five refusals of the
 * key it stops all calls. Refusals of a request, 429 and calls that were given up early say nothing of the next call.
 */
export function createBreakers(breakMs: number): Breakers {
  let refusal: ProviderError | null = null
  const key = circuitBreaker(
    handleWhen((error) => error instanceof ProviderError && error.sent && error.kind === 'misconfigured'),
    { halfOpenAfter: breakMs, breaker: new ConsecutiveBreaker(failuresBeforeBreak) },
  )
  const lines = { coins: createLine(breakMs), lists: createLine(breakMs), checkouts: createLine(breakMs) }

  return {
    async run(line, target, work) {
      try {
        return await key.execute(() => (line === null ? work() : lines[line](target, work)))
      } catch (error) {
        if (error instanceof ProviderError && error.kind === 'misconfigured') refusal = error
        if (!isBrokenCircuitError(error)) throw error
        throw unsent('misconfigured', refusal)
      }
    },
  }
}

function createLine(breakMs: number) {
  let last: ProviderError | null = null
  const failed = new Set<string>()
  let inARow = 0
  const overTargets: IBreaker = {
    state: null,
    success() {
      failed.clear()
      inARow = 0
    },
    failure: () => ++inARow >= failuresBeforeBreak && failed.size >= targetsBeforeBreak,
  }
  const breaker = circuitBreaker(handleWhen(isOutage), { halfOpenAfter: breakMs, breaker: overTargets })
  return async <T>(target: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await breaker.execute(() =>
        work().catch((error: unknown) => {
          if (isOutage(error)) {
            last = error
            failed.add(target)
          }
          throw error
        }),
      )
    } catch (error) {
      if (!isBrokenCircuitError(error)) throw error
      throw unsent('unreachable', last)
    }
  }
}

/** True where the provider is not usable. */
function isOutage(error: unknown): error is ProviderError {
  return (
    error instanceof ProviderError &&
    error.sent &&
    ['unreachable', 'timeout', 'redirected', 'bad_answer'].includes(error.kind)
  )
}

function unsent(kind: 'misconfigured' | 'unreachable', last: ProviderError | null): ProviderError {
  const message = `not sent: the provider failed ${failuresBeforeBreak} times in a row (${last?.message ?? 'unknown'})`
  return new ProviderError(kind, message, { retryable: kind === 'unreachable', sent: false })
}
