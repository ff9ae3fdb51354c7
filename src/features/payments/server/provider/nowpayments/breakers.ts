import { circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError, type IBreaker } from 'cockatiel'
import { ProviderError } from '../../../provider.ts'

const failuresBeforeBreak = 5
/** One payment that the provider cannot tell about is no outage. */
const targetsBeforeBreak = 3

/** Coins and minimums, lists and the login for them, and checkouts: one of them may be out of order while the others work. */
export type Line = 'coins' | 'lists' | 'checkouts'

export interface Breakers {
  /**
   * @param line null: nothing but refusals of the key stops it
   * @param target what is asked for: failures of one alone stop nothing
   * @throws ProviderError that was not asked, where it is open
   */
  run: <T>(line: Line | null, target: string, work: () => Promise<T>) => Promise<T>
}

/**
 * After five failures in a row over three different targets nothing of that line is asked for `breakMs`; after five refusals of the key
 * nothing at all. What the provider refuses, how fast it lets us ask, and who gave up before it was asked say nothing of the next call.
 */
export function createBreakers(breakMs: number): Breakers {
  let refusal: ProviderError | null = null
  const key = circuitBreaker(
    handleWhen((error) => error instanceof ProviderError && error.asked && error.kind === 'misconfigured'),
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
        throw notAsked('misconfigured', refusal)
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
      throw notAsked('unreachable', last)
    }
  }
}

/** The provider is not usable. */
function isOutage(error: unknown): error is ProviderError {
  return (
    error instanceof ProviderError &&
    error.asked &&
    ['unreachable', 'timeout', 'redirected', 'bad_answer'].includes(error.kind)
  )
}

function notAsked(kind: 'misconfigured' | 'unreachable', last: ProviderError | null): ProviderError {
  const message = `not asked: it failed ${failuresBeforeBreak} times in a row (${last?.message ?? 'unknown'})`
  return new ProviderError(kind, message, { retryable: kind === 'unreachable', asked: false })
}
