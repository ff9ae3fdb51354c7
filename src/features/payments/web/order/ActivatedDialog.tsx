import { useId, useLayoutEffect, useRef } from 'react'
import type { PaymentState } from '../../contract.ts'
import * as format from '#shared/format/format.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { tierNames } from '#features/subscriptions/plan-names.ts'
import { focusTitle } from './focus-title.ts'

interface ActivatedDialogProps {
  order: Pick<PaymentState, 'subscription_type' | 'expires_at'>
  onClose: () => void
  onConfirm: () => void
}

/** Shown once, when the plan became active. The browser's own modal holds the focus and gives it back. */
export function ActivatedDialog({ order, onClose, onConfirm }: ActivatedDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => {
      shown?.close()
      // The element that had the focus may be gone.
      if (document.activeElement === document.body) focusTitle()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className="ask"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={onClose}
    >
      <h2 id={`${id}-title`}>Abbonamento attivo</h2>
      <p id={`${id}-text`} className="ask-text">
        Il tuo piano {tierNames[order.subscription_type]} è attivo
        {order.expires_at === null ? '.' : ` fino al ${format.date(order.expires_at)}.`}
        {order.subscription_type === 'diamond' && ' Ora puoi avere la tua vetrina.'}
      </p>
      <div className="ask-actions">
        {order.subscription_type === 'diamond' && (
          <ButtonLink href="/?view=my-showcase" onClick={onClose}>
            La mia Vetrina
          </ButtonLink>
        )}
        <Button variant="primary" autoFocus onClick={onConfirm}>
          Vai alla dashboard
        </Button>
      </div>
    </dialog>
  )
}
