import { CircleCheck, Clock } from 'lucide-react'
import { endingDays } from '#features/subscriptions/rules.ts'
import * as format from '#shared/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { planLabel, type ListedSubscription } from './subscriptions.ts'
import { SubscriptionActions } from './SubscriptionActions.tsx'

interface RowProps {
  row: ListedSubscription
  /** What could be done to it is gone from the screen, and the keyboard with it. */
  onGone: () => void
}

/** One subscription with what can be done to it while it runs. */
export function SubscriptionRow({ row, onGone }: RowProps) {
  return (
    <tr>
      <td className="[overflow-wrap:anywhere]">
        <b>{row.trader_display_name}</b> <span className="text-ink-3">@{row.trader_username}</span>{' '}
        {row.trader_deactivated && <Badge tone="danger">Utente disattivato</Badge>}
      </td>
      <td>{planLabel(row)}</td>
      <td className="figures">{format.date(row.end_date)}</td>
      <td>
        <Standing row={row} />
      </td>
      <td>
        <SubscriptionActions row={row} onGone={onGone} />
      </td>
    </tr>
  )
}

/** Where a subscription stands; a warning while seven days or fewer are left. */
export function Standing({ row }: { row: ListedSubscription }) {
  if (row.status === 'cancelled') return <Badge tone="neutral">Annullato</Badge>
  if (row.status === 'expired') return <Badge tone="danger">Scaduto</Badge>
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="ok" icon={<CircleCheck size={12} strokeWidth={2} aria-hidden />}>
        Attivo
      </Badge>
      {row.days_remaining > endingDays ? (
        <span className="figures">{format.days(row.days_remaining)}</span>
      ) : (
        <Badge tone="warn" icon={<Clock size={12} strokeWidth={2} aria-hidden />}>
          {format.days(row.days_remaining)}
        </Badge>
      )}
    </span>
  )
}
