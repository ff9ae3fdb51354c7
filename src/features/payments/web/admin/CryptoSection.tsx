import { useId, useRef, useState } from 'react'
import type { getPaymentsDashboard, PaymentFilter } from '#features/payments/admin-contract.ts'
import { adminAddress } from '#shared/admin-pages.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format.ts'
import { useDebouncedValue } from '#web/useDebouncedValue.ts'
import { FilterSelect } from '#web/ui/forms/FilterSelect.tsx'
import { PanelSearch } from '#web/ui/forms/PanelSearch.tsx'
import { Cleanup } from './Cleanup.tsx'
import { CryptoRow } from './CryptoRow.tsx'
import { FirstRows } from './ListParts.tsx'
import { usePayments } from './lists.ts'
import { TakeBack, type Left } from './TakeBack.tsx'

type Counts = ResponseOf<typeof getPaymentsDashboard>['cryptoStatistics']

const columns = [
  { title: 'Ordine' },
  { title: 'Email' },
  { title: 'USDT', as: 'number' },
  { title: 'Stato' },
  { title: 'Azioni', as: 'unseen' },
] as const

/** Orders and stray payments: reconciled, hidden, cleaned up, each with all that is on record. */
export function CryptoSection({ counts }: { counts: Counts | undefined }) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState<PaymentFilter>('all')
  const [left, setLeft] = useState<Left | null>(null)
  const searched = useDebouncedValue(typed)
  const list = usePayments(searched, filter)
  const numbered = (word: string, number: number | undefined) =>
    number === undefined ? word : `${word} (${format.count(number)})`
  function leave(act: Left['act'], orderId: string) {
    setLeft({ act, orderId })
    heading.current?.focus()
  }
  return (
    <section aria-labelledby={id}>
      <div className="adm-section">
        <h3 id={id} ref={heading} tabIndex={-1}>
          Pagamenti crypto
        </h3>
        <Cleanup />
      </div>
      <div className="adm-tools items-end">
        <PanelSearch label="Cerca ordine, pagamento, email o username" value={typed} onChange={setTyped} />
        <FilterSelect
          label="Mostra"
          value={filter}
          onChange={(event) => setFilter(event.target.value as PaymentFilter)}
          options={[
            { value: 'all', label: 'Tutti' },
            { value: 'to_reconcile', label: numbered('Da riconciliare', counts?.to_reconcile) },
            { value: 'review', label: numbered('Da verificare', counts?.review) },
            { value: 'orphans', label: numbered('Orfani', counts?.orphans) },
            { value: 'hidden', label: 'Nascosti' },
          ]}
        />
      </div>
      {left !== null && (
        <TakeBack
          key={`${left.act} ${left.orderId}`}
          left={left}
          onDone={() => {
            setLeft(null)
            heading.current?.focus()
          }}
        />
      )}
      <FirstRows
        list={list}
        caption="Pagamenti crypto"
        className="adm-crypto"
        columns={columns}
        rows={list.data?.payments ?? []}
        total={list.data?.total ?? 0}
        all={adminAddress('payments', { q: searched, filter: filter === 'all' ? '' : filter })}
        empty={searched === '' && filter === 'all' ? 'Nessun pagamento.' : 'Nessun pagamento con questi filtri.'}
        row={(row) => (
          <CryptoRow
            key={`${row.is_known} ${row.order_id}`}
            row={row}
            onHidden={() => leave('hidden', row.order_id)}
            onReviewed={() => leave('reviewed', row.order_id)}
            onRestored={() => heading.current?.focus()}
          />
        )}
      />
    </section>
  )
}
