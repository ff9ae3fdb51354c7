import { useState } from 'react'
import { planName } from '#features/subscriptions/plan-names.ts'
import { paymentAddress, receiptAddress } from '../../addresses.ts'
import { stateLabels } from '../order-labels.ts'
import * as format from '#shared/format/format.ts'
import { Badge, type BadgeTone } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { OwnPayment } from './plan-state.ts'

const tones: Record<string, BadgeTone> = {
  waiting: 'info',
  confirming: 'info',
  partially_paid: 'warn',
  failed: 'danger',
}

/** The badge of an order. Its plan may have ended since. */
function stateOf({ status, activated }: OwnPayment): { label: string; tone: BadgeTone } {
  if (activated) return { label: 'Attivato', tone: 'ok' }
  const label = stateLabels[status] ?? 'in verifica'
  return { label: label.charAt(0).toUpperCase() + label.slice(1), tone: tones[status] ?? 'neutral' }
}

const shownFirst = 3

/** One's own orders, the newest first: state, and receipt. */
export function OwnPayments({ payments }: { payments: readonly OwnPayment[] }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <Panel title="I tuoi pagamenti">
      <ul className="text-ui">
        {payments.slice(0, isWhole ? undefined : shownFirst).map((payment) => (
          <Payment key={payment.order_id} payment={payment} />
        ))}
      </ul>
      {payments.length > shownFirst && (
        <Button size="sm" className="mt-3" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Mostra meno' : 'Mostra tutti'}
        </Button>
      )}
    </Panel>
  )
}

function Payment({ payment }: { payment: OwnPayment }) {
  const { order_id: order, plan, amount_usd: amount, activated, created_at: at } = payment
  const { label, tone } = stateOf(payment)
  return (
    <li className="border-b border-line py-2.5 last:border-b-0">
      <span className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 font-medium">{planName(plan)}</span>
        <span className="figures">{format.price(amount)}</span>
      </span>
      <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-3">
        <span className="figures">{format.date(at)}</span>
        <Badge tone={tone}>{label}</Badge>
        <a
          className="ml-auto flex min-h-6 items-center"
          href={activated ? receiptAddress(order) : paymentAddress(order)}
        >
          {activated ? 'Ricevuta' : 'Dettagli'}
          <span className="sr-only"> dell’ordine {order}</span>
        </a>
      </span>
    </li>
  )
}
