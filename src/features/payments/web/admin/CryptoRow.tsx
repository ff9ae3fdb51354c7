import { CircleCheck, CircleX, Eye, Hourglass, Trash2, TriangleAlert } from 'lucide-react'
import { useId, useState } from 'react'
import type { CryptoPayment, deleteCryptoPayment, restoreCryptoPayment } from '#features/payments/admin-contract.ts'
import type { reconcilePayment } from '#features/payments/contract.ts'
import * as format from '#shared/format.ts'
import { readError, send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { CryptoDetail } from './CryptoDetail.tsx'
import { faultText, useRenew } from './lists.ts'
import { reconciledWords, shortPlan, statesOf, type State } from './states.ts'

const icons = { ok: CircleCheck, warn: TriangleAlert, danger: Eye, info: Hourglass, neutral: CircleX }

interface CryptoRowProps {
  row: CryptoPayment
  onHidden: () => void
  onReviewed: () => void
  onRestored: () => void
}

/** One order, or one that only the provider knows; it opens to all that is on record. */
export function CryptoRow({ row, onHidden, onReviewed, onRestored }: CryptoRowProps) {
  const id = useId()
  const renew = useRenew()
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
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
      const { text, tone } = reconciledWords(answer)
      toast(text, tone)
      await renew()
    } catch (error) {
      toast(faultText(error), 'danger')
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
      onRestored()
      await renew()
    } catch (error) {
      toast(faultText(error), 'danger')
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
      setAsking(false)
      onHidden()
      await renew()
    } catch (error) {
      setFault(readError(error).status === 0 ? 'Errore di connessione durante eliminazione' : faultText(error))
    } finally {
      setBusy(null)
    }
  }

  return (
    <>
      <tr>
        <td>
          <button
            type="button"
            className="adm-order"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            title={row.order_id}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="sr-only">Dettagli di </span>
            {shortId(row.order_id)}
          </button>
          <span className="figures block text-ink-3">{format.date(row.created_at)}</span>
        </td>
        <td className="[overflow-wrap:anywhere]">
          {row.user_id === null && <Badge tone="danger">Orphan</Badge>}
          {row.user_id !== null && row.user_gone && <Badge tone="danger">Utente disattivato</Badge>}
          {row.user_email !== null && <span className={row.user_gone ? 'block' : ''}>{row.user_email}</span>}
          {(row.plan !== null || row.coverage !== null) && (
            <span className="block text-ink-3">
              {[row.plan === null ? null : shortPlan(row.plan), row.coverage === null ? null : covered(row.coverage)]
                .filter((part) => part !== null)
                .join(' · ')}
            </span>
          )}
        </td>
        <td className="num">
          <b>{format.decimal(row.price)}</b>
        </td>
        <td>
          <span className="flex flex-wrap gap-1 max-[820px]:justify-end">
            {row.deleted_at !== null && <Badge tone="neutral">Nascosto</Badge>}
            {statesOf(row).map((state) => (
              <StateBadge key={state.word} state={state} />
            ))}
          </span>
        </td>
        <td>
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
                    setAsking(true)
                  }}
                >
                  <Trash2 size={17} strokeWidth={1.75} aria-hidden />
                </button>
              )}
            </div>
          )}
          {isAsking && (
            <ConfirmDialog
              tone="danger"
              title="Eliminare questo pagamento?"
              confirm="Elimina"
              busy={busy === 'delete' && 'Eliminazione...'}
              error={fault}
              onConfirm={() => void hide()}
              onCancel={() => setAsking(false)}
            >
              L’ordine {row.order_id} sparisce dall’elenco e non può più attivare il piano da solo. Il denaro arrivato
              resta registrato; se ne arriva altro, l’ordine torna da verificare.
            </ConfirmDialog>
          )}
        </td>
      </tr>
      {isOpen && (
        <tr className="adm-detail" id={id}>
          <td colSpan={5}>
            <CryptoDetail row={row} onReviewed={onReviewed} />
          </td>
        </tr>
      )}
    </>
  )
}

/** `60%`, `60,2%` of what was asked. */
const covered = (percent: number) => format.sharePercent(percent, Number.isInteger(percent) ? 0 : 1)

/** An order id is long: its beginning and its end tell it apart. */
function shortId(id: string): string {
  return id.length <= 16 ? id : `${id.slice(0, 9)}…${id.slice(-4)}`
}

function StateBadge({ state }: { state: State }) {
  const Icon = icons[state.tone]
  return (
    <Badge tone={state.tone} icon={<Icon size={12} strokeWidth={2} aria-hidden />}>
      {state.word}
    </Badge>
  )
}
