import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { CryptoPayment, deleteCryptoPayment, restoreCryptoPayment } from '#features/payments/admin-contract.ts'
import type { reconcilePayment } from '#features/payments/contract.ts'
import { readError, send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { adminErrorText } from '#web/error-text.ts'
import { useRefresh } from './queries.ts'
import { reconciledToast, shortId } from './labels.ts'

interface ActionsProps {
  row: CryptoPayment
  onHidden: () => void
}

/** What can be done to an order: reconciled, hidden, shown again. */
export function CryptoActions({ row, onHidden }: ActionsProps) {
  const refresh = useRefresh()
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState<'reconcile' | 'delete' | 'restore' | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const canReconcile = row.class === 'to_reconcile' && row.payment_id !== null
  // What activated a plan cannot go, what we do not know is not ours to hide.
  const isShown = row.deleted_at === null || row.review?.code === 'money_after_delete'
  const canDelete = row.is_known && !row.activated && isShown

  async function reconcile() {
    if (row.payment_id === null) return
    setBusy('reconcile')
    try {
      const answer = await send<typeof reconcilePayment>('POST /api/crypto/reconcile-payment', {
        body: { payment_id: row.payment_id, order_id: row.order_id },
      })
      const { text, tone } = reconciledToast(answer)
      toast(text, tone)
      await refresh()
    } catch (error) {
      toast(adminErrorText(error), 'danger')
    } finally {
      setBusy(null)
    }
  }

  async function restore() {
    setBusy('restore')
    try {
      const { message } = await send<typeof restoreCryptoPayment>('POST /api/admin/crypto-payments/:order_id/restore', {
        params: { order_id: row.order_id },
      })
      toast(message, 'ok')
      await refresh()
    } catch (error) {
      toast(adminErrorText(error), 'danger')
    } finally {
      setBusy(null)
    }
  }

  async function hide() {
    setBusy('delete')
    setFault(null)
    try {
      await send<typeof deleteCryptoPayment>('DELETE /api/admin/crypto-payments/:order_id/delete', {
        params: { order_id: row.order_id },
      })
      setConfirming(false)
      onHidden()
      await refresh()
    } catch (error) {
      setFault(readError(error).status === 0 ? 'Errore di connessione durante eliminazione' : adminErrorText(error))
    } finally {
      setBusy(null)
    }
  }

  return (
    <>
      {(canReconcile || canDelete || row.deleted_at !== null) && (
        <div className="adm-actions">
          {row.deleted_at !== null && (
            <Button size="sm" busy={busy === 'restore' && 'Attendi...'} onClick={() => void restore()}>
              Ripristina<span className="sr-only"> {shortId(row.order_id)}</span>
            </Button>
          )}
          {canReconcile && (
            <Button
              size="sm"
              variant={row.amount_paid > 0 ? 'primary' : 'secondary'}
              busy={busy === 'reconcile' && 'Attendi...'}
              onClick={() => void reconcile()}
            >
              Riconcilia<span className="sr-only"> {shortId(row.order_id)}</span>
            </Button>
          )}
          {canDelete && (
            <button
              type="button"
              className="icon-button icon-button-sm text-danger"
              disabled={busy !== null}
              aria-label={`Elimina il pagamento ${shortId(row.order_id)}`}
              title="Elimina pagamento"
              onClick={() => {
                setFault(null)
                setConfirming(true)
              }}
            >
              <Trash2 size={17} strokeWidth={1.75} aria-hidden />
            </button>
          )}
        </div>
      )}
      {isConfirming && (
        <ConfirmDialog
          tone="danger"
          title="Eliminare questo pagamento?"
          confirm="Elimina"
          busy={busy === 'delete' && 'Eliminazione...'}
          error={fault}
          onConfirm={() => void hide()}
          onCancel={() => setConfirming(false)}
        >
          L’ordine {row.order_id} sparisce dall’elenco e non può più attivare il piano da solo. Il denaro arrivato resta
          registrato; se ne arriva altro, l’ordine torna da verificare.
        </ConfirmDialog>
      )}
    </>
  )
}
