import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CryptoPayment, getCryptoPayment } from '#features/payments/admin-contract.ts'
import { planName } from '#features/subscriptions/plan-names.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { coinAmount } from '#shared/format/coin.ts'
import * as format from '#shared/format/format.ts'
import { q } from '#web/api.ts'
import { live } from '#web/query.ts'
import { opensInNewTab } from '#web/screen-texts.ts'
import { QueryError } from '#web/ui/QueryError.tsx'
import { Facts } from '#web/ui/list/Facts.tsx'
import { BindForm } from './BindForm.tsx'
import { ReviewBox } from './ReviewBox.tsx'
import { checkLabel, outcomeLabel, providerText, statusText } from './labels.ts'

type Detail = ResponseOf<typeof getCryptoPayment>

interface CryptoDetailProps {
  row: CryptoPayment
  /** Level of the parts: below the title of the page, or of the list in the panel. */
  heading: 'h2' | 'h4'
  onReviewed: () => void
}

/** All that is on record of one order. */
export function CryptoDetail({ row, heading, onReviewed }: CryptoDetailProps) {
  const { data, error, isFetching, refetch } = useQuery(
    live(
      q<typeof getCryptoPayment>('GET /api/admin/crypto-payments/:order_id', { params: { order_id: row.order_id } }),
    ),
  )
  if (data === undefined) {
    return error === null ? (
      <output className="skeleton grid h-[120px] place-items-center text-ui text-ink-2">Caricamento...</output>
    ) : (
      <QueryError
        lead="Dettagli del pagamento non disponibili."
        error={error}
        isFetching={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div className="grid gap-4">
      <ReviewBox payment={data.payment} onReviewed={onReviewed} />
      <OrderFacts detail={data} />
      <Payments heading={heading} payments={data.payments} order={data.payment} />
      <Notifications notifications={data.notifications} />
      {data.payment.is_known && data.payment.user_gone && data.payment.payment_id !== null && (
        <BindForm orderId={data.payment.order_id} paymentId={data.payment.payment_id} />
      )}
    </div>
  )
}

function OrderFacts({
  detail: { payment, invoices, notifications, period, next_check_at: nextCheck },
}: {
  detail: Detail
}) {
  const last = notifications.at(-1)
  const rows: (readonly [string, ReactNode])[] = [
    ['Ordine', payment.order_id],
    ['Utente', payment.username === null ? 'Nessuno' : `@${payment.username}`],
    ['Stato', statusText(payment)],
    ['Piano', payment.plan === null ? format.MISSING : planName(payment.plan)],
    [
      payment.is_known ? 'Prezzo' : 'Prezzo dichiarato',
      payment.price === null ? format.MISSING : format.price(payment.price),
    ],
    [
      'Arrivati',
      format.price(payment.amount_paid) +
        (payment.price === null ? '' : ` (${format.sharePercent((payment.amount_paid / payment.price) * 100)})`),
    ],
    ...(payment.amount_surplus === 0 ? [] : [['Più del prezzo', format.price(payment.amount_surplus)] as const]),
    ['Aperto', format.dateTime(payment.created_at)],
    ...(payment.activated_at === null ? [] : [['Attivato', format.dateTime(payment.activated_at)] as const]),
    ...(period === null ? [] : [['Periodo', `${format.date(period.from)}–${format.date(period.until)}`] as const]),
    ...(payment.reconciled_at === null ? [] : [['Riconciliato', format.dateTime(payment.reconciled_at)] as const]),
    [
      'Ultima notifica',
      last === undefined ? 'Nessuna' : `${format.dateTime(last.received_at)}, ${outcomeLabel(last.outcome)}`,
    ],
    [
      'Ultimo controllo',
      payment.last_checked_at === null
        ? 'Nessuno'
        : [format.dateTime(payment.last_checked_at), checkLabel(payment.last_check_result)].filter(Boolean).join(', '),
    ],
    ...(nextCheck === null ? [] : [['Prossimo controllo', format.dateTime(nextCheck)] as const]),
    ...invoices.map(
      (invoice) =>
        [
          'Richiesta',
          <a key={invoice.invoice_id} href={invoice.invoice_url} target="_blank" rel="noopener noreferrer">
            {invoice.invoice_id}
            <span className="sr-only"> {opensInNewTab}</span>
          </a>,
        ] as const,
    ),
  ]
  return <Facts className="adm-facts" facts={rows} />
}

interface PaymentsProps {
  heading: CryptoDetailProps['heading']
  payments: Detail['payments']
  order: CryptoPayment
}

function Payments({ heading: Heading, payments, order }: PaymentsProps) {
  if (payments.length === 0) return <p className="text-ink-2">Il fornitore non conosce ancora nessun pagamento.</p>
  return (
    <div>
      <Heading className="[font:inherit] tracking-normal font-semibold!">Pagamenti del fornitore</Heading>
      <ul className="mt-1">
        {payments.map((payment) => (
          <li
            key={payment.payment_id}
            className={`border-b border-line py-2 last:border-b-0 ${payment.parent_payment_id === null ? '' : 'adm-child'}`}
          >
            <span className="flex flex-wrap justify-between gap-x-4">
              <span>
                <b className="figures">{payment.payment_id}</b>{' '}
                <span className="text-ink-3">
                  {providerText(payment.raw_status)}
                  {payment.parent_payment_id === null ? '' : `, deposito in più di ${payment.parent_payment_id}`}
                </span>
              </span>
              <span className="figures">
                {coinAmount(payment.received)} di {coinAmount(payment.asked, payment.coin_name ?? undefined)}
              </span>
            </span>
            <span className="block text-label text-ink-3">
              Visto {format.dateTime(payment.first_seen_at)}; notificato {orNever(payment.notified_at)}; riletto{' '}
              {orNever(payment.read_back_at)}
            </span>
            {isOfAnotherPrice(payment, order.price) && (
              <span className="block text-danger">
                Prezzo di questo pagamento: {coinAmount(payment.price_amount, payment.price_currency?.toUpperCase())},
                non quello dell’ordine.
              </span>
            )}
            {payment.review !== null && payment.review.code !== order.review?.code && (
              <span className="block text-danger">{payment.review.text}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const isOfAnotherPrice = (
  { price_amount: amount, price_currency: currency }: Detail['payments'][number],
  price: number | null,
) => amount !== null && price !== null && (currency !== 'usd' || Number(amount) !== price)

const orNever = (instant: string | null) => (instant === null ? 'mai' : format.dateTime(instant))

function Notifications({ notifications }: { notifications: Detail['notifications'] }) {
  if (notifications.length === 0) return null
  return (
    <details>
      <summary className="py-1 font-semibold">
        {format.counted(notifications.length, 'notifica firmata', 'notifiche firmate')}
      </summary>
      <ol className="mt-1">
        {notifications.map((notification, index) => (
          // A notification has no id of its own: the same one may come twice.
          // eslint-disable-next-line react/no-array-index-key
          <li key={index} className="flex flex-wrap justify-between gap-x-4 py-1">
            <span className="figures">{format.dateTime(notification.received_at)}</span>
            <span className="text-ink-2">
              {[notification.payment_id, notification.raw_status && providerText(notification.raw_status)]
                .filter(Boolean)
                .join(' ')}
              , {outcomeLabel(notification.outcome)}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
