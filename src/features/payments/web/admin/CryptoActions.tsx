import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CryptoPayment, deleteCryptoPayment } from '#features/payments/admin-contract.ts'
import type { reconcilePayment } from '#features/payments/contract.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'
import { deletionErrorText, toastAdminError } from '#web/error-text.ts'
import { useRefresh } from './queries.ts'
import { reconciledToast, shortId } from './labels.ts'
import { restoreOrder } from './undo.ts'

interface ActionsProps {
  row: CryptoPayment
  onHidden: () => void
}

/** Reconciles an order, hides it or restores it. */
export function CryptoActions({ row, onHidden }: ActionsProps) {
  const refresh = useRefresh()
  const [isConfirming, setConfirming] = useState(false)
  const reconciling = useAction(
    (paymentId: string) =>
      send<typeof reconcilePayment>('POST /api/crypto/reconcile-payment', {
        body: { payment_id: paymentId, order_id: row.order_id },
      }),
    {
      onDone(answer) {
        const { text, tone } = reconciledToast(answer)
        toast(text, tone)
        return refresh()
      },
      onError: toastAdminError,
    },
  )
  const restoring = useAction(() => restoreOrder(row.order_id), {
    onDone({ message }) {
      toast(message, 'ok')
      return refresh()
    },
    onError: toastAdminError,
  })
  const hiding = useAction(
    () =>
      send<typeof deleteCryptoPayment>('DELETE /api/admin/crypto-payments/:order_id/delete', {
        params: { order_id: row.order_id },
      }),
    {
      onDone() {
        setConfirming(false)
        onHidden()
        return refresh()
      },
    },
  )
  const isBusy = reconciling.isBusy || restoring.isBusy || hiding.isBusy
  const canReconcile = row.class === 'to_reconcile' && row.payment_id !== null
  // An order that activated a plan stays. An unknown one is not ours to hide.
  const isShown = row.deleted_at === null || row.review?.code === 'money_after_delete'
  const canDelete = row.is_known && !row.activated && isShown

  return (
    <>
      {(canReconcile || canDelete || row.deleted_at !== null) && (
        <div className="adm-actions">
          {row.deleted_at !== null && (
            <Button size="sm" busy={restoring.isBusy && 'Attendi...'} onClick={() => void restoring.run()}>
              Ripristina<span className="sr-only"> {shortId(row.order_id)}</span>
            </Button>
          )}
          {canReconcile && (
            <Button
              size="sm"
              variant="primary"
              busy={reconciling.isBusy && 'Attendi...'}
              onClick={() => row.payment_id !== null && void reconciling.run(row.payment_id)}
            >
              Riconcilia<span className="sr-only"> {shortId(row.order_id)}</span>
            </Button>
          )}
          {canDelete && (
            <button
              type="button"
              className="icon-button icon-button-sm text-danger"
              disabled={isBusy}
              aria-label={`Elimina il pagamento ${shortId(row.order_id)}`}
              title="Elimina pagamento"
              onClick={() => {
                hiding.clear()
                setConfirming(true)
              }}
            >
              <Trash2 size={17} strokeWidth={1.75} aria-hidden />
            </button>
          )}
        </div>
      )}
      {isConfirming && (
        <LazyConfirmDialog
          tone="danger"
          title="Eliminare questo pagamento?"
          confirm="Elimina"
          busy={hiding.isBusy && 'Eliminazione...'}
          error={hiding.error && deletionErrorText(hiding.error)}
          onConfirm={() => void hiding.run()}
          onCancel={() => setConfirming(false)}
        >
          L’ordine {row.order_id} sparisce dall’elenco e non può più attivare il piano da solo. Il denaro arrivato resta
          registrato; se ne arriva altro, l’ordine torna da verificare.
        </LazyConfirmDialog>
      )}
    </>
  )
}
