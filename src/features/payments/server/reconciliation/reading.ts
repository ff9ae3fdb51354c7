import type { Kernel } from '#server/kernel.ts'
import { ProviderError, type PaymentProvider } from '../../provider.ts'
import { isStopped } from '../provider/stopped.ts'
import type { Noting } from '../settlement/noting.ts'
import { applyNoReading, applySnapshot, type Applied } from '../settlement/settle.ts'

export type Reading =
  | { outcome: 'applied'; applied: Applied }
  /** The provider says that it has no such payment. */
  | { outcome: 'absent'; applied: Applied }
  | { outcome: 'failed'; applied: Applied; error: ProviderError }

/**
 * Asks the provider for one payment and takes the answer in. No transaction is open while it is asked. After a question in vain the
 * payment has its own next one.
 */
export async function readAndApply(
  kernel: Kernel & Noting,
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
    const applied = await applyNoReading(kernel, provider, paymentId, { at, outcome: 'in_vain' })
    return { outcome: 'failed', error: fault, applied }
  }
  if (payment === null) {
    return { outcome: 'absent', applied: await applyNoReading(kernel, provider, paymentId, { at, outcome: 'absent' }) }
  }
  return { outcome: 'applied', applied: await applySnapshot(kernel, provider, payment, { source: 'reading', at }) }
}

/** What a failed call says of the provider. @throws the error itself where we stopped it, or where it is none of the provider's */
function faultOf(error: unknown, signal: AbortSignal): ProviderError {
  if (isStopped(signal)) throw error
  if (error instanceof ProviderError) return error
  if (signal.aborted)
    return new ProviderError('timeout', 'no time left', { retryable: true, asked: false, cause: error })
  throw error
}
