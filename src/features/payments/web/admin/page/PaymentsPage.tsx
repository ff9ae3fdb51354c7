import { useUrl } from '#web/router.ts'
import { usePaymentsDashboard } from '../lists.ts'
import { Overview } from '../Overview.tsx'
import { CryptoList } from './CryptoList.tsx'
import { ListChoice, useChosenList } from './ListChoice.tsx'
import { SubscriptionList } from './SubscriptionList.tsx'

/** Every crypto payment, or every subscription, by the address. */
export function PaymentsPage() {
  const shown = useUrl().search.get('list') === 'subscriptions' ? 'subscriptions' : 'crypto'
  const asked = usePaymentsDashboard()
  useChosenList(shown)
  const head = (
    <>
      <div className="mt-5">
        <Overview asked={asked} />
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
