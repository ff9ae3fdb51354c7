import { ExternalLink, Receipt, RefreshCw } from 'lucide-react'
import type { PaymentState } from '../../contract.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { subscribeAddress } from '#features/subscriptions/plan-names.ts'
import { receiptAddress } from '../../addresses.ts'
import { isInvoiceAddress } from '../invoice-window.ts'
import type { Shown } from '../order-labels.ts'

interface OrderActionsProps {
  order: PaymentState
  shown: Shown
  isChecking: boolean
  onCheck: () => void
  onOpenInvoice: () => void
}

/** Actions of this state, the likeliest first. */
export function OrderActions({ order, shown, isChecking, onCheck, onOpenInvoice }: OrderActionsProps) {
  const { invoice_url: invoice, subscription_type: tier } = order
  // A short payment gets no such link, since a second payment to the same address does not add up by itself.
  const canPay = shown === 'waiting' && invoice !== null && isInvoiceAddress(invoice)
  const isDead = ['failed', 'expired', 'closed'].includes(shown)
  return (
    <div className="wait-actions">
      {canPay && (
        <ButtonLink variant="primary" href={invoice} target="_blank" rel="noopener noreferrer" onClick={onOpenInvoice}>
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
          Apri il pagamento
          <span className="sr-only"> (si apre in una nuova finestra)</span>
        </ButtonLink>
      )}
      {(isDead || shown === 'creating') && (
        <ButtonLink variant="primary" href={subscribeAddress(tier, order.plan)}>
          {isDead ? 'Ricomincia' : 'Riprova il pagamento'}
        </ButtonLink>
      )}
      {shown === 'active' ? (
        <>
          <ButtonLink variant="primary" href="/?view=dashboard">
            Vai alla dashboard
          </ButtonLink>
          <ButtonLink href={receiptAddress(order.order_id)}>
            <Receipt size={16} strokeWidth={1.75} aria-hidden />
            Ricevuta
          </ButtonLink>
        </>
      ) : (
        <>
          <Button busy={isChecking && 'Controllo...'} onClick={onCheck}>
            <RefreshCw size={16} strokeWidth={1.75} aria-hidden />
            Controlla adesso
          </Button>
          <ButtonLink variant="text" href="/?view=dashboard">
            Torna alla dashboard
          </ButtonLink>
        </>
      )}
    </div>
  )
}
