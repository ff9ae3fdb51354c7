import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import type { Receipt, getReceipt } from '../../contract.ts'
import { coinAmount } from '#shared/format/coin.ts'
import * as format from '#shared/format/format.ts'
import { q, readError } from '#web/api.ts'
import { useUrl } from '#web/router.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { Wordmark } from '#web/ui/frame/Wordmark.tsx'
import { planName } from '#features/subscriptions/plan-names.ts'
import { laterEventsText } from './order-state.ts'
import { Row, Rows } from './Rows.tsx'
import { NothingHere, PaymentError } from './PaymentStates.tsx'
import type { ViewModule } from '#web/view.ts'
import { unlistedHead } from '#web/view-head.ts'
import { receiptAddress } from '../../addresses.ts'

export const view: ViewModule = {
  screen: ReceiptView,
  head: ({ search }) => unlistedHead('Ricevuta', receiptAddress(search.get('order') ?? '')),
}

/** The receipt of one's own paid order, for the screen and for paper. */
export function ReceiptView() {
  const orderId = useUrl().search.get('order') ?? ''
  const { data, error, refetch, isFetching } = useQuery({
    ...q<typeof getReceipt>('GET /api/crypto/receipts/:order_id', { params: { order_id: orderId } }),
    enabled: orderId !== '',
  })
  const status = error === null ? null : readError(error).status
  if (orderId === '' || status === 404 || status === 422) return <NoReceipt />
  if (data !== undefined) return <Sheet receipt={data} />
  if (error === null) return <ReceiptSkeleton />
  return (
    <PaymentError
      title="Ricevuta"
      message={readError(error).message}
      isBusy={isFetching}
      onRetry={() => void refetch()}
    />
  )
}

const providerNames: Record<string, string> = { nowpayments: 'NOWPayments', sandbox: 'Simulazione' }

function Sheet({ receipt }: { receipt: Receipt }) {
  const { customer, coin, period } = receipt
  const afterwards = laterEventsText({ ...receipt, amount_paid: receipt.amount_usd })
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <article className="panel receipt" aria-labelledby="ricevuta">
        <div className="receipt-head">
          <Wordmark />
          <span className="text-ui text-ink-2">{format.date(receipt.paid_at)}</span>
        </div>
        <div className="panel-body">
          <h1 id="ricevuta" tabIndex={-1}>
            Ricevuta di pagamento
          </h1>
          {receipt.provider === 'sandbox' && (
            <p className="mt-2 font-medium">Pagamento simulato: nessun denaro si è mosso.</p>
          )}
          {afterwards !== null && <p className="mt-2 font-medium">{afterwards}</p>}
          <h2 className="receipt-part">Cliente</h2>
          <Rows>
            <Row term="Nome">{customer.display_name}</Row>
            <Row term="Utente">@{customer.username}</Row>
            <Row term="Email">{customer.email}</Row>
          </Rows>
          <h2 className="receipt-part">Abbonamento</h2>
          <Rows>
            <Row term="Piano">{planName(receipt.plan)}</Row>
            <Row term="Durata">{format.counted(receipt.months, 'mese', 'mesi')}</Row>
            <Row term="Periodo acquistato">
              dal {format.date(period.from)} al {format.date(period.until)}
            </Row>
          </Rows>
          <h2 className="receipt-part">Pagamento</h2>
          <Rows>
            <Row term="Data">{format.dateTime(receipt.paid_at)}</Row>
            <Row term="Ordine">
              <code className="code">{receipt.order_id}</code>
            </Row>
            {receipt.payment_id !== null && (
              <Row term="Pagamento">
                <code className="code">{receipt.payment_id}</code>
              </Row>
            )}
            <Row term="Fornitore del pagamento">{providerNames[receipt.provider] ?? receipt.provider}</Row>
            {coin !== null && <Row term="Ricevuto">{coinAmount(coin.received, coin.symbol)}</Row>}
            <Row term="Totale">
              <b className="text-[18px] leading-6">{format.price(receipt.amount_usd)}</b>
            </Row>
          </Rows>
          <div className="receipt-actions">
            <Button variant="primary" onClick={() => window.print()}>
              <Printer size={16} strokeWidth={1.75} aria-hidden />
              Stampa
            </Button>
            <ButtonLink variant="text" href="/?view=dashboard">
              Torna alla dashboard
            </ButtonLink>
          </div>
        </div>
        <div className="panel-foot">
          Questa ricevuta conferma il pagamento e non è una fattura fiscale. I pagamenti sono definitivi e non sono
          previsti rimborsi, salvo i <a href="/refund/index.html">casi di legge</a>.
        </div>
      </article>
    </main>
  )
}

function NoReceipt() {
  return (
    <NothingHere
      title="Ricevuta non trovata"
      text="Questo ordine non esiste, non è del tuo account o non è ancora pagato: la ricevuta c’è da quando il piano è attivo."
    />
  )
}

function ReceiptSkeleton() {
  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto" aria-busy="true">
      <h1 tabIndex={-1}>Ricevuta</h1>
      <output className="mt-3 block text-ui text-ink-2">Caricamento ricevuta...</output>
      <span className="skeleton mt-6 h-[560px] max-w-[760px]" />
    </main>
  )
}
