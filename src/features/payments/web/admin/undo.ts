import type { restoreCryptoPayment, unacknowledgeCryptoPayment } from '#features/payments/admin-contract.ts'
import { send } from '#web/api.ts'

/** Shows a hidden order again. */
export const restoreOrder = (orderId: string) =>
  send<typeof restoreCryptoPayment>('POST /api/admin/crypto-payments/:order_id/restore', {
    params: { order_id: orderId },
  })

/** Takes back that an order was reviewed. */
export const undoReview = (orderId: string) =>
  send<typeof unacknowledgeCryptoPayment>('DELETE /api/admin/crypto-payments/:order_id/acknowledge', {
    params: { order_id: orderId },
  })
