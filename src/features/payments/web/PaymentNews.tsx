import { useEffect } from 'react'
import { ActivatedDialog } from './ActivatedDialog.tsx'
import { ChecksEnded } from './ChecksEnded.tsx'
import { noteTold, rememberedOrder } from './remembered.ts'
import { usePaymentWatch } from './usePaymentWatch.ts'

/** What becomes of the order that was opened last in this browser, for who left its page before it was over. */
export function PaymentNews({ traderId }: { traderId: string }) {
  const kept = rememberedOrder(traderId)
  return kept === null || kept.is_told === true ? null : <News key={kept.order_id} orderId={kept.order_id} />
}

function News({ orderId }: { orderId: string }) {
  const { order, fault, checks, isNews, acknowledge } = usePaymentWatch(orderId)
  const isGone = fault?.status === 404
  useEffect(() => {
    if (isGone) noteTold(orderId)
  }, [isGone, orderId])
  return (
    <>
      {checks.hasEnded && <ChecksEnded onResume={checks.resume} />}
      {isNews && order !== undefined && <ActivatedDialog order={order} onClose={acknowledge} onConfirm={acknowledge} />}
    </>
  )
}
