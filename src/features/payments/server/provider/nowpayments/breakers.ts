import { circuitBreaker, ConsecutiveBreaker, handleWhen, isBrokenCircuitError, type IBreaker } from 'cockatiel'
import { ProviderError } from '../../../provider.ts'

const failuresBeforeBreak = 5
/** One payment that the provider cannot tell about is no outage. */
const targetsBeforeBreak = 3

/** Questions by key, lists and the login for them, and checkouts: one of them may be out of order while the others work. */
export type Line = 'reads' | 'lists' | 'checkouts'

export interface Breakers {
  /**
   * @param target what is asked for: failures of one alone stop nothing
   * @param counts false: its failures say nothing of other targets, however many there are; its successes do
   * @throws ProviderError that was not asked, where it is open
   */
  run: <T>(line: Line, target: string, work: () => Promise<T>, counts?: boolean) => Promise<T>
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
  const lines = { reads: createLine(breakMs), lists: createLine(breakMs), checkouts: createLine(breakMs) }

  return {
    async run(line, target, work, counts = true) {
      const counted = () =>
        work().catch((error: unknown) => {
          throw counts ? error : new Uncounted(error)
        })
      try {
        return await key.execute(() => lines[line](target, counted))
      } catch (error) {
        if (error instanceof Uncounted) throw error.fault
        if (error instanceof ProviderError && error.kind === 'misconfigured') refusal = error
        if (!isBrokenCircuitError(error)) throw error
        throw notAsked('misconfigured', refusal)
      }
    },
  }
}

class Uncounted extends Error {
  readonly fault: unknown
  constructor(fault: unknown) {
    super('', { cause: fault })
    this.fault = fault
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
  return error instanceof ProviderError && error.asked && ['unreachable', 'timeout', 'bad_answer'].includes(error.kind)
}

function notAsked(kind: 'misconfigured' | 'unreachable', last: ProviderError | null): ProviderError {
  const message = `not asked: it failed ${failuresBeforeBreak} times in a row (${last?.message ?? 'unknown'})`
  return new ProviderError(kind, message, { retryable: kind === 'unreachable', asked: false })
}
