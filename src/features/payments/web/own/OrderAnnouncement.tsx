import { useEffect } from 'react'
import { ActivatedDialog } from '../order/ActivatedDialog.tsx'
import { ChecksEnded } from '../order/ChecksEnded.tsx'
import { markAnnounced } from '../last-order.ts'
import { usePaymentWatch } from '../order/usePaymentWatch.ts'

/** Watches one order until its end, and announces it. */
export function OrderAnnouncement({ orderId }: { orderId: string }) {
  const { order, error, checks, isUnannounced, acknowledge } = usePaymentWatch(orderId)
  const isGone = error?.status === 404
  useEffect(() => {
    if (isGone) markAnnounced(orderId)
  }, [isGone, orderId])
  return (
    <>
      {checks.hasEnded && <ChecksEnded onResume={checks.resume} />}
      {isUnannounced && order !== undefined && (
        <ActivatedDialog order={order} onClose={acknowledge} onConfirm={acknowledge} />
      )}
    </>
  )
}
