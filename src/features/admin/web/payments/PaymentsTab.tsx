import { CryptoSection } from '#features/payments/web/admin/CryptoSection.tsx'
import { usePaymentsDashboard } from '#features/payments/web/admin/lists.ts'
import { Overview } from '#features/payments/web/admin/Overview.tsx'
import { SubscriptionsSection } from '../subscriptions/SubscriptionsSection.tsx'
import { WaitingMessages } from './WaitingMessages.tsx'

/** Subscriptions and crypto payments for admins: the first of each, and the way to all. */
export function PaymentsTab() {
  const asked = usePaymentsDashboard()
  return (
    <>
      <Overview asked={asked} />
      <WaitingMessages />
      <SubscriptionsSection />
      <CryptoSection counts={asked.data?.cryptoStatistics} />
    </>
  )
}
