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
import * as format from '#shared/format/format.ts'
import { optionsOf } from '#web/ui/forms/FilterSelect.tsx'
import { lazyWithRetry } from '#web/ui/lazyWithRetry.tsx'
import { List } from '#web/ui/list/List.tsx'
import { ListDays, ListFilter } from '#web/ui/list/ListTools.tsx'
import { useListResult, useListState, type ListShape } from '#web/ui/list/state.ts'
import { Cleanup } from './Cleanup.tsx'
import { CryptoActions } from './CryptoActions.tsx'
import { Buyer, CryptoStates } from './CryptoBadges.tsx'
import { paymentStatusNames } from '#features/payments/status-names.ts'
import { covered, shortId, shortPlan } from './labels.ts'
import { UndoNotice, type Undoable } from './UndoNotice.tsx'
import { listFailed, loadingPayments } from '../texts.ts'

const CryptoDetail = lazyWithRetry(
  async () => (await import('./CryptoDetail.tsx')).CryptoDetail,
  <span className="skeleton h-[240px]" />,
)

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
    status: Object.keys(paymentStatusNames),
    plan: plans.map(({ code }) => code),
    from: day,
    to: day,
  },
}
/** Orders that only the provider knows may have the id of another one. */
const rowId = ({ is_known: isKnown, order_id: id }: CryptoPayment) => (isKnown ? id : `? ${id}`)

interface CryptoListProps {
  isCompact: boolean
  counts: Counts | undefined
  /** Between title and tools. */
  children?: ReactNode
}

/** Orders, and payments at the provider that no order expects: all of them on the page, the last twenty in the panel. */
export function CryptoList({ isCompact, counts, children }: CryptoListProps) {
  const state = useListState(shape, isCompact ? 20 : undefined)
  const result = useListResult<typeof listCryptoPayments>('GET /api/admin/crypto-payments', state)
  const [undoable, setUndoable] = useState<Undoable | null>(null)
  const numbered = Object.fromEntries(
    Object.entries(filters).map(([filter, label]) => {
      const number = counts === undefined || filter === 'hidden' ? undefined : counts[filter as 'orphans']
      return [filter, number === undefined ? label : `${label} (${format.count(number)})`]
    }),
  )
  const offerUndo = (row: CryptoPayment, action: Undoable['action']) => () =>
    setUndoable({ action, orderId: row.order_id, rowId: rowId(row) })
  return (
    <List
      title="Pagamenti crypto"
      state={state}
      result={result}
      rows={result.data?.payments}
      total={result.data?.total}
      searchLabel="Cerca ordine, email o username"
      seek={(id) => id.replace('? ', '')}
      filters={
        <>
          <ListFilter label="Mostra" name="filter" state={state} options={optionsOf({ '': 'Tutti', ...numbered })} />
          <ListFilter
            label="Stato"
            name="status"
            state={state}
            options={optionsOf({ '': 'Tutti gli stati', ...paymentStatusNames })}
          />
          <ListFilter
            label="Piano"
            name="plan"
            state={state}
            options={optionsOf({
              '': 'Tutti i piani',
              ...Object.fromEntries(plans.map(({ code }) => [code, shortPlan(code)])),
            })}
          />
          <ListDays state={state} />
        </>
      }
      csv={{ path: '/api/admin/crypto-payments.csv', name: 'toptrader-pagamenti.csv' }}
      actions={<Cleanup />}
      texts={{
        loading: loadingPayments,
        empty: 'Nessun pagamento.',
        noMatch: 'Nessun pagamento con questi filtri.',
        error: listFailed,
      }}
      idOf={rowId}
      name={{
        title: 'Ordine',
        isCode: true,
        of: (row) => shortId(row.order_id),
        cell: (row) => isCompact && <span className="figures block text-ink-3">{format.date(row.created_at)}</span>,
      }}
      columns={[
        {
          title: 'Aperto',
          sort: { by: 'created_at', first: 'desc' },
          isPageOnly: true,
          cell: (row) => <span className="figures">{format.dateTime(row.created_at)}</span>,
        },
        {
          title: isCompact ? 'Email' : 'Utente',
          place: 'left',
          sort: { by: 'username', first: 'asc' },
          cell: (row) => (
            <span className="[overflow-wrap:anywhere]">
              {!isCompact && row.username !== null && <span className="block">@{row.username}</span>}
              <Buyer row={row} />
              {isCompact && row.plan !== null && <span className="block text-ink-3">{shortPlan(row.plan)}</span>}
            </span>
          ),
        },
        {
          title: 'Piano',
          isPageOnly: true,
          cell: (row) => (row.plan === null ? format.MISSING : shortPlan(row.plan)),
        },
        {
          title: 'USDT',
          place: 'top',
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
          place: 'right',
          sort: { by: 'status', first: 'asc' },
          cell: (row) => (
            <span className="flex flex-wrap gap-1">
              <CryptoStates row={row} />
            </span>
          ),
        },
      ]}
      detail={(row) => (
        <CryptoDetail row={row} heading={isCompact ? 'h4' : 'h2'} onReviewed={offerUndo(row, 'reviewed')} />
      )}
      rowActions={(row) => <CryptoActions row={row} onHidden={offerUndo(row, 'hidden')} />}
    >
      {children}
      {undoable !== null && (
        <UndoNotice
          key={`${undoable.action} ${undoable.orderId}`}
          undoable={undoable}
          onDone={() => setUndoable(null)}
        />
      )}
    </List>
  )
}
