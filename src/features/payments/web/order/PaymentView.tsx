import type { Viewer } from '#shared/viewer.ts'
import { useQuery } from '@tanstack/react-query'
import { useUrl } from '#web/router.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { viewerQuery } from '#web/session.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { OrderWatch } from './OrderWatch.tsx'
import { PaymentSkeleton } from './PaymentStates.tsx'
import { rememberedOrder } from '../last-order.ts'
import type { ViewModule } from '#web/view.ts'
import { unlistedHead } from '#web/view-head.ts'
import { q } from '#web/api.ts'
import type { getPaymentStatus } from '../../contract.ts'
import { paymentAddress } from '../../addresses.ts'
import { pageTitle } from '../order-labels.ts'

export const view: ViewModule = {
  screen: PaymentView,
  head({ search }, _, answers) {
    const orderId = search.get('order') ?? ''
    const input = { params: { order_id: orderId } }
    const status = q<typeof getPaymentStatus>('GET /api/crypto/payment-status/:order_id', input)
    return unlistedHead(pageTitle(answers.getQueryData(status.queryKey)), paymentAddress(orderId))
  },
}

/** Waits for the payment of the order in the address, else of the last order that this browser opened. */
export function PaymentView() {
  const given = useUrl().search.get('order')
  const own = useQuery({
    ...viewerQuery<Viewer>(),
    enabled: given === null,
    staleTime: MINUTE_MS,
  })
  const orderId = given ?? (own.data === undefined ? null : (rememberedOrder(own.data.trader_id)?.order_id ?? null))
  if (orderId !== null) return <OrderWatch key={orderId} orderId={orderId} />
  if (own.isPending) return <PaymentSkeleton />
  return (
    <main className="page pt-12" id="contenuto">
      <EmptyState
        heading="h1"
        title="Nessun pagamento da seguire"
        text="Nessun ordine recente trovato. Se hai pagato, attendi qualche secondo o contattaci."
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <ButtonLink variant="primary" href="/?view=dashboard">
              Torna alla dashboard
            </ButtonLink>
            <ButtonLink href="/?view=contacts&subject=problemi-pagamento">Contattaci</ButtonLink>
          </div>
        }
      />
    </main>
  )
}
