import { isPositive, largerOf, type Priced } from './coverage.ts'
import { classifyPayment, paying, isConfirmed, type PaymentFacts } from './payment.ts'

/** A claim that only waited without an answer is still a claim. */
function certainty(order: Priced, payment: PaymentFacts, now: number): number {
  const classification = classifyPayment(order, payment, now)
  if (classification === 'pays') return isConfirmed(order, payment.reading) ? 2 : 1
  return classification === 'claims' ? 1 : 0
}

/**
 * True where a payment grew after its order was hidden: more money, a status that means money, a claim, or a confirmation.
 * @param now milliseconds
 */
export function isNewMoney(order: Priced, before: PaymentFacts, after: PaymentFacts, now: number): boolean {
  const hasMore = isPositive(after.received) && largerOf(before.received, after.received) !== before.received
  const hasArrived = after.status !== before.status && paying.has(after.status)
  return hasMore || hasArrived || certainty(order, after, now) > certainty(order, before, now)
}
