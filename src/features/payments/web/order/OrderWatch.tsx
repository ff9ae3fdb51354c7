import { CircleAlert, CircleCheck, Hourglass, SearchCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PaymentState } from '../../contract.ts'
import { coinAmount } from '#shared/format/coin.ts'
import { Stepper } from '#features/ea/web/Stepper.tsx'
import * as format from '#shared/format/format.ts'
import { navigate } from '#web/router.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Seal } from '#web/ui/Guilloche.tsx'
import { planName } from '#features/subscriptions/plan-names.ts'
import { ActivatedDialog } from './ActivatedDialog.tsx'
import { ChecksEnded } from './ChecksEnded.tsx'
import { expectedEnd } from '../subscribe/expected-end.ts'
import { holdHeight } from './hold-height.ts'
import { NextCheck } from './NextCheck.tsx'
import { OrderActions } from './OrderActions.tsx'
import { OrderNumber } from './OrderNumber.tsx'
import { stepsOf, textsOf } from './order-state.ts'
import { pageTitle, shownOf, type Shown } from '../order-labels.ts'
import { PaymentError, PaymentSkeleton, UnknownOrder } from './PaymentStates.tsx'
import { Row, Rows } from './Rows.tsx'
import { retryActivation, type Retry } from '../own/retry.ts'
import { usePaymentWatch } from './usePaymentWatch.ts'
import { noteBlocked, wasBlocked } from '../invoice-window.ts'

