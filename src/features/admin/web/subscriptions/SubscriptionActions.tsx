import { Ban } from 'lucide-react'
import { useRef, useState } from 'react'
import { addedTimeStays } from '#features/admin/texts.ts'
import { periodEnd } from '#features/subscriptions/catalogue.ts'
import type { cancelSubscription, extendSubscription } from '#features/subscriptions/contract.ts'
import { shortTierNames } from '#features/subscriptions/plan-names.ts'
import { instantText } from '#shared/dates.ts'
import * as format from '#shared/format/format.ts'
import { send } from '#web/api.ts'
import { adminErrorText } from '#web/error-text.ts'
import { sendIdempotent } from '#web/send-idempotent.ts'
import { toast } from '#web/toasts.ts'
import { useAction } from '#web/hooks/useAction.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyConfirmDialog } from '#web/ui/dialogs/LazyConfirmDialog.tsx'
import { DOUBLE_CLICK_MS, useDoubleClickGuard } from '#web/ui/dialogs/useDoubleClickGuard.ts'
import { focusRow, enclosingList } from '#web/ui/list/focus.ts'
import { useRefresh } from '../useRefresh.ts'
import { planLabel, type ListedSubscription } from './subscriptions.ts'

/** The data of a dialog when it opened: its content does not change while an admin reads it. */
interface Opened {
  action: 1 | 12 | 'cancel'
  /** When the subscription ended as the dialog opened. */
  end: string
}

interface Confirmed {
  opened: Opened
  /** The list around the row, where the focus continues. */
  list: ReturnType<typeof enclosingList>
}

/** A mouse may click twice: the buttons stay disabled for a moment after an action. Milliseconds. */
const REST_MS = 1_000

/** Extends a running subscription by one or twelve months, or cancels it. */
export function SubscriptionActions({ row }: { row: ListedSubscription }) {
  const refresh = useRefresh()
  const element = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  // Busy from the confirmation until the refreshed list is shown, and a moment longer.
  const { run, isBusy, error, clear } = useAction(
    ({ opened: { action, end } }: Confirmed) =>
      sendIdempotent(`${action} ${row.subscription_id} ${end}`, (headers) =>
        action === 'cancel' ? cancel(row, headers) : extend(row, { months: action, end, headers }),
      ),
    {
      async onDone(message, { opened: { action }, list }) {
        toast(message, 'ok')
        await refresh()
        // The dialog stands between a second click and the page behind it.
        await sleep(DOUBLE_CLICK_MS)
        setOpened(null)
        // The button that opened the dialog is gone.
        if (action === 'cancel' || element.current === null) focusRow(list, row.subscription_id)
        await sleep(REST_MS)
      },
      onError: () => void refresh(),
    },
  )

  function open(action: Opened['action']) {
    if (isBusy) return
    clear()
    setOpened({ action, end: row.end_date })
  }

  return (
    <div ref={element}>
      {row.status === 'active' && (
        <div className="adm-actions">
          {/* A deactivated user could not use the time. */}
          {!row.trader_deactivated &&
            ([1, 12] as const).map((months) => (
              <Button key={months} size="sm" aria-disabled={isBusy || undefined} onClick={() => open(months)}>
                {months === 1 ? '+1 mese' : '+12 mesi'}
                <span className="sr-only"> a {row.trader_display_name}</span>
              </Button>
            ))}
          <button
            type="button"
            className="icon-button icon-button-sm text-danger"
            aria-disabled={isBusy || undefined}
            aria-label={`Annulla l’abbonamento di ${row.trader_display_name}`}
            title="Annulla abbonamento"
            onClick={() => open('cancel')}
          >
            <Ban size={17} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
      )}
      {opened !== null && (
        <ActionDialog
          row={row}
          opened={opened}
          isBusy={isBusy}
          error={error && adminErrorText(error)}
          onConfirm={() => void run({ opened, list: enclosingList(element.current) })}
          onCancel={() => setOpened(null)}
        />
      )}
    </div>
  )
}

interface Extension {
  months: 1 | 12
  /** The end that the dialog displayed: another admin may have moved it. */
  end: string
  headers: Record<string, string>
}

async function extend(row: ListedSubscription, { months, end, headers }: Extension): Promise<string> {
  const { new_end_date: newEnd } = await send<typeof extendSubscription>(
    'POST /api/admin/payments/extend/:id',
    { params: { id: row.subscription_id }, body: { months, seen_end_date: end } },
    headers,
  )
  return `Abbonamento di @${row.trader_username} esteso: scade il ${format.date(newEnd)}.`
}

async function cancel(row: ListedSubscription, headers: Record<string, string>): Promise<string> {
  await send<typeof cancelSubscription>(
    'POST /api/admin/payments/cancel/:subscription_id',
    { params: { subscription_id: row.subscription_id } },
    headers,
  )
  return `Abbonamento di @${row.trader_username} annullato.`
}

interface DialogProps {
  row: ListedSubscription
  opened: Opened
  isBusy: boolean
  error: string | null
  onConfirm: () => void
  onCancel: () => void
}

function ActionDialog({ row, opened: { action, end }, isBusy, error, onConfirm, onCancel }: DialogProps) {
  const isReady = useDoubleClickGuard()
  const common = { error, onConfirm: () => isReady() && onConfirm(), onCancel }
  if (action === 'cancel') {
    return (
      <LazyConfirmDialog
        {...common}
        tone="danger"
        title="Annullare l’abbonamento?"
        confirm="Annulla l’abbonamento"
        dismiss="Lascia attivo"
        busy={isBusy && 'Annullamento...'}
      >
        {planLabel(row)} di {row.trader_display_name} (@{row.trader_username}) termina subito, con{' '}
        {format.days(row.days_remaining)} ancora da usare. I pagamenti restano registrati e non vengono rimborsati.
      </LazyConfirmDialog>
    )
  }
  const newEnd = periodEnd(Date.parse(end), action)
  return (
    <LazyConfirmDialog
      {...common}
      tone="info"
      isIrreversible
      title={`Estendere ${shortTierNames[row.subscription_type]} di @${row.trader_username} fino al ${format.date(instantText(newEnd))}?`}
      confirm={action === 1 ? 'Estendi di 1 mese' : 'Estendi di 12 mesi'}
      dismiss="Indietro"
      busy={isBusy && 'Attendi...'}
    >
      Ora scade il {format.date(end)}. {addedTimeStays}
    </LazyConfirmDialog>
  )
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
