import { planOf } from '#features/subscriptions/catalogue.ts'
import { periodOfOrder } from '#features/subscriptions/server/service.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { Receipt } from '../../contract.ts'
import { symbolOf } from './coins.ts'
import { buyerNames, invoicesOf, orderById, paymentsOf } from './order-queries.ts'
import { reviewedAt } from './review-queries.ts'
import { attentionTo, depositsOf, shownCoin, shownPaymentId } from './order-display.ts'

/**
 * The receipt of an own order that activated a plan (`docs/payments.md` 9).
 * @throws Failure ORDER_NOT_FOUND, also for orders of others and for orders that activated nothing
 */
export async function receiptOf({ sql }: Kernel, orderId: string, traderId: string): Promise<Receipt> {
  const order = await orderById(sql, orderId)
  if (order === null || order.trader_id !== traderId || order.activated_at === null) return fail('ORDER_NOT_FOUND')
  const [payments, invoices, period, customer, reviewed] = await Promise.all([
    paymentsOf(sql, orderId),
    invoicesOf(sql, orderId),
    periodOfOrder(sql, orderId),
    buyerNames(sql, traderId),
    reviewedAt(sql, orderId),
  ])
  if (period === null || customer === null) throw new Error(`order ${orderId} is paid without its period`)
  const coin = shownCoin(order, payments)
  return {
    order_id: orderId,
    plan: order.plan,
    subscription_type: order.tier,
    months: planOf(order.plan)?.months ?? monthsOf(period),
    amount_usd: order.price_cents / 100,
    paid_at: order.activated_at,
    period,
    coin: coin && { ...coin, symbol: await symbolOf(sql, order.provider, coin.code) },
    provider: order.provider,
    payment_id: shownPaymentId(order, payments, invoices),
    attention: attentionTo(order.state, payments),
    reviewed_at: reviewed,
    deposits: depositsOf(order.price_cents, payments),
    customer,
  }
}

const monthMs = (365.2425 / 12) * DAY_MS

/** A plan that is not sold any more is known by its period alone: calendar months, or 30 days each. */
function monthsOf({ from, until }: { from: string; until: string }): number {
  return Math.max(1, Math.round((Date.parse(until) - Date.parse(from)) / monthMs))
}
