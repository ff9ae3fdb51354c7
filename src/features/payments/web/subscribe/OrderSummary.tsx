import { ExternalLink } from 'lucide-react'
import type { Ref } from 'react'
import * as format from '#shared/format/format.ts'
import { useHydrated } from '#web/hooks/useHydrated.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { planName } from '#features/subscriptions/plan-names.ts'
import { OngoingPayment, type Ongoing } from './OngoingPayment.tsx'
import { coinName, type OfferedCoin } from './coins.ts'
import type { Expected } from './expected-end.ts'
import type { Priced } from './PlanCards.tsx'
import { Row, Rows } from '../order/Rows.tsx'
import { openingPayment, payNeedsScript } from '../texts.ts'

interface OrderSummaryProps {
  plan: Priced
  /** Null: the coin is chosen on the invoice's own page. Undefined until the list is there. */
  coin: OfferedCoin | null | undefined
  /** Undefined until the buyer's plans are there, null where they could not be read. */
  expected: Expected | null | undefined
  /** Why the coin differs from the requested one. */
  coinNote: string | null
  isBusy: boolean
  onPay: () => void
  payButton: Ref<HTMLDivElement>
  /** The buyer's payment that is under way. */
  ongoing: Ongoing | undefined
}

/** Summary of a purchase: plan, coin, end and price. */
export function OrderSummary({ plan, coin, expected, coinNote, isBusy, onPay, payButton, ongoing }: OrderSummaryProps) {
  const isHydrated = useHydrated()
  return (
    <div className="grid gap-4">
      <Panel
        title="Riepilogo"
        foot={
          <>
            <p>
              La pagina di pagamento si apre in una nuova finestra. I pagamenti sono definitivi e non sono previsti
              rimborsi, salvo i casi di legge.
            </p>
            <p className="mt-1">
              Il servizio comincia subito: pagando chiedi di non aspettare i 14 giorni del recesso, che perdi{' '}
              <a href="/refund/index.html">nei casi di legge</a>.
            </p>
          </>
        }
      >
        <Rows>
          <Row term="Piano">{planName(plan.code)}</Row>
          <Row term="Valuta">
            {coin === undefined ? <Unknown /> : coin === null ? 'La scegli nella pagina del pagamento' : coinName(coin)}
          </Row>
          <Row term="Scadenza prevista">{expected === undefined ? <Unknown /> : format.date(expected?.until)}</Row>
          <Row term="Totale">
            <span className="text-[18px] leading-6">{format.price(plan.amount_usd)}</span>
          </Row>
        </Rows>
        <div className="mt-4" ref={payButton}>
          <Button
            variant="primary"
            size="lg"
            wide
            disabled={!isHydrated}
            busy={isBusy && openingPayment}
            onClick={onPay}
          >
            Vai al pagamento
            <ExternalLink size={16} strokeWidth={1.75} aria-hidden />
          </Button>
          <noscript>
            <p className="mt-2 text-ui font-medium">{payNeedsScript}</p>
          </noscript>
        </div>
      </Panel>
      {/* What comes with later answers stands last: it moves nothing. */}
      <output className="grid gap-2 text-ui text-ink-2 empty:hidden">
        {expected?.note != null && <p>{expected.note}</p>}
        {coinNote !== null && <p>{coinNote}</p>}
        {coin?.needs_memo === true && (
          <p>
            {coin.name} richiede anche un memo (tag): copialo dalla pagina di pagamento insieme all’indirizzo,
            altrimenti il pagamento si perde.
          </p>
        )}
      </output>
      {ongoing !== undefined && <OngoingPayment payment={ongoing} />}
    </div>
  )
}

function Unknown() {
  return <span className="skeleton ml-auto h-5 w-24" />
}
