import type { SubscriptionStatus } from '#features/subscriptions/contract.ts'
import * as format from '#shared/format/format.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { planName } from '#features/subscriptions/plan-names.ts'
import { paymentAddress } from '../../addresses.ts'
import { stateLabels } from '../order-labels.ts'

export type Ongoing = SubscriptionStatus['recent_payments'][number]

interface OngoingPaymentProps {
  payment: Ongoing
}

/** Shows a payment that is under way, so that the buyer does not pay twice. */
export function OngoingPayment({ payment: ongoing }: OngoingPaymentProps) {
  return (
    <Alert
      tone="info"
      lead="Hai un pagamento in corso."
      action={
        <ButtonLink size="sm" href={paymentAddress(ongoing.order_id)}>
          Segui il pagamento
        </ButtonLink>
      }
    >
      {planName(ongoing.plan)}, {format.price(ongoing.amount_usd)}, aperto il {format.dateTime(ongoing.created_at)}:{' '}
      {stateLabels[ongoing.status] ?? ongoing.status}.
    </Alert>
  )
}
