import { Ban, Clock } from 'lucide-react'
import { useRef, useState } from 'react'
import type { cancelSubscription, extendSubscription } from '#features/subscriptions/contract.ts'
import * as format from '#shared/format.ts'
import { send } from '#web/api.ts'
import { toast } from '#web/toasts.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { faultText, newKey, useRenew, type ListedSubscription } from './lists.ts'
import { planWord, warnDays } from './states.ts'

type Act = 1 | 12 | 'cancel'

/** One subscription with what can be done to it while it runs. */
export function SubscriptionRow({ row, onEnded }: { row: ListedSubscription; onEnded: () => void }) {
  const renew = useRenew()
  const [busy, setBusy] = useState<Act | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  // The same act sent again after a lost answer keeps its key, so that it acts once.
  const keys = useRef(new Map<Act, string>())
  const keyOf = (act: Act) => {
    const key = keys.current.get(act) ?? newKey()
    keys.current.set(act, key)
    return { 'idempotency-key': key }
  }

  async function run(act: Act, work: (headers: Record<string, string>) => Promise<string>) {
    setBusy(act)
    setFault(null)
    try {
      toast(await work(keyOf(act)), 'ok')
      keys.current.delete(act)
      if (act === 'cancel') {
        setAsking(false)
        onEnded()
      }
      await renew()
    } catch (error) {
      const text = faultText(error)
      if (act === 'cancel') setFault(text)
      else toast(text, 'danger')
    } finally {
      setBusy(null)
    }
  }
  const extend = (months: 1 | 12) =>
    run(months, async (headers) => {
      const { new_end_date: end } = await send<typeof extendSubscription>(
        'POST /api/admin/payments/extend/:id',
        { params: { id: row.subscription_id }, body: { months } },
        headers,
      )
      return `Abbonamento di @${row.trader_username} prolungato: scade il ${format.date(end)}.`
    })
  const cancel = () =>
    run('cancel', async (headers) => {
      await send<typeof cancelSubscription>(
        'POST /api/admin/payments/cancel/:subscription_id',
        { params: { subscription_id: row.subscription_id } },
        headers,
      )
      return `Abbonamento di @${row.trader_username} annullato.`
    })

  return (
    <tr>
      <td className="[overflow-wrap:anywhere]">
        <b>{row.trader_display_name}</b> <span className="text-ink-3">@{row.trader_username}</span>
      </td>
      <td>{planWord(row)}</td>
      <td className="figures">{format.date(row.end_date)}</td>
      <td>
        <Remaining row={row} />
      </td>
      <td>
        {row.status === 'active' && (
          <div className="adm-actions">
            {([1, 12] as const).map((months) => (
              <Button
                key={months}
                size="sm"
                busy={busy === months && 'Attendi...'}
                disabled={busy !== null && busy !== months}
                onClick={() => void extend(months)}
              >
                {months === 1 ? '+1 mese' : '+12 mesi'}
                <span className="sr-only"> a {row.trader_display_name}</span>
              </Button>
            ))}
            <button
              type="button"
              className="icon-button icon-button-sm text-danger"
              disabled={busy !== null}
              aria-label={`Annulla l’abbonamento di ${row.trader_display_name}`}
              title="Annulla abbonamento"
              onClick={() => {
                setFault(null)
                setAsking(true)
              }}
            >
              <Ban size={17} strokeWidth={1.75} aria-hidden />
            </button>
          </div>
        )}
        {isAsking && (
          <ConfirmDialog
            tone="danger"
            title="Annullare l’abbonamento?"
            confirm="Annulla l’abbonamento"
            dismiss="Lascia attivo"
            busy={busy === 'cancel' && 'Annullamento...'}
            error={fault}
            onConfirm={() => void cancel()}
            onCancel={() => setAsking(false)}
          >
            {planWord(row)} di {row.trader_display_name} (@{row.trader_username}) termina subito, con{' '}
            {format.days(row.days_remaining)} ancora da usare. I pagamenti restano registrati e non vengono rimborsati.
          </ConfirmDialog>
        )}
      </td>
    </tr>
  )
}

function Remaining({ row }: { row: ListedSubscription }) {
  if (row.status === 'cancelled') return <Badge tone="neutral">Annullato</Badge>
  if (row.status === 'expired') return <Badge tone="danger">Scaduto</Badge>
  if (row.days_remaining > warnDays) return <span className="figures">{format.days(row.days_remaining)}</span>
  return (
    <Badge tone="warn" icon={<Clock size={12} strokeWidth={2} aria-hidden />}>
      {format.days(row.days_remaining)}
    </Badge>
  )
}
