import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { Decision } from '../../rules.ts'
import { alertReview } from '../messages.ts'
import { setPaymentReview, type StoredPayment } from './payment-queries.ts'
import type { LockedOrder } from './settle-queries.ts'

/** An answer that contradicts a claim is most often a step behind. The admins are alerted where it lasts for this long. Milliseconds. */
const contradictionPatienceMs = 10 * MINUTE_MS

/** Writes the review items of all payments, and alerts the admins to each that remains. */
export async function saveReviews(
  tx: Transaction,
  kernel: Pick<Kernel, 'secrets' | 'config'>,
  order: LockedOrder,
  payments: readonly StoredPayment[],
  { orderReview, paymentReviews }: Decision,
  now: number,
): Promise<void> {
  const { order_id: orderId, resurfaced_at: again } = order
  for (const payment of payments) {
    const code = paymentReviews.get(payment.payment_id) ?? null
    if (code !== payment.review_reason) await setPaymentReview(tx, payment, code)
    const isFresh = code === 'contradiction' && now - (payment.claimed_paid_at ?? now) < contradictionPatienceMs
    if (code !== null && !isFresh)
      await alertReview(tx, kernel, code, { orderId, paymentId: payment.payment_id, at: now, again })
  }
  const isOnPayment = [...paymentReviews.values()].includes(orderReview)
  if (orderReview !== null && !isOnPayment) {
    await alertReview(tx, kernel, orderReview, { orderId, paymentId: null, at: now, again })
  }
}
