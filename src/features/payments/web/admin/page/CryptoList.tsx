import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { adminAddress } from '#shared/admin-pages.ts'
import type {
  CryptoPayment,
  getPaymentsDashboard,
  listCryptoPayments,
  PaymentFilter,
  PaymentSort,
} from '#features/payments/admin-contract.ts'
import { plans } from '#features/subscriptions/catalogue.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format.ts'
import { ListPage } from '#web/ui/list/ListPage.tsx'
import { ListDays, ListFilter } from '#web/ui/list/ListTools.tsx'
import { listQuery, useListState, type ListShape } from '#web/ui/list/state.ts'
import { Cleanup } from '../Cleanup.tsx'
import { CryptoActions } from '../CryptoActions.tsx'
import { CryptoDetail } from '../CryptoDetail.tsx'
import { Buyer, CryptoStates } from '../CryptoParts.tsx'
import { covered, shortId, shortPlan, statusWords } from '../states.ts'
import { TakeBack, type Left } from '../TakeBack.tsx'
import { backToRow } from './back-to-row.ts'
import { optionsOf } from './options.ts'

type Counts = ResponseOf<typeof getPaymentsDashboard>['cryptoStatistics']

const filters: Record<Exclude<PaymentFilter, 'all'>, string> = {
  to_reconcile: 'Da riconciliare',
  review: 'Da verificare',
  orphans: 'Orfani',
  hidden: 'Nascosti',
}
const day = /^20\d\d-\d\d-\d\d$/
const shape: ListShape = {
  base: adminAddress('payments'),
  sorts: ['created_at', 'amount', 'status', 'username'] satisfies PaymentSort[],
  sort: { by: 'created_at', order: 'desc' },
  filters: {
    filter: Object.keys(filters),
    status: Object.keys(statusWords),
    plan: plans.map(({ code }) => code),
    from: day,
    to: day,
  },
}
/** An order of ours, or one that only the provider knows. */
const rowId = ({ is_known: isKnown, order_id: id }: CryptoPayment) => (isKnown ? id : `? ${id}`)

/** All orders, and payments of the provider that nobody asked for. */
export function CryptoList({ head, counts }: { head: ReactNode; counts: Counts | undefined }) {
  const state = useListState(shape)
  const asked = useQuery(listQuery<typeof listCryptoPayments>('GET /api/admin/crypto-payments', state))
  const [left, setLeft] = useState<(Left & { row: string }) | null>(null)
  const numbered = Object.fromEntries(
    Object.entries(filters).map(([filter, word]) => {
      const number = counts === undefined || filter === 'hidden' ? undefined : counts[filter as 'orphans']
      return [filter, number === undefined ? word : `${word} (${format.count(number)})`]
    }),
  )
  return (
    <ListPage
      title="Pagamenti crypto"
      state={state}
      asked={asked}
      rows={asked.data?.payments}
      total={asked.data?.total}
      searchLabel="Cerca ordine, pagamento, email o username"
      seek={(id) => id.replace('? ', '')}
      filters={
        <>
          <ListFilter label="Mostra" name="filter" state={state} options={optionsOf('Tutti', numbered)} />
          <ListFilter label="Stato" name="status" state={state} options={optionsOf('Tutti gli stati', statusWords)} />
          <ListFilter
            label="Piano"
            name="plan"
            state={state}
            options={optionsOf('Tutti i piani', Object.fromEntries(plans.map(({ code }) => [code, shortPlan(code)])))}
          />
          <ListDays state={state} />
        </>
      }
      csv={{ path: '/api/admin/crypto-payments.csv', name: 'toptrader-pagamenti.csv' }}
      acts={<Cleanup />}
      words={{
        waiting: 'Caricamento pagamenti...',
        none: 'Nessun pagamento.',
        noneFits: 'Nessun pagamento con questi filtri.',
        fault: 'Errore caricamento pagamenti',
        offline: 'Errore di connessione',
      }}
      idOf={rowId}
      name={{ title: 'Ordine', of: (row) => shortId(row.order_id) }}
      columns={[
        {
          title: 'Aperto',
          sort: { by: 'created_at', first: 'desc' },
          cell: (row) => <span className="figures">{format.dateTime(row.created_at)}</span>,
        },
        { title: 'Utente', sort: { by: 'username', first: 'asc' }, cell: (row) => <Who row={row} /> },
        { title: 'Piano', cell: (row) => (row.plan === null ? format.MISSING : shortPlan(row.plan)) },
        {
          title: 'USDT',
          isNumber: true,
          sort: { by: 'amount', first: 'desc' },
          cell: (row) => (
            <>
              <b>{format.decimal(row.price)}</b>
              {row.coverage !== null && <span className="block text-ink-3">{covered(row.coverage)}</span>}
            </>
          ),
        },
        {
          title: 'Stato',
          sort: { by: 'status', first: 'asc' },
          cell: (row) => (
            <span className="flex flex-wrap gap-1">
              <CryptoStates row={row} />
            </span>
          ),
        },
      ]}
      detail={(row) => (
        <div className="grid gap-4">
          <CryptoActions
            row={row}
            onHidden={() => setLeft({ act: 'hidden', orderId: row.order_id, row: rowId(row) })}
            onRestored={() => backToRow(rowId(row))}
          />
          <CryptoDetail
            row={row}
            onReviewed={() => setLeft({ act: 'reviewed', orderId: row.order_id, row: rowId(row) })}
          />
        </div>
      )}
    >
      {head}
      {left !== null && (
        <TakeBack
          key={`${left.act} ${left.orderId}`}
          left={left}
          onDone={() => {
            setLeft(null)
            backToRow(left.row)
          }}
        />
      )}
    </ListPage>
  )
}

function Who({ row }: { row: CryptoPayment }) {
  return (
    <span className="[overflow-wrap:anywhere]">
      {row.username !== null && <span className="block">@{row.username}</span>}
      <Buyer row={row} />
    </span>
  )
}
