import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { listUsers } from '#features/admin/contract.ts'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format.ts'
import { Badge, LevelBadge } from '#web/ui/Badge.tsx'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { ListPage } from '#web/ui/list/ListPage.tsx'
import { ListFilter } from '#web/ui/list/ListTools.tsx'
import type { ListColumn, ListRows } from '#web/ui/list/ListTable.tsx'
import { listQuery, useListState, type ListShape, type ListState } from '#web/ui/list/state.ts'
import { AccountCell, MenuCell, PasswordCell, PlanBadge, endOf, none, numberOf } from './cells.tsx'
import { planOptions, type ListedUser } from './list.ts'
import { NumberButton } from './NumberButton.tsx'
import { UserDetail } from './UserDetail.tsx'

const shape: ListShape = {
  base: adminAddress('users'),
  sorts: ['created_at', 'number', 'username', 'email', 'plan_end'],
  sort: { by: 'created_at', order: 'desc' },
  filters: {
    plan: ['diamond', 'basic', 'expired', 'free'],
    state: ['active', 'deactivated', 'admin'],
    ea: ['verified', 'unverified'],
  },
}

const stateOptions = [
  { value: '', label: 'Tutti' },
  { value: 'active', label: 'Attivi' },
  { value: 'deactivated', label: 'Disattivati' },
  { value: 'admin', label: 'Amministratori' },
]
const eaOptions = [
  { value: '', label: 'Tutti' },
  { value: 'verified', label: 'EA verificati' },
  { value: 'unverified', label: 'EA non verificati' },
]

const name: ListRows<ListedUser>['name'] = {
  title: 'Utente',
  sort: { by: 'username', first: 'asc' },
  of: (user) => user.display_name,
  cell: (user) => (
    <>
      <span className="block text-ink-3">@{user.username}</span>
      {user.deactivated_at !== null && <Badge tone="danger">Disattivato</Badge>}
    </>
  ),
}

const columns: ListColumn<ListedUser>[] = [
  { title: 'N.', sort: { by: 'number', first: 'asc' }, cell: numberOf },
  { title: 'Email', sort: { by: 'email', first: 'asc' }, cell: (user) => user.email },
  { title: 'Piano', cell: (user) => <PlanBadge user={user} /> },
  { title: 'Scadenza', sort: { by: 'plan_end', first: 'asc' }, cell: endOf },
  {
    title: 'Livello',
    cell: ({ verification_level: level }) => (level === null ? none : <LevelBadge level={level} />),
  },
  { title: 'Server e conto', cell: (user) => <AccountCell user={user} /> },
  { title: 'Password investitore', cell: (user) => <PasswordCell user={user} /> },
  { title: 'Registrato il', sort: { by: 'created_at', first: 'desc' }, cell: (user) => format.date(user.created_at) },
]

/** All users: searched, filtered and sorted, 25 a page. */
export function UsersPage() {
  const state = useListState(shape)
  const [readAt, setReadAt] = useState<string | null>(null)
  const asked = useQuery(listQuery<typeof listUsers>('GET /api/admin/users', asOf(state, readAt)))
  const at = asked.isPlaceholderData ? undefined : asked.data?.at
  if (state.page === 1 && at !== undefined && at !== readAt) setReadAt(at)
  const rows = asked.data?.users
  const stats = asked.data?.stats
  return (
    <ListPage
      title="Utenti"
      state={state}
      asked={asked}
      rows={rows}
      total={asked.data?.total}
      searchLabel="Cerca nome, email o conto"
      seek={(id) => id}
      filters={
        <>
          <ListFilter label="Piano" name="plan" state={state} options={planOptions} />
          <ListFilter label="Stato" name="state" state={state} options={stateOptions} />
          <ListFilter label="Expert Advisor" name="ea" state={state} options={eaOptions} />
        </>
      }
      csv={{ path: '/api/admin/users.csv', name: 'toptrader-utenti.csv' }}
      acts={rows?.some((user) => user.user_sequential_id === null) === true && <NumberButton />}
      words={{
        waiting: 'Caricamento utenti...',
        none: 'Nessun utente.',
        noneFits: 'Nessun utente con questi filtri.',
        fault: 'Errore caricamento utenti',
        offline: 'Errore connessione server',
      }}
      idOf={(user) => user.trader_id}
      name={name}
      nameAt={1}
      columns={columns}
      detail={(user) => <UserDetail user={user} onGone={() => {}} />}
      menu={(user) => <MenuCell user={user} onGone={() => {}} />}
    >
      {stats !== undefined && (
        <div className="mt-5">
          <KpiStrip>
            <Kpi label="Utenti totali" figure={format.count(stats.total_users)} />
            <Kpi label="Utenti Diamond" figure={format.count(stats.diamond_users)} />
            <Kpi label="EA verificati" figure={format.count(stats.ea_verified_count)} />
            <Kpi label="Trader in elenco" figure={format.count(stats.total_traders)} />
          </KpiStrip>
        </div>
      )}
    </ListPage>
  )
}

/** The pages after the first are of the moment at which the first was read: nobody who registers meanwhile moves them. */
function asOf(state: ListState, readAt: string | null): ListState {
  return state.page === 1 || readAt === null ? state : { ...state, query: { ...state.query, until: readAt } }
}
