import type { ProviderPayment } from '../provider.ts'
import type { PaymentFacts } from './payment.ts'

/** Finds the children among an order's payments. A child names its parent, or its parent names it. */
export function childrenOf(payments: readonly PaymentFacts[]): (payment: PaymentFacts) => boolean {
  const named = payments.flatMap(({ payment_id, notified, reading }) => {
    const answered = reading === null || reading === 'absent' ? [] : (reading.childIds ?? [])
    return [...(notified?.childIds ?? []), ...answered].filter((id) => id !== payment_id)
  })
  return ({ payment_id, parent_payment_id }) => parent_payment_id !== null || named.includes(payment_id)
}

/**
 * Gives each payment of one run of questions the parent that named it earlier in the run, even where its own record names none.
 * Parents are asked about before children.
 */
export function createParentLookup(): (payment: ProviderPayment) => ProviderPayment {
  const parents = new Map<string, string>()
  return (payment) => {
    const { providerPaymentId: id, parentPaymentId } = payment
    for (const child of payment.childIds ?? []) if (child !== id) parents.set(child, id)
    return parentPaymentId === null ? { ...payment, parentPaymentId: parents.get(id) ?? null } : payment
  }
}
