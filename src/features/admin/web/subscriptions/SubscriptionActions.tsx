import { Ban } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { periodEnd } from '#features/subscriptions/catalogue.ts'
import type { cancelSubscription, extendSubscription } from '#features/subscriptions/contract.ts'
import { instantText } from '#shared/dates.ts'
import * as format from '#shared/format.ts'
import { send } from '#web/api.ts'
import { sendIdempotent } from '#web/send-idempotent.ts'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx'
import { adminErrorText } from '#web/error-text.ts'
import { planLabel, useRefresh, type ListedSubscription } from './subscriptions.ts'

/** A question as it was asked: what stands in it does not change under the hand of who answers. */
interface Question {
  act: 1 | 12 | 'cancel'
  /** When the subscription ended as it was asked. */
  end: string
}

/** The second click of a double click, wherever it lands, answers no question and asks none. */
const doubleClickMs = 400
const restMs = 1_000

const tierWords = { basic: 'Basic', diamond: 'Diamond' }

interface ActionsProps {
  row: ListedSubscription
  /** What could be done to it is gone from the screen, and the keyboard with it. */
  onGone: () => void
}

/** What can be done to a subscription while it runs: prolonged by one or twelve months, ended. */
export function SubscriptionActions({ row, onGone }: ActionsProps) {
  const refresh = useRefresh()
  const element = useRef<HTMLDivElement>(null)
  const [question, setQuestion] = useState<Question | null>(null)
  // From a yes until the renewed list stands, and a moment longer.
  const [isHeld, setHeld] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  function ask(act: Question['act']) {
    if (isHeld) return
    setFault(null)
    setQuestion({ act, end: row.end_date })
  }

  async function act({ act: what, end }: Question) {
    if (isHeld) return
    setHeld(true)
    setFault(null)
    try {
      const name = `${what} ${row.subscription_id} ${end}`
      toast(
        await sendIdempotent(name, (headers) =>
          what === 'cancel' ? cancel(row, headers) : extend(row, { months: what, end, headers }),
        ),
        'ok',
      )
      await refresh()
      // The question stands between a second click and whatever lies behind it.
      await sleep(doubleClickMs)
      setQuestion(null)
      if (what === 'cancel' || element.current === null) onGone()
      await sleep(restMs)
    } catch (error) {
      setFault(adminErrorText(error))
      void refresh()
    } finally {
      setHeld(false)
    }
  }

  return (
    <div ref={element}>
      {row.status === 'active' && (
        <div className="adm-actions">
          {/* Nobody could use the time. */}
          {!row.trader_deactivated &&
            ([1, 12] as const).map((months) => (
              <Button key={months} size="sm" aria-disabled={isHeld || undefined} onClick={() => ask(months)}>
                {months === 1 ? '+1 mese' : '+12 mesi'}
                <span className="sr-only"> a {row.trader_display_name}</span>
              </Button>
            ))}
          <button
            type="button"
            className="icon-button icon-button-sm text-danger"
            aria-disabled={isHeld || undefined}
            aria-label={`Annulla l’abbonamento di ${row.trader_display_name}`}
            title="Annulla abbonamento"
            onClick={() => ask('cancel')}
          >
            <Ban size={17} strokeWidth={1.75} aria-hidden />
          </button>
        </div>
      )}
      {question !== null && (
        <Asked
          row={row}
          question={question}
          isHeld={isHeld}
          fault={fault}
          onYes={() => void act(question)}
          onNo={() => setQuestion(null)}
        />
      )}
    </div>
  )
}

interface Extension {
  months: 1 | 12
  /** What the question said of the end: another admin may have moved it. */
  end: string
  headers: Record<string, string>
}

async function extend(row: ListedSubscription, { months, end, headers }: Extension): Promise<string> {
  const { new_end_date: newEnd } = await send<typeof extendSubscription>(
    'POST /api/admin/payments/extend/:id',
    { params: { id: row.subscription_id }, body: { months, seen_end_date: end } },
    headers,
  )
  return `Abbonamento di @${row.trader_username} prolungato: scade il ${format.date(newEnd)}.`
}

async function cancel(row: ListedSubscription, headers: Record<string, string>): Promise<string> {
  await send<typeof cancelSubscription>(
    'POST /api/admin/payments/cancel/:subscription_id',
    { params: { subscription_id: row.subscription_id } },
    headers,
  )
  return `Abbonamento di @${row.trader_username} annullato.`
}

interface AskedProps {
  row: ListedSubscription
  question: Question
  isHeld: boolean
  fault: string | null
  onYes: () => void
  onNo: () => void
}

function Asked({ row, question: { act, end }, isHeld, fault, onYes, onNo }: AskedProps) {
  const shownAt = useRef(0)
  useEffect(() => {
    shownAt.current = performance.now()
  }, [])
  const yes = () => {
    if (performance.now() - shownAt.current >= doubleClickMs) onYes()
  }
  const common = { error: fault, onConfirm: yes, onCancel: onNo }
  if (act === 'cancel') {
    return (
      <ConfirmDialog
        {...common}
        tone="danger"
        title="Annullare l’abbonamento?"
        confirm="Annulla l’abbonamento"
        dismiss="Lascia attivo"
        busy={isHeld && 'Annullamento...'}
      >
        {planLabel(row)} di {row.trader_display_name} (@{row.trader_username}) termina subito, con{' '}
        {format.days(row.days_remaining)} ancora da usare. I pagamenti restano registrati e non vengono rimborsati.
      </ConfirmDialog>
    )
  }
  const newEnd = periodEnd(Date.parse(end), act)
  return (
    <ConfirmDialog
      {...common}
      tone="info"
      title={`Prolungare ${tierWords[row.subscription_type]} di @${row.trader_username} fino al ${format.date(instantText(newEnd))}?`}
      confirm={act === 1 ? 'Prolunga di 1 mese' : 'Prolunga di 12 mesi'}
      dismiss="Indietro"
      busy={isHeld && 'Attendi...'}
    >
      Ora scade il {format.date(end)}. Il tempo aggiunto non si può togliere: si può solo annullare l’abbonamento
      intero.
    </ConfirmDialog>
  )
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
