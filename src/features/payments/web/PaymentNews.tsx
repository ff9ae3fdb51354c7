import { lazy, Suspense } from 'react'
import { rememberedOrder } from './remembered.ts'

const OrderNews = lazy(async () => ({ default: (await import('./OrderNews.tsx')).OrderNews }))

/** What becomes of the order that was opened last in this browser, for who left its page before it was over. */
export function PaymentNews({ traderId }: { traderId: string }) {
  const kept = rememberedOrder(traderId)
  if (kept === null || kept.is_told === true) return null
  return (
    <Suspense>
      <OrderNews key={kept.order_id} orderId={kept.order_id} />
    </Suspense>
  )
}
