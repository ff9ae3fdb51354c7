import type { listUsers } from '#features/admin/contract.ts'
import { adminAddress } from '#shared/admin-pages.ts'
import * as format from '#shared/format/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { LevelBadge } from '#web/ui/LevelBadge.tsx'
import { Kpi, KpiStrip } from '#web/ui/figures/Kpi.tsx'
import { List } from '#web/ui/list/List.tsx'
import { ListFilter } from '#web/ui/list/ListTools.tsx'
import type { ListColumn, ListRows } from '#web/ui/list/ListTable.tsx'
import { useListResult, useListState, type ListShape } from '#web/ui/list/state.ts'
import { AccountCell, MenuCell, NONE, PasswordCell, PlanBadge, planEndText, userNumber } from './cells.tsx'
import { NumberButton } from './NumberButton.tsx'
import { UserDetail } from './UserDetail.tsx'
import type { ListedUser } from './users.ts'

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

const planOptions = [
  { value: '', label: 'Tutti i piani' },
  { value: 'diamond', label: 'Diamond' },
  { value: 'basic', label: 'Basic' },
  { value: 'expired', label: 'Scaduti' },
  { value: 'free', label: 'Free' },
]
const stateOptions = [
  { value: '', label: 'Tutti' },
  { value: 'active', label: 'Attivi' },
  { value: 'deactivated', label: 'Disattivati' },
  { value: 'admin', label: 'Amministratori' },
]
const eaOptions = [
  { value: '', label: 'Tutti' },
  { value: 'verified', label: 'Sincronizzati' },
  { value: 'unverified', label: 'Non sincronizzati' },
]

const nameOf = (isCompact: boolean): ListRows<ListedUser>['name'] => ({
  title: 'Utente',
  sort: { by: 'username', first: 'asc' },
  of: (user) => user.display_name,
  cell: (user) => (
    <>
      <span className="text-ink-3"> @{user.username} </span>
      {user.deactivated_at !== null && <Badge tone="danger">Disattivato</Badge>}
      {user.email_proof === 'awaited' && <Badge tone="warn">Email da confermare</Badge>}
      {isCompact && <span className="block text-ink-3">{user.email}</span>}
    </>
  ),
})

const columns: ListColumn<ListedUser>[] = [
  { title: 'N.', sort: { by: 'number', first: 'asc' }, place: 'bottom-right', cell: userNumber },
  { title: 'Email', sort: { by: 'email', first: 'asc' }, isPageOnly: true, cell: (user) => user.email },
  { title: 'Piano', place: 'top', cell: (user) => <PlanBadge user={user} /> },
  {
    title: 'Scadenza',
    sort: { by: 'plan_end', first: 'asc' },
    place: 'bottom-left',
    cell: (user) => <span className="whitespace-nowrap">{planEndText(user)}</span>,
  },
  {
    title: 'Livello',
    isPageOnly: true,
    cell: ({ verification_level: level }) => (level === null ? NONE : <LevelBadge level={level} />),
  },
  { title: 'Server e conto', place: 'left', cell: (user) => <AccountCell user={user} /> },
  { title: 'Password investitore', place: 'right', cell: (user) => <PasswordCell user={user} /> },
  {
    title: 'Registrato il',
    sort: { by: 'created_at', first: 'desc' },
    isPageOnly: true,
    cell: (user) => <span className="whitespace-nowrap">{format.date(user.created_at)}</span>,
  },
]

/** The users: all of them on their page, the last ten in the panel. */
export function UsersList({ isCompact = false }: { isCompact?: boolean }) {
  const state = useListState(shape, isCompact ? 10 : undefined)
  const result = useListResult<typeof listUsers>('GET /api/admin/users', state)
  const rows = result.data?.users
  const stats = result.data?.stats
  return (
    <List
      title="Utenti"
      isTitleHidden
      state={state}
      result={result}
      rows={rows}
      total={result.data?.total}
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
      actions={rows?.some((user) => user.user_sequential_id === null) === true && <NumberButton />}
      texts={{
        loading: 'Caricamento utenti...',
        empty: 'Nessun utente.',
        noMatch: 'Nessun utente con questi filtri.',
        error: 'Errore caricamento utenti',
      }}
      idOf={(user) => user.trader_id}
      name={nameOf(isCompact)}
      nameAt={1}
      columns={columns}
      detail={(user) => <UserDetail user={user} />}
      rowActions={(user) => <MenuCell user={user} />}
    >
      {(stats !== undefined || (result.error === null && !isCompact)) && (
        <div className="list-figures">
          <KpiStrip>
            <Kpi label="Utenti totali" figure={stats && format.count(stats.total_users)} />
            <Kpi label="Utenti Diamond" figure={stats && format.count(stats.diamond_users)} />
            <Kpi label="EA sincronizzati" figure={stats && format.count(stats.ea_verified_count)} />
            {!isCompact && (
              <Kpi label="Trader in classifica e fuori" figure={stats && format.count(stats.total_traders)} />
            )}
          </KpiStrip>
        </div>
      )}
    </List>
  )
}
