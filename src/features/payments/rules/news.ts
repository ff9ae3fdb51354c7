import { isPositive, largerOf, type Priced } from './coverage.ts'
import { meaningOf, paying, type Meaning, type PaymentFacts } from './payment.ts'

const weights: Partial<Record<Meaning, number>> = { claims: 1, pays: 2 }
const weightOf = (order: Priced, payment: PaymentFacts, now: number) => weights[meaningOf(order, payment, now)] ?? 0

/**
 * True where a payment became more than whoever hid its order could know: more money, a word that means money has arrived, a claim
 * that it is paid, or the certainty.
 * @param now milliseconds
 */
export function isNewMoney(order: Priced, before: PaymentFacts, after: PaymentFacts, now: number): boolean {
  const hasMore = isPositive(after.received) && largerOf(before.received, after.received) !== before.received
  const hasArrived = after.status !== before.status && paying.has(after.status)
  return hasMore || hasArrived || weightOf(order, after, now) > weightOf(order, before, now)
}
