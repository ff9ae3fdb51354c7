import { CryptoSection } from './CryptoSection.tsx'
import { usePaymentsDashboard } from './lists.ts'
import { Overview } from './Overview.tsx'
import { SubscriptionsSection } from './SubscriptionsSection.tsx'

/** Subscriptions and crypto payments for admins: the first of each, and the way to all. */
export function PaymentsTab() {
  const asked = usePaymentsDashboard()
  return (
    <>
      <Overview asked={asked} />
      <SubscriptionsSection />
      <CryptoSection counts={asked.data?.cryptoStatistics} />
    </>
  )
}
