import { useRef } from 'react'
import { CryptoList } from '#features/payments/web/admin/CryptoList.tsx'
import { usePaymentsDashboard } from '#features/payments/web/admin/queries.ts'
import { Overview } from '#features/payments/web/admin/Overview.tsx'
import { loadingPayments } from '#features/payments/web/texts.ts'
import { ListFigures } from '#web/ui/list/ListFigures.tsx'
import { useUrl } from '#web/router.ts'
import { SubscriptionList } from '../subscriptions/SubscriptionList.tsx'
import { ListChoice } from './ListChoice.tsx'
import { UnsentMessages } from './UnsentMessages.tsx'

/** Crypto payments or subscriptions, by the address. The panel shows the first rows of both. */
export function PaymentsPage({ isCompact = false }: { isCompact?: boolean }) {
  const isOfSubscriptions = useUrl().search.get('list') === 'subscriptions'
  const shown = isOfSubscriptions ? 'subscriptions' : 'crypto'
  const dashboard = usePaymentsDashboard()
  const last = useRef<typeof shown>(shown)
  const counts = dashboard.data?.cryptoStatistics
  const figures = (
    <ListFigures waiting={dashboard.isPending ? loadingPayments : null}>
      <Overview dashboard={dashboard} />
      <UnsentMessages />
    </ListFigures>
  )
  if (isCompact) {
    return (
      <>
        <SubscriptionList isCompact>{figures}</SubscriptionList>
        <CryptoList isCompact counts={counts} />
      </>
    )
  }
  const head = (
    <>
      {figures}
      <ListChoice shown={shown} lastRef={last} />
    </>
  )
  return shown === 'crypto' ? (
    <CryptoList isCompact={false} counts={counts}>
      {head}
    </CryptoList>
  ) : (
    <SubscriptionList isCompact={false}>{head}</SubscriptionList>
  )
}
