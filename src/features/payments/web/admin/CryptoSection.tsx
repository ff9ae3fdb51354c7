import { BrushCleaning } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type {
  cleanupOrphaned,
  getPaymentsDashboard,
  PaymentFilter,
  restoreCryptoPayment,
  unacknowledgeCryptoPayment,
} from '#features/payments/admin-contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import * as format from '#shared/format.ts'
import { send } from '#web/api.ts'
import { useSettled } from '#web/settled.ts'
import { toast } from '#web/toasts.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { FilterSelect } from '#web/ui/FilterSelect.tsx'
import { CryptoRow } from './CryptoRow.tsx'
import { PanelSearch } from '#web/ui/PanelSearch.tsx'
import { PagedTable } from './ListParts.tsx'
import { faultText, usePayments, useRenew } from './lists.ts'

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
  const searched = useSettled(typed)
  const list = usePayments(searched, filter)
  const rows = list.data?.pages.flatMap((page) => page.payments) ?? []
  const total = list.data?.pages.at(-1)?.total ?? 0
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
      <PagedTable
        list={list}
        caption="Pagamenti crypto"
        className="adm-crypto"
        columns={columns}
        rows={rows}
        total={total}
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

/** An act by which a row may have left the list. */
interface Left {
  act: 'hidden' | 'reviewed'
  orderId: string
}

const acts = {
  hidden: {
    said: 'Pagamento eliminato dall’elenco.',
    back: 'Ripristina',
    undo: (orderId: string) =>
      send<typeof restoreCryptoPayment>('POST /api/admin/crypto-payments/:order_id/restore', {
        params: { order_id: orderId },
      }),
  },
  reviewed: {
    said: 'Segnato come verificato.',
    back: 'Annulla la verifica',
    undo: (orderId: string) =>
      send<typeof unacknowledgeCryptoPayment>('DELETE /api/admin/crypto-payments/:order_id/acknowledge', {
        params: { order_id: orderId },
      }),
  },
}

/** What was just done to a row, and the way back. */
function TakeBack({ left: { act, orderId }, onDone }: { left: Left; onDone: () => void }) {
  const { said, back, undo } = acts[act]
  const renew = useRenew()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  async function takeBack() {
    setBusy(true)
    setFault(null)
    try {
      const { message } = await undo(orderId)
      toast(message, 'ok')
      onDone()
      await renew()
    } catch (error) {
      setFault(faultText(error))
      setBusy(false)
    }
  }
  return (
    <div className="mt-3">
      <Alert
        tone={fault === null ? 'info' : 'danger'}
        lead={fault ?? said}
        live
        action={
          <Button size="sm" busy={busy && 'Attendi...'} onClick={() => void takeBack()}>
            {back}
          </Button>
        }
      >
        <span className="[overflow-wrap:anywhere]">{orderId}</span>
      </Alert>
    </div>
  )
}

/** Why this number is not the filter's. */
const counting =
  'Contano ogni pagamento da solo e gli ordini nascosti: il filtro Orfani mostra invece una riga per ordine.'

function Cleanup() {
  const renew = useRenew()
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  async function clean() {
    setBusy(true)
    setFault(null)
    try {
      const { orphaned_found: found, orphaned_removed: removed } = await send<typeof cleanupOrphaned>(
        'DELETE /api/admin/payments/cleanup-orphaned',
        {},
      )
      setAsking(false)
      toast(
        `${format.counted(found, 'record orfano trovato', 'record orfani trovati')}, ${format.counted(removed, 'rimosso', 'rimossi')}. ${counting}`,
        'ok',
      )
      await renew()
    } catch (error) {
      setFault(faultText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        size="sm"
        onClick={() => {
          setFault(null)
          setAsking(true)
        }}
      >
        <BrushCleaning size={15} strokeWidth={1.75} aria-hidden />
        Pulisci record orfani
      </Button>
      {isAsking && (
        <ConfirmDialog
          tone="danger"
          title="Pulire i record orfani?"
          confirm="Pulisci"
          busy={busy && 'Pulizia...'}
          error={fault}
          onConfirm={() => void clean()}
          onCancel={() => setAsking(false)}
        >
          Vengono rimossi per sempre gli ordini senza utente che non hanno mai visto denaro, se sono chiusi o hanno più
          di 30 giorni. Tutto ciò che ha visto denaro resta.
        </ConfirmDialog>
      )}
    </>
  )
}
