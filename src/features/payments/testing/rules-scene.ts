import { MINUTE_MS } from '#shared/dates.ts'
import type { ProviderStatus } from '../provider.ts'
import { decide, type Decision, type OrderFacts } from '../rules.ts'
import type { Observed } from '../rules/coverage.ts'
import { withMessage, type Message, type Shown } from '../rules/merge.ts'
import type { PaymentFacts } from '../rules/payment.ts'
import { newPayment } from '../server/settlement/snapshot.ts'

/** Orders and payments without a database, for tests of the rules alone. */

export type Known = PaymentFacts & Shown

export const start = Date.parse('2026-11-20T10:00:00Z')

export function orderFacts(over: Partial<OrderFacts> = {}): OrderFacts {
  return {
    order_id: 'TT-A',
    price_cents: 2499,
    state: 'open',
    status: 'waiting',
    activated: false,
    activated_at: null,
    paid_payment_id: null,
    user_gone: false,
    grant_refused: false,
    deleted_at: null,
    resurfaced_at: null,
    created_at: start,
    ...over,
  }
}

/** One message about a payment of 100 coins for 24.99 USD, of which `percent` arrived. */
export interface Reported extends Partial<Message> {
  id?: string
  status: ProviderStatus
  percent?: number | string | null
  fields?: Partial<Observed>
}

export function messageOf({ status, percent = 0, fields: over }: Reported): Observed {
  return {
    orderId: 'TT-A',
    providerInvoiceId: '77',
    parentPaymentId: null,
    status,
    rawStatus: status === 'unknown' ? 'puzzling' : status,
    price: { amount: '24.99', currency: 'usd' },
    asked: '100',
    received: percent === null ? null : String(percent),
    coin: 'trx',
    ...over,
  }
}

/** The payments after one more message. By default it is the answer to our own question, a second after the last message. */
export function report(order: OrderFacts, payments: readonly Known[], reported: Reported): Known[] {
  const newest = Math.max(start, ...payments.map((payment) => payment.last_seen_at))
  const { id = '1', source = 'reading', at = newest + 1_000 } = reported
  const message = messageOf(reported)
  const before = payments.find(({ payment_id }) => payment_id === id) ?? newPayment('nowpayments', id, message, at)
  const after = withMessage(before, message, { source, at }, order)
  return [...payments.filter(({ payment_id }) => payment_id !== id), after]
}

/** The order as it is written after a decision. */
export function written(order: OrderFacts, decision: Decision, now: number): OrderFacts {
  const activates = decision.activateBy !== null
  return {
    ...order,
    state: decision.state,
    status: decision.status,
    activated: order.activated || activates,
    activated_at: activates ? now : order.activated_at,
    paid_payment_id: decision.activateBy ?? order.paid_payment_id,
  }
}

/** Applies one message after the other, and decides the order after each. */
export function story(first: OrderFacts, messages: readonly Reported[], now = start + 30 * MINUTE_MS) {
  let order = first
  let payments: Known[] = []
  let decision = decide(order, payments, now)
  let activations = 0
  for (const reported of messages) {
    payments = report(order, payments, reported)
    decision = decide(order, payments, now)
    if (decision.activateBy !== null) activations += 1
    order = written(order, decision, now)
  }
  return { order, payments, decision, activations, item: (id = '1') => decision.paymentReviews.get(id) ?? null }
}
