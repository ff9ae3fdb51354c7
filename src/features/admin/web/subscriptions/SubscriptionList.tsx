import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import type { PlanType, Tier } from '#features/subscriptions/catalogue.ts'
import type { listSubscriptions, SubscriptionFilter, SubscriptionSort } from '#features/subscriptions/contract.ts'
import { endingDays, type ShownStatus } from '#features/subscriptions/rules.ts'
import * as format from '#shared/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ListPage } from '#web/ui/list/ListPage.tsx'
import { ListFilter } from '#web/ui/list/ListTools.tsx'
import { listQuery, useListState, type ListShape } from '#web/ui/list/state.ts'
import { backToRow } from '#features/payments/web/admin/page/back-to-row.ts'
import { optionsOf } from '#features/payments/web/admin/page/options.ts'
import { AssignForm, isAssignmentBegun } from './AssignForm.tsx'
import { SubscriptionActions } from './SubscriptionActions.tsx'
import { Standing } from './SubscriptionRow.tsx'
import { planLabel, type ListedSubscription } from './subscriptions.ts'

const filters: Record<Exclude<SubscriptionFilter, 'all'>, string> = {
  ending: `In scadenza (${format.days(endingDays)})`,
  active: 'Attivi',
  ended: 'Terminati',
}
const statuses: Record<ShownStatus, string> = { active: 'Attivo', expired: 'Scaduto', cancelled: 'Annullato' }
const tiers: Record<Tier, string> = { basic: 'Basic', diamond: 'Diamond' }
const lengths: Record<PlanType, string> = {
  monthly: 'Mensile',
  quarterly: 'Trimestrale',
  yearly: 'Annuale',
  manual: 'Assegnato a mano',
}
const shape: ListShape = {
  base: adminAddress('payments', { list: 'subscriptions' }),
  sorts: ['created_at', 'end_date', 'username'] satisfies SubscriptionSort[],
  sort: { by: 'created_at', order: 'desc' },
  filters: {
    filter: Object.keys(filters),
    status: Object.keys(statuses),
    tier: Object.keys(tiers),
    plan_type: Object.keys(lengths),
  },
}
/** All subscriptions, bought or assigned. */
export function SubscriptionList({ head }: { head: ReactNode }) {
  const state = useListState(shape)
  const asked = useQuery(listQuery<typeof listSubscriptions>('GET /api/admin/payments/subscriptions', state))
  const [isAssigning, setAssigning] = useState(isAssignmentBegun)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setAssigning(false)
    opener.current?.focus()
  }
  return (
    <ListPage
      title="Abbonamenti"
      state={state}
      asked={asked}
      rows={asked.data?.subscriptions}
      total={asked.data?.total}
      searchLabel="Cerca nome o email"
      filters={
        <>
          <ListFilter label="Mostra" name="filter" state={state} options={optionsOf('Tutti', filters)} />
          <ListFilter label="Stato" name="status" state={state} options={optionsOf('Tutti gli stati', statuses)} />
          <ListFilter label="Piano" name="tier" state={state} options={optionsOf('Tutti i piani', tiers)} />
          <ListFilter label="Durata" name="plan_type" state={state} options={optionsOf('Tutte', lengths)} />
        </>
      }
      csv={{ path: '/api/admin/payments/subscriptions.csv', name: 'toptrader-abbonamenti.csv' }}
      acts={
        <Button ref={opener} size="sm" aria-expanded={isAssigning} onClick={() => setAssigning(!isAssigning)}>
          <UserPlus size={15} strokeWidth={1.75} aria-hidden />
          Assegna abbonamento
        </Button>
      }
      words={{
        waiting: 'Caricamento abbonamenti...',
        none: 'Nessun abbonamento.',
        noneFits: 'Nessun abbonamento con questi filtri.',
        fault: 'Errore caricamento abbonamenti',
        offline: 'Errore di connessione',
      }}
      idOf={(row) => row.subscription_id}
      name={{
        title: 'Trader',
        sort: { by: 'username', first: 'asc' },
        of: (row) => row.trader_display_name,
        cell: (row) => (
          <>
            <span className="block text-ink-3">@{row.trader_username}</span>
            {row.trader_deactivated && <Badge tone="danger">Utente disattivato</Badge>}
          </>
        ),
      }}
      columns={[
        { title: 'Piano', cell: planLabel },
        { title: 'Dal', sort: { by: 'created_at', first: 'desc' }, cell: (row) => <Day at={row.created_at} /> },
        { title: 'Scadenza', sort: { by: 'end_date', first: 'asc' }, cell: (row) => <Day at={row.end_date} /> },
        { title: 'Stato', cell: (row) => <Standing row={row} /> },
      ]}
      detail={(row) => <Detail row={row} />}
    >
      {head}
      {isAssigning && <AssignForm onDone={close} onCancel={close} />}
    </ListPage>
  )
}

const Day = ({ at }: { at: string }) => <span className="figures">{format.date(at)}</span>

function Detail({ row }: { row: ListedSubscription }) {
  const { trader_id: traderId, trader_email: email } = row
  return (
    <div className="grid gap-4">
      <SubscriptionActions row={row} onGone={() => backToRow(row.subscription_id)} />
      <dl className="adm-facts">
        <Fact term="Piano">{planLabel(row)}</Fact>
        <Fact term="Email">{email}</Fact>
        <Fact term="Dal">{format.dateTime(row.created_at)}</Fact>
        <Fact term="Scadenza">{format.dateTime(row.end_date)}</Fact>
        <Fact term="Abbonamento">{row.subscription_id}</Fact>
        <Fact term="Altro">
          <a href={adminAddress('users', { q: traderId, open: traderId })}>Scheda utente</a>
          {' · '}
          <a href={adminAddress('payments', { q: email })}>Pagamenti</a>
        </Fact>
      </dl>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
