import type { PaymentProvider, ProviderPayment } from '../../provider.ts'

/**
 * The provider's answers, each with what the others say of it: whom one payment names as a deposit to its own address is a child, whatever
 * it says of itself. For one run of questions: payments that may have deposits are asked for before those.
 */
export function withFamily(provider: PaymentProvider): PaymentProvider {
  const parents = new Map<string, string>()
  const placed = (payment: ProviderPayment): ProviderPayment => {
    const { providerPaymentId: id } = payment
    for (const child of payment.childIds ?? []) if (child !== id) parents.set(child, id)
    return payment.parentPaymentId === null ? { ...payment, parentPaymentId: parents.get(id) ?? null } : payment
  }
  return {
    ...provider,
    async readPayment(paymentId, options) {
      const payment = await provider.readPayment(paymentId, options)
      return payment === null ? null : placed(payment)
    },
    async *listPayments(query, options) {
      for await (const payment of provider.listPayments(query, options)) yield placed(payment)
    },
  }
}
