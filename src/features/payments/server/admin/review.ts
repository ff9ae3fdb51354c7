import { recordAudit, type Actor } from '#server/audit.ts'
import type { Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import type { acknowledgeCryptoPayment, CryptoPayment, unacknowledgeCryptoPayment } from '../../admin-contract.ts'
import { adminRows } from './rows.ts'
import { lockOrder } from '../settlement/settle-queries.ts'
import { deleteReviews, saveReview } from '../orders/review-queries.ts'
import { reviewNoted } from '../../action-texts.ts'

/** The row as it is now, locked until the transaction ends where it is an order of ours. */
async function lockRow(tx: Transaction, orderId: string): Promise<{ row: CryptoPayment; traderId: string | null }> {
  const order = await lockOrder(tx, orderId)
  const [row] = await adminRows(tx, [{ id: orderId, is_known: order !== null }])
  return row === undefined ? fail('ORDER_NOT_FOUND') : { row, traderId: order?.trader_id ?? null }
}

/**
 * Records that a person reviewed an order. It leaves the review list until another reason arises or money comes. It changes
 * neither the order nor a plan.
 * @param given `seen`: the mark that the admin was shown, so that nothing that came meanwhile counts as reviewed
 * @throws Failure ORDER_NOT_FOUND; CONFLICT where there is nothing to review, where the mark has changed, or where it was reviewed
 *   already
 */
export async function acknowledge(
  kernel: Kernel,
  orderId: string,
  { note, seen }: BodyOf<typeof acknowledgeCryptoPayment>,
  actor: Actor,
): Promise<ResponseOf<typeof acknowledgeCryptoPayment>> {
  const now = instantText(Math.floor(kernel.clock.now()))
  return kernel.sql.begin(async (tx) => {
    const { row, traderId } = await lockRow(tx, orderId)
    const { review, review_mark: mark } = row
    if (review === null || mark === null) {
      return fail('CONFLICT', { detail: 'Su questo pagamento non c’è più nulla da verificare: rileggilo.' })
    }
    if (seen !== undefined && seen !== mark) {
      return fail('CONFLICT', { detail: 'Nel frattempo è cambiato qualcosa: rileggi il pagamento e segnalo di nuovo.' })
    }
    if (!(await saveReview(tx, { orderId, mark, at: now, by: actor.trader_id, note }))) {
      return fail('CONFLICT', { detail: 'È già segnato come verificato: rileggi il pagamento con la sua nota.' })
    }
    await recordAudit(tx, actor, {
      action: 'payment.acknowledge',
      subject: traderId,
      // The note is in the review, from which it can be removed.
      details: { order_id: orderId, code: review.code },
      at: now,
    })
    return { message: reviewNoted, order_id: orderId }
  })
}

/**
 * Undoes `acknowledge`. A second call changes nothing.
 * @throws Failure ORDER_NOT_FOUND
 */
export async function unacknowledge(
  kernel: Kernel,
  orderId: string,
  actor: Actor,
): Promise<ResponseOf<typeof unacknowledgeCryptoPayment>> {
  const now = instantText(Math.floor(kernel.clock.now()))
  return kernel.sql.begin(async (tx) => {
    const { row, traderId } = await lockRow(tx, orderId)
    if (await deleteReviews(tx, [orderId])) {
      // The review's own line names the admin. A name would stay in the log for good, and so would the note.
      const reviewed = row.reviewed && { at: row.reviewed.at, holds: row.reviewed.holds }
      await recordAudit(tx, actor, {
        action: 'payment.unacknowledge',
        subject: traderId,
        details: { order_id: orderId, reviewed },
        at: now,
      })
    }
    return { message: 'Di nuovo da verificare.', order_id: orderId }
  })
}
