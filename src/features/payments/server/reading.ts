import type { Kernel } from '#server/kernel.ts'
import { ProviderError, type PaymentProvider } from '../provider.ts'
import { isStopped } from './health.ts'
import { applyNoReading, applySnapshot, type Applied } from './settle.ts'

export type Reading =
  | { outcome: 'applied'; applied: Applied }
  /** The provider says that it has no such payment. */
  | { outcome: 'absent'; applied: Applied }
  | { outcome: 'failed'; applied: Applied; error: ProviderError }

/**
 * Asks the provider for one payment and takes the answer in. No transaction is open while it is asked. A question in vain is noted:
 * after an unbroken stretch of 15 minutes a genuine notification suffices (`docs/payments.md` 4).
 */
export async function readAndApply(
  kernel: Kernel,
  provider: PaymentProvider,
  paymentId: string,
  { signal, urgent = false }: { signal: AbortSignal; urgent?: boolean },
): Promise<Reading> {
  const at = Math.floor(kernel.clock.now())
  let payment
  try {
    payment = await provider.readPayment(paymentId, { signal, ...(urgent && { urgent }) })
  } catch (error) {
    const fault = faultOf(error, signal)
    const applied = await applyNoReading(kernel, provider, paymentId, { at, outcome: failureOf(fault) })
    return { outcome: 'failed', error: fault, applied }
  }
  if (payment === null) {
    return { outcome: 'absent', applied: await applyNoReading(kernel, provider, paymentId, { at, outcome: 'absent' }) }
  }
  return { outcome: 'applied', applied: await applySnapshot(kernel, provider, payment, { source: 'reading', at }) }
}

/** What a question in vain is worth: only what was really asked, or is left alone because of that, says that the provider is away. */
function failureOf({ asked, kind }: ProviderError): 'asked' | 'pause' | 'ours' {
  // A refusal, or an answer about something else, is about this payment: the provider is there.
  if (kind === 'refused' || kind === 'bad_answer' || kind === 'below_minimum') return 'ours'
  if (asked) return 'asked'
  return kind === 'timeout' ? 'ours' : 'pause'
}

/** What a failed call says of the provider. @throws the error itself where we stopped it, or where it is none of the provider's */
function faultOf(error: unknown, signal: AbortSignal): ProviderError {
  if (isStopped(signal)) throw error
  if (error instanceof ProviderError) return error
  if (signal.aborted)
    return new ProviderError('timeout', 'no time left', { retryable: true, asked: false, cause: error })
  throw error
}
