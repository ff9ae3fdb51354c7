import { usePaymentsDashboard } from '#features/payments/web/admin/lists.ts'
import { Overview } from '#features/payments/web/admin/Overview.tsx'
import { CryptoList } from '#features/payments/web/admin/page/CryptoList.tsx'
import { useUrl } from '#web/router.ts'
import { SubscriptionList } from '../subscriptions/SubscriptionList.tsx'
import { ListChoice, useChosenList } from './ListChoice.tsx'
import { WaitingMessages } from './WaitingMessages.tsx'

/** Every crypto payment, or every subscription, by the address. */
export function PaymentsPage() {
  const shown = useUrl().search.get('list') === 'subscriptions' ? 'subscriptions' : 'crypto'
  const asked = usePaymentsDashboard()
  useChosenList(shown)
  const head = (
    <>
      <div className="mt-5">
        <Overview asked={asked} />
        <WaitingMessages />
      </div>
      <ListChoice shown={shown} />
    </>
  )
  return shown === 'crypto' ? (
    <CryptoList head={head} counts={asked.data?.cryptoStatistics} />
  ) : (
    <SubscriptionList head={head} />
  )
}
