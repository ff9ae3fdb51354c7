import { CircleAlert, CircleCheck, Hourglass, SearchCheck } from 'lucide-react'
import { useState } from 'react'
import { coinAmount } from '#shared/format-coin.ts'
import * as format from '#shared/format.ts'
import { navigate } from '#web/router.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Seal } from '#web/ui/Guilloche.tsx'
import { planName } from '../plan-names.ts'
import { ActivatedDialog } from './ActivatedDialog.tsx'
import { expectedEnd } from './expected-end.ts'
import { NextCheck } from './NextCheck.tsx'
import { OrderActions } from './OrderActions.tsx'
import { shownOf, stepsOf, wordsOf, type Shown } from './order-state.ts'
import { PaymentFault, PaymentSkeleton, UnknownOrder } from './PaymentStates.tsx'
import { PaymentSteps } from './PaymentSteps.tsx'
import { Row, Rows } from './Rows.tsx'
import { retryActivation, type Retry } from './retry.ts'
import { useCoinSymbol } from './useCoinSymbol.ts'
import { usePaymentWatch } from './usePaymentWatch.ts'
import { wasBlocked } from './invoice-window.ts'

/** One order, from its invoice to the active plan: where it stands, what is looked at next, what a person can do. */
export function OrderWatch({ orderId }: { orderId: string }) {
  const { order, fault, isOffline, isFetching, dashboard, checks, success, acknowledge, refetch } =
    usePaymentWatch(orderId)
  const [retry, setRetry] = useState<Retry | null>(null)
  const [now] = useState(Date.now)
  const [isChecking, setChecking] = useState(false)
  const symbol = useCoinSymbol(order?.coin?.code ?? null)
  if (order === undefined) {
    if (fault === null && !isOffline) return <PaymentSkeleton />
    if (fault?.status === 404 || fault?.status === 422) return <UnknownOrder />
    const message = fault?.message ?? 'Errore di connessione. Riprova più tardi.'
    return <PaymentFault title="Pagamento" message={message} isBusy={isFetching} onRetry={() => void refetch()} />
  }
  const shown = shownOf(order)
  const { title, text } = wordsOf(shown, order)
  const expected = dashboard === undefined || order.activated ? null : expectedEnd(order.plan, dashboard, now)
  const amountOf = (value: string | null) => coinAmount(value, symbol ?? undefined)

  async function check() {
    setChecking(true)
    setRetry(null)
    const result = await retryActivation(orderId)
    await refetch()
    setRetry(result)
    setChecking(false)
  }

  return (
    <main className="page pt-8 max-[820px]:pt-5" id="contenuto">
      <div className="main-side">
        <section className="panel" aria-labelledby="pagamento">
          <div className="wait-head">
            <Seal seed="attesa" rank={null} icon={<StateIcon shown={shown} />} size={116} />
            <div className="min-w-0">
              <h1 id="pagamento" tabIndex={-1}>
                {title}
              </h1>
              <p className="mt-2 text-ink-2">{text}</p>
            </div>
          </div>
          {/* What changes is said once; the seconds that count down are not. */}
          <output className="sr-only">
            {title}. {text}
          </output>
          <div className="panel-body">
            <PaymentSteps steps={stepsOf(shown, order, { expectedUntil: expected?.until ?? null, now })} />
            <div className="mt-6">
              <Rows>
                <Row term="Ordine">
                  <code className="code">{order.order_id}</code>
                </Row>
                <Row term="Piano">{planName(order.plan)}</Row>
                <Row term="Importo">{format.price(order.amount_usd)}</Row>
                {order.amount_paid > 0 && <Row term="Ricevuto">{format.price(order.amount_paid)}</Row>}
                {order.coin?.received != null && order.coin.received !== '0' && (
                  <Row term="In valuta">
                    {amountOf(order.coin.received)} di {amountOf(order.coin.asked)}
                  </Row>
                )}
                {order.checked_at !== null && (
                  <Row term="Ultima notizia dal fornitore">{format.dateTime(order.checked_at)}</Row>
                )}
                {checks.nextAt !== null && (
                  <Row term="Prossimo controllo">
                    <NextCheck at={checks.nextAt} number={checks.done + 1} />
                  </Row>
                )}
              </Rows>
            </div>
            <OrderActions order={order} shown={shown} isChecking={isChecking} onCheck={() => void check()} />
          </div>
        </section>
        <aside className="grid gap-4" aria-label="Avvisi sul pagamento">
          {wasBlocked(orderId) && shown === 'waiting' && (
            <Alert tone="warn" lead="La finestra della fattura è stata bloccata.">
              Aprila con “Apri la fattura”.
            </Alert>
          )}
          {isOffline && (
            <Alert tone="warn" lead="Connessione assente." live>
              Quello che vedi è l’ultimo stato letto. I controlli riprendono da soli appena torna la connessione.
            </Alert>
          )}
          {fault !== null && !isOffline && (
            <Alert tone="warn" lead="Lo stato potrebbe non essere aggiornato." live>
              {fault.message}
            </Alert>
          )}
          {checks.hasEnded && (
            <Alert
              tone="warn"
              lead="Il monitoraggio è terminato."
              live
              action={
                <Button size="sm" onClick={checks.resume}>
                  Riprendi
                </Button>
              }
            >
              Non controlliamo più da questa pagina. Se paghi, il piano si attiva comunque da solo.
            </Alert>
          )}
          {retry !== null && (
            <Alert tone={retry.tone} lead={retry.lead} live>
              <span className="block">{retry.rest}</span>
            </Alert>
          )}
          {shown !== 'active' && (
            <p className="text-ui text-ink-3">
              Hai pagato e qui non si vede? Attendi qualche secondo e premi “Controlla adesso”, o contattaci con il
              numero dell’ordine.
            </p>
          )}
        </aside>
      </div>
      {success !== null && (
        <ActivatedDialog
          order={order}
          until={success.until}
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

const stateIcons: Partial<Record<Shown, typeof Hourglass>> = {
  active: CircleCheck,
  failed: CircleAlert,
  expired: CircleAlert,
  under_review: SearchCheck,
}

function StateIcon({ shown }: { shown: Shown }) {
  const Icon = stateIcons[shown] ?? Hourglass
  return <Icon size={28} strokeWidth={1.75} aria-hidden />
}
