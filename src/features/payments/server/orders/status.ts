import { periodOfOrder } from '#features/subscriptions/server/service.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS, MINUTE_MS, instantText } from '#shared/dates.ts'
import type { PaymentState } from '../../contract.ts'
import { markDue } from '../reconciliation/due-queries.ts'
import { invoicesOf, orderById, paymentsOf } from './order-queries.ts'
import { reviewedAt } from './review-queries.ts'
import { symbolOf } from './coins.ts'
import {
  amountMissing,
  amountPaid,
  amountSurplus,
  attentionTo,
  depositsOf,
  shownCoin,
  shownPaymentId,
} from './order-display.ts'

/** A watched order is checked again after this, while it is young. Older ones wait for their schedule. Milliseconds. */
const watchedPauseMs = MINUTE_MS

/**
 * The state of an order for its buyer, from the database alone. Watching makes an order due at most once a minute.
 * @returns `due` where it was marked now: the caller wakes the settlement
 * @throws Failure ORDER_NOT_FOUND, also for orders of others
 */
export async function paymentState(
  { sql, clock }: Kernel,
  orderId: string,
  traderId: string,
): Promise<{ state: PaymentState; due: boolean }> {
  const order = await orderById(sql, orderId)
  if (order === null || order.trader_id !== traderId) return fail('ORDER_NOT_FOUND')
  const [payments, invoices, period, reviewed] = await Promise.all([
    paymentsOf(sql, orderId),
    invoicesOf(sql, orderId),
    periodOfOrder(sql, orderId),
    reviewedAt(sql, orderId),
  ])
  const coin = shownCoin(order, payments)
  const now = Math.floor(clock.now())
  const due = await markDue(sql, orderId, {
    now: instantText(now),
    checkedBefore: instantText(now - watchedPauseMs),
    createdAfter: instantText(now - DAY_MS),
  })
  // An admin hid it, and no money came since: it is closed.
  const isClosed = order.deleted_at !== null && order.state !== 'review' && !order.activated
  const attention = isClosed ? 'closed' : attentionTo(order.state, payments)
  const canPay = order.state === 'open' && order.deleted_at === null && attention === null
  const updates = [order.last_checked_at, ...payments.map((payment) => payment.notified_at)].filter((at) => at !== null)
  return {
    due,
    state: {
      order_id: orderId,
      payment_id: shownPaymentId(order, payments, invoices),
      status: isClosed ? 'expired' : order.status,
      activated: order.activated,
      plan: order.plan,
      subscription_type: order.tier,
      amount_usd: order.price_cents / 100,
      amount_paid: amountPaid(payments),
      amount_missing: order.activated ? 0 : amountMissing(order.price_cents, payments),
      amount_surplus: order.activated ? amountSurplus(order, payments) : 0,
      deposits: depositsOf(order.price_cents, payments),
      coin: coin && { ...coin, symbol: await symbolOf(sql, order.provider, coin.code) },
      expires_at: order.activated ? (period?.until ?? null) : null,
      invoice_url: canPay ? (invoices[0]?.invoice_url ?? null) : null,
      under_review: order.state === 'review',
      attention,
      reviewed_at: reviewed,
      created_at: order.created_at,
      // ISO texts of one length sort as instants.
      checked_at: updates.toSorted().at(-1) ?? null,
    },
  }
}
