import type { Kernel } from '#server/kernel.ts'
import type { Answer, ProviderClient, ProviderPayment } from '../../provider.ts'
import { applyAnswer, type Applied, type Audited } from '../settlement/settle.ts'

interface Question {
  signal: AbortSignal
  /** Goes before all questions that are not urgent. */
  urgent?: boolean
  /** Adds the parent that another payment names for this one. */
  placed?: (payment: ProviderPayment) => ProviderPayment
}

/**
 * Asks the provider about one payment and applies the answer. No transaction is open during the question.
 * @returns the payment's order after the settlement; null where no question was sent
 */
export async function readAndApply(
  kernel: Kernel & Audited,
  provider: ProviderClient,
  paymentId: string,
  { signal, urgent = false, placed = (payment) => payment }: Question,
): Promise<{ answer: Answer; applied: Applied | null }> {
  const at = Math.floor(kernel.clock.now())
  const read = await provider.read(paymentId, { signal, urgent })
  const answer = read.kind === 'payment' ? { ...read, payment: placed(read.payment) } : read
  return { answer, applied: await applyAnswer(kernel, provider, paymentId, answer, at) }
}
