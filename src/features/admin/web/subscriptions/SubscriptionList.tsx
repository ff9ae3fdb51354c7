import { CircleCheck, Clock, UserPlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import type { listSubscriptions, SubscriptionFilter, SubscriptionSort } from '#features/subscriptions/contract.ts'
import { planTypeNames, shortTierNames, subscriptionStatusNames } from '#features/subscriptions/plan-names.ts'
import { endingDays } from '#features/subscriptions/rules.ts'
import * as format from '#shared/format/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { optionsOf } from '#web/ui/forms/FilterSelect.tsx'
import { Facts } from '#web/ui/list/Facts.tsx'
import { List } from '#web/ui/list/List.tsx'
import { ListFilter } from '#web/ui/list/ListTools.tsx'
import { useListResult, useListState, type ListShape } from '#web/ui/list/state.ts'
import { LazyAssignDialog } from './LazyAssignDialog.tsx'
import { SubscriptionActions } from './SubscriptionActions.tsx'
import { planLabel, type ListedSubscription } from './subscriptions.ts'

const filters: Record<Exclude<SubscriptionFilter, 'all'>, string> = {
  ending: `In scadenza (${format.days(endingDays)})`,
  active: 'Attivi',
  ended: 'Terminati',
}
const shape: ListShape = {
  base: adminAddress('payments', { list: 'subscriptions' }),
  sorts: ['created_at', 'end_date', 'username'] satisfies SubscriptionSort[],
  sort: { by: 'created_at', order: 'desc' },
  filters: {
    filter: Object.keys(filters),
    status: Object.keys(subscriptionStatusNames),
    tier: Object.keys(shortTierNames),
    plan_type: Object.keys(planTypeNames),
  },
}

interface SubscriptionListProps {
  isCompact: boolean
  /** Between title and tools. */
  children?: ReactNode
}

/** Bought and assigned subscriptions: all of them on the page, the last ten in the panel. */
export function SubscriptionList({ isCompact, children }: SubscriptionListProps) {
  const state = useListState(shape, isCompact ? 10 : undefined)
  const result = useListResult<typeof listSubscriptions>('GET /api/admin/payments/subscriptions', state)
  const [isAssigning, setAssigning] = useState(false)
  return (
    <List
      title="Abbonamenti"
      state={state}
      result={result}
      rows={result.data?.subscriptions}
      total={result.data?.total}
      searchLabel="Cerca nome o email"
      filters={
        <>
          <ListFilter label="Mostra" name="filter" state={state} options={optionsOf({ '': 'Tutti', ...filters })} />
          <ListFilter
            label="Stato"
            name="status"
            state={state}
            options={optionsOf({ '': 'Tutti gli stati', ...subscriptionStatusNames })}
          />
          <ListFilter
            label="Piano"
            name="tier"
            state={state}
            options={optionsOf({ '': 'Tutti i piani', ...shortTierNames })}
          />
          <ListFilter
            label="Durata"
            name="plan_type"
            state={state}
            options={optionsOf({ '': 'Tutte', ...planTypeNames })}
          />
        </>
      }
      csv={{ path: '/api/admin/payments/subscriptions.csv', name: 'toptrader-abbonamenti.csv' }}
      actions={
        <>
          <Button size="sm" aria-haspopup="dialog" onClick={() => setAssigning(true)}>
            <UserPlus size={15} strokeWidth={1.75} aria-hidden />
            Assegna abbonamento
          </Button>
          {isAssigning && <LazyAssignDialog onClose={() => setAssigning(false)} />}
        </>
      }
      texts={{
        loading: 'Caricamento abbonamenti...',
        empty: 'Nessun abbonamento.',
        noMatch: 'Nessun abbonamento con questi filtri.',
        error: 'Errore caricamento abbonamenti',
      }}
      idOf={(row) => row.subscription_id}
      name={{
        title: 'Trader',
        sort: { by: 'username', first: 'asc' },
        of: (row) => row.trader_display_name,
        cell: (row) => (
          <>
            <span className="text-ink-3"> @{row.trader_username} </span>
            {row.trader_deactivated && <Badge tone="danger">Utente disattivato</Badge>}
          </>
        ),
      }}
      columns={[
        { title: 'Piano', place: 'left', cell: planLabel },
        {
          title: 'Dal',
          sort: { by: 'created_at', first: 'desc' },
          isPageOnly: true,
          cell: (row) => <Day at={row.created_at} />,
        },
        {
          title: 'Scadenza',
          sort: { by: 'end_date', first: 'asc' },
          place: 'right',
          cell: (row) => <Day at={row.end_date} />,
        },
        { title: 'Stato', place: 'top', cell: (row) => <Status row={row} /> },
      ]}
      detail={(row) => <Detail row={row} />}
      rowActions={(row) => <SubscriptionActions row={row} />}
    >
      {children}
    </List>
  )
}

const Day = ({ at }: { at: string }) => <span className="figures">{format.date(at)}</span>

/** A plan's status, with a warning while seven days or fewer remain. */
function Status({ row }: { row: ListedSubscription }) {
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

function Detail({ row }: { row: ListedSubscription }) {
  const { trader_id: traderId, trader_email: email } = row
  const facts: [string, ReactNode][] = [
    ['Piano', planLabel(row)],
    ['Email', email],
    ['Dal', format.dateTime(row.created_at)],
    ['Scadenza', format.dateTime(row.end_date)],
    ['Abbonamento', row.subscription_id],
    [
      'Altro',
      <>
        <a href={adminAddress('users', { q: traderId, open: traderId })}>Scheda utente</a>
        {' · '}
        <a href={adminAddress('payments', { q: email })}>Pagamenti</a>
      </>,
    ],
  ]
  return <Facts className="adm-facts" facts={facts} />
}
