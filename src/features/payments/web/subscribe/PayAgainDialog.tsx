import { useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { navigate } from '#web/router.ts'
import { paymentAddress } from '../../addresses.ts'
import type { UnderWay } from './useCheckout.ts'

const DialogFrame = lazyWithRetry(async () => (await import('#web/ui/dialogs/ConfirmDialog.tsx')).DialogFrame)

interface PayAgainDialogProps {
  underWay: UnderWay
  /** Called by the click itself. */
  onPayAgain: () => void
  onClose: () => void
}

/** Asks before a further payment while money is under way. The likely answer, to follow that money, has the focus. */
export function PayAgainDialog({ underWay, onPayAgain, onClose }: PayAgainDialogProps) {
  const follow = useRef<HTMLButtonElement>(null)
  return (
    <DialogFrame
      tone="warning"
      title="Vuoi pagare di nuovo?"
      text={
        <>
          <p>{underWay.text}</p>
          <p className="mt-2">Un altro pagamento compra un altro periodo, e non viene rimborsato.</p>
        </>
      }
      isBusy={false}
      initialFocus={follow}
      onCancel={onClose}
    >
      <div className="ask-actions">
        <Button onClick={onPayAgain}>Paga di nuovo</Button>
        <Button ref={follow} variant="primary" onClick={() => navigate(paymentAddress(underWay.orderId))}>
          Segui il pagamento
        </Button>
      </div>
    </DialogFrame>
  )
}
