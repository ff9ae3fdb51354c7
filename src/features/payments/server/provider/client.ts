import type { Kernel } from '#server/kernel.ts'
import { ProviderError, type Answer, type PaymentProvider, type ProviderClient } from '../../provider.ts'
import { createHealth, type Credentials } from './health.ts'

/** Wraps a provider: a failed question about one payment becomes an answer, and every call is recorded in `provider_health`. */
export function createClient(kernel: Kernel, provider: PaymentProvider): ProviderClient {
  const health = createHealth(kernel, provider.name)

  /** Records a failed call. @throws its error */
  async function failed(error: unknown, signal: AbortSignal, credentials: Credentials): Promise<never> {
    if (error instanceof ProviderError && !isStopped(signal)) await health.failed(error, credentials)
    throw error
  }

  async function recorded<T>({ signal }: { signal: AbortSignal }, call: () => Promise<T>): Promise<T> {
    const answer = await call().catch((error: unknown) => failed(error, signal, 'key'))
    await health.succeeded()
    return answer
  }

  return {
    name: provider.name,
    canList: provider.canList,
    verifyNotification: (delivery) => provider.verifyNotification(delivery),
    createCheckout: (request, options) => recorded(options, () => provider.createCheckout(request, options)),
    coins: (options) => recorded(options, () => provider.coins(options)),
    async *listPayments(query, options) {
      try {
        yield* provider.listPayments(query, options)
      } catch (error) {
        await failed(error, options.signal, 'login')
      }
      await health.succeeded()
    },
    async read(paymentId, options) {
      try {
        const payment = await recorded(options, () => provider.readPayment(paymentId, options))
        return payment === null ? { kind: 'absent' } : { kind: 'payment', payment }
      } catch (error) {
        return withoutPayment(error, options.signal)
      }
    },
  }
}

function withoutPayment(error: unknown, signal: AbortSignal): Answer {
  const failure = failureOf(error, signal)
  if (!failure.sent || isStopped(signal)) return { kind: 'unasked', error: failure }
  const isDenied = failure.kind === 'refused' || failure.kind === 'below_minimum'
  return { kind: isDenied ? 'denied' : 'unreachable', error: failure }
}

/** The provider's error of a failed call; `sent: false` where our own time ended it. @throws what is no failure of the provider's */
export function failureOf(error: unknown, signal: AbortSignal): ProviderError {
  if (error instanceof ProviderError) return error
  if (!signal.aborted) throw error
  return new ProviderError('timeout', 'no time left', { sent: false, cause: error })
}

/** True where a call ended because this server stops. A timeout is no stop. */
export function isStopped(signal: AbortSignal): boolean {
  return signal.aborted && !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')
}
