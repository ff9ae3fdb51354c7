import { useQuery } from '@tanstack/react-query'
import type { listUsers } from '#features/admin/contract.ts'
import { adminAddress } from '#features/admin/pages.ts'
import * as format from '#shared/format.ts'
import { ListPage } from '#web/ui/list/ListPage.tsx'
import { ListFilter } from '#web/ui/list/ListTools.tsx'
import { listQuery, useListState, type ListShape } from '#web/ui/list/state.ts'
import { planOf } from './list.ts'

const shape: ListShape = {
  base: adminAddress('users'),
  sorts: ['created_at'],
  sort: { by: 'created_at', order: 'desc' },
  filters: { plan: ['diamond', 'basic', 'free'] },
}

/** All users, searched, filtered and sorted, 25 a page. */
export function UsersPage() {
  const state = useListState(shape)
  const asked = useQuery(listQuery<typeof listUsers>('GET /api/admin/users', state))
  return (
    <ListPage
      title="Utenti"
      state={state}
      asked={asked}
      rows={asked.data?.users}
      total={asked.data?.total}
      searchLabel="Cerca nome, email o conto"
      filters={<ListFilter label="Piano" name="plan" state={state} options={[{ value: '', label: 'Tutti i piani' }]} />}
      csv={{ path: '/api/admin/users.csv', name: 'toptrader-utenti.csv' }}
      words={{
        waiting: 'Caricamento utenti...',
        none: 'Nessun utente.',
        noneFits: 'Nessun utente con questi filtri.',
        fault: 'Errore caricamento utenti',
        offline: 'Errore connessione server',
      }}
      idOf={(user) => user.trader_id}
      name={{ title: 'Utente', of: (user) => user.display_name, cell: (user) => <>@{user.username}</> }}
      columns={[
        { title: 'Piano', cell: (user) => planOf(user).name },
        {
          title: 'Registrato il',
          sort: { by: 'created_at', first: 'desc' },
          cell: (user) => format.date(user.created_at),
        },
      ]}
      detail={(user) => user.email}
    />
  )
}
