import { recordAudit, type Actor } from '#server/audit.ts'
import { listedSubscriptions } from '#features/subscriptions/server/list.ts'
import { periodOfOrder } from '#features/subscriptions/server/service.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type {
  deleteCryptoPayment,
  getCryptoPayment,
  getPaymentsDashboard,
  restoreCryptoPayment,
} from '../../admin-contract.ts'
import { firstPayments, paymentPage } from './list.ts'
import { notices } from './notices.ts'
import { adminInvoices, adminOrders, adminPayments, notificationsOf, orderStatistics } from './queries.ts'
import { adminRows, paymentLines } from './rows.ts'
import type { Payments } from '../service.ts'
import { lockOrder } from '../settlement/settle-queries.ts'
import { settleOrder } from '../settlement/settle.ts'
import { paymentHidden } from '../../action-texts.ts'

/** The panel's first answer: subscriptions, payments, figures (revenue in US dollars) and notices. */
export async function paymentsDashboard(
  kernel: Kernel,
  { provider }: Pick<Payments, 'provider'>,
): Promise<ResponseOf<typeof getPaymentsDashboard>> {
  const [
    { subscriptions },
    { payments },
    { revenue_cents: revenue, refunded_cents: refunded, ...counts },
    shownNotices,
  ] = await Promise.all([
    listedSubscriptions(kernel, {}),
    paymentPage(kernel, { limit: firstPayments }),
    orderStatistics(kernel.sql),
    notices(kernel, provider),
  ])
  return {
    subscriptions,
    cryptoPayments: payments,
    cryptoStatistics: { ...counts, total_revenue: revenue / 100, total_refunded: refunded / 100 },
    notices: shownNotices,
  }
}

/**
 * One order, or the payments under an order id that is not ours, with everything on record. Finds hidden orders too.
 * @throws Failure ORDER_NOT_FOUND
 */
export async function paymentDetail({ sql }: Kernel, orderId: string): Promise<ResponseOf<typeof getCryptoPayment>> {
  const [[order], payments, invoices] = await Promise.all([
    adminOrders(sql, [orderId]),
    adminPayments(sql, [orderId]),
    adminInvoices(sql, [orderId]),
  ])
  const [payment] = await adminRows(sql, [{ id: orderId, is_known: order !== undefined }])
  if (payment === undefined) return fail('ORDER_NOT_FOUND')
  const ids = payments.map((each) => each.provider_payment_id)
  const [notifications, period] = await Promise.all([notificationsOf(sql, ids), periodOfOrder(sql, orderId)])
  return {
    payment,
    payments: paymentLines(payments),
    invoices: invoices.map(({ invoice_id, invoice_url, coin, created_at }) => ({
      invoice_id,
      invoice_url,
      coin,
      created_at,
    })),
    notifications,
    period: period === null ? null : { from: period.from, until: period.until },
    next_check_at: order?.next_check_at ?? null,
  }
}

/**
 * Hides an order that has activated nothing. Its money stays on record. The provider is asked about it as before: money that comes
 * later, even without a notification, shows it again. A second call changes nothing.
 * @throws Failure ORDER_NOT_FOUND, ORDER_ACTIVATED
 */
export async function hideOrder(
  kernel: Kernel,
  orderId: string,
  actor: Actor,
): Promise<ResponseOf<typeof deleteCryptoPayment>> {
  const now = instantText(Math.floor(kernel.clock.now()))
  return kernel.sql.begin(async (tx) => {
    const order = (await lockOrder(tx, orderId)) ?? fail('ORDER_NOT_FOUND')
    if (order.activated) return fail('ORDER_ACTIVATED')
    if (order.deleted_at === null || order.resurfaced_at !== null) {
      await tx`
        update payment_order
           set deleted_at = ${now}, resurfaced_at = null, updated_at = ${now}
         where order_id = ${orderId}`
      await recordAudit(tx, actor, {
        action: 'payment.delete',
        subject: order.trader_id,
        details: {
          order_id: orderId,
          state: order.state,
          status: order.status,
          shown_again: order.resurfaced_at !== null,
        },
        at: now,
      })
    }
    return { message: paymentHidden, order_id: orderId }
  })
}

/**
 * Undoes `hideOrder`. The order is decided anew at once, so that money which came meanwhile can activate it.
 * @throws Failure ORDER_NOT_FOUND
 */
export async function restoreOrder(
  kernel: Kernel,
  payments: Pick<Payments, 'wake'>,
  orderId: string,
  actor: Actor,
): Promise<ResponseOf<typeof restoreCryptoPayment>> {
  const now = instantText(Math.floor(kernel.clock.now()))
  const answer = await kernel.sql.begin(async (tx) => {
    const order = (await lockOrder(tx, orderId)) ?? fail('ORDER_NOT_FOUND')
    if (order.deleted_at !== null) {
      await tx`
        update payment_order
           set deleted_at = null, resurfaced_at = null, next_check_at = ${now}, updated_at = ${now}
         where order_id = ${orderId}`
      await recordAudit(tx, actor, {
        action: 'payment.restore',
        subject: order.trader_id,
        details: { order_id: orderId, deleted_at: instantText(order.deleted_at), state: order.state },
        at: now,
      })
    }
    return { message: 'Pagamento ripristinato.', order_id: orderId }
  })
  await settleOrder(kernel, orderId)
  payments.wake()
  return answer
}