/** One order, from its invoice to the active plan: state, next check, actions. */
export function OrderWatch({ orderId }: { orderId: string }) {
  const { order, error, isOffline, isFetching, readAt, dashboard, checks, isUnannounced, acknowledge, refetch } =
    usePaymentWatch(orderId)
  const [retry, setRetry] = useState<{ outcome: Retry; status: string | undefined; at: number } | null>(null)
  const [isBlocked, setBlocked] = useState(() => wasBlocked(orderId))
  const [now] = useState(Date.now)
  const [isChecking, setChecking] = useState(false)
  const title = pageTitle(order)
  useEffect(() => {
    document.title = `${title} · TopTrader`
  }, [title])
  if (order === undefined) {
    if (error === null && !isOffline) return <PaymentSkeleton />
    if (error?.status === 404 || error?.status === 422) return <UnknownOrder />
    const message = error?.message ?? 'Errore di connessione. Riprova più tardi.'
    return <PaymentError title="Pagamento" message={message} isBusy={isFetching} onRetry={() => void refetch()} />
  }
  const shown = shownOf(order)
  const { text } = textsOf(shown, order)
  const expected = dashboard === undefined || order.activated ? null : expectedEnd(order.plan, dashboard, now)
  const amountOf = (value: string | null) => coinAmount(value, order.coin?.symbol)

  async function check() {
    setChecking(true)
    setRetry(null)
    const outcome = await retryActivation(orderId)
    setRetry({ outcome, status: order?.status, at: Date.now() })
    setChecking(false)
    // This is not awaited, since a refetch waits for a connection. The next successful reading removes the notice of a failure.
    if (outcome.tone !== 'danger') void refetch()
  }

  // The sentence belongs to its moment: a later successful reading, or another state, replaces it.
  const isRetryPast =
    retry !== null &&
    !retry.outcome.activated &&
    (retry.outcome.tone === 'danger' ? readAt > retry.at : retry.status !== order.status)

  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      {isBlocked && shown === 'waiting' && (
        <div className="mb-4" role="alert">
          <Alert tone="warn" lead="La finestra del pagamento è stata bloccata.">
            Aprila con «Apri il pagamento».
          </Alert>
        </div>
      )}
      <div className="main-side">
        <section className="panel" aria-labelledby="pagamento">
          <div className="wait-head">
            <Seal seed="attesa" rank={null} icon={<StateIcon shown={shown} />} size={116} />
            {/* Screen readers announce changes, and not the seconds that count down. */}
            <div ref={holdHeight} className="min-w-0" aria-live="polite" aria-atomic="true">
              <h1 id="pagamento" tabIndex={-1}>
                {title}
              </h1>
              <p className="mt-2 text-ink-2">{text}</p>
            </div>
          </div>
          <div className="panel-body">
            <Stepper
              steps={stepsOf(shown, order, { expectedUntil: expected?.until ?? null, now })}
              current="in corso"
            />
            <div ref={holdHeight} className="mt-6">
              <Rows>
                <Row term="Ordine">
                  <OrderNumber orderId={order.order_id} />
                </Row>
                <Row term="Piano">{planName(order.plan)}</Row>
                <Row term="Importo">{format.price(order.amount_usd)}</Row>
                {order.amount_paid > 0 && <Row term="Ricevuto">{format.price(order.amount_paid)}</Row>}
                {order.coin?.received != null && order.coin.received !== '0' && (
                  <Row term="In valuta">
                    {amountOf(order.coin.received)} di {amountOf(order.coin.asked)}
                  </Row>
                )}
                {/* A row that came with the first check would move the buttons under a finger. */}
                {(order.checked_at !== null || shown === 'waiting') && (
                  <Row term="Ultima notizia dal fornitore">
                    {order.checked_at === null ? 'Ancora nessuna' : format.dateTime(order.checked_at)}
                  </Row>
                )}
                {checks.nextAt !== null && (
                  <Row term="Prossimo controllo">
                    <NextCheck at={checks.nextAt} number={checks.done + 1} />
                  </Row>
                )}
              </Rows>
            </div>
            <OrderActions
              order={order}
              shown={shown}
              isChecking={isChecking}
              onCheck={() => void check()}
              onOpenInvoice={() => {
                noteBlocked(null)
                setBlocked(false)
              }}
            />
          </div>
        </section>
        <aside ref={holdHeight} className="grid content-start gap-4" aria-label="Avvisi sul pagamento">
          {isOffline && (
            <Alert tone="warn" lead="Connessione assente." live>
              Quello che vedi è l’ultimo stato letto. I controlli riprendono da soli appena torna la connessione.
            </Alert>
          )}
          {error !== null && !isOffline && (
            <Alert tone="warn" lead="Lo stato potrebbe non essere aggiornato." live>
              {error.message}
            </Alert>
          )}
          {checks.hasEnded && <ChecksEnded onResume={checks.resume} />}
          {retry !== null && !isRetryPast && (
            <Alert tone={retry.outcome.tone} lead={retry.outcome.lead} live>
              <span className="block">{retry.outcome.rest}</span>
            </Alert>
          )}
          {shown === 'waiting' && !isBlocked && (
            <p className="text-ui text-ink-3">
              La finestra del pagamento è chiusa? Riaprila con «Apri il pagamento»: resta la stessa.
            </p>
          )}
          <Help order={order} shown={shown} />
        </aside>
      </div>
      {isUnannounced && (
        <ActivatedDialog
          order={order}
          onClose={acknowledge}
          onConfirm={() => {
            acknowledge()
            navigate('/?view=dashboard')
          }}
        />
      )}
    </main>
  )
}

/** Contact, and the number to give. */
function Help({ order, shown }: { order: PaymentState; shown: Shown }) {
  const contact = (
    <a href={`/?view=contacts&subject=problemi-pagamento&order=${encodeURIComponent(order.order_id)}`}>contattaci</a>
  )
  if (shown === 'active' && order.attention === null) return null
  return (
    <p className="text-ui text-ink-3 [overflow-wrap:anywhere]">
      {shown === 'active' || shown === 'under_review' || shown === 'partially_paid' ? (
        <>Hai dubbi? Indica il numero dell’ordine e {contact}.</>
      ) : (
        <>
          Hai pagato e qui non si vede? Attendi qualche secondo e premi «Controlla adesso», o {contact} con il numero
          dell’ordine.
        </>
      )}
    </p>
  )
}

const stateIcons: Partial<Record<Shown, typeof Hourglass>> = {
  active: CircleCheck,
  failed: CircleAlert,
  expired: CircleAlert,
  closed: CircleAlert,
  under_review: SearchCheck,
}

function StateIcon({ shown }: { shown: Shown }) {
  const Icon = stateIcons[shown] ?? Hourglass
  return <Icon size={28} strokeWidth={1.75} aria-hidden />
}
