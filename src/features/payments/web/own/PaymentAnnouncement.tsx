import { OrderAnnouncement } from './OrderAnnouncement.tsx'
import { rememberedOrder } from '../last-order.ts'

/** What becomes of the order that was opened last in this browser, for who left its page before it was over. */
export function PaymentAnnouncement({ traderId }: { traderId: string }) {
  const kept = rememberedOrder(traderId)
  if (kept === null || kept.is_told === true) return null
  return <OrderAnnouncement key={kept.order_id} orderId={kept.order_id} />
}
