import { OrderAnnouncement } from './OrderAnnouncement.tsx'
import { rememberedOrder } from '../last-order.ts'

/** Announces the outcome of the order that was opened last in this browser, for a buyer who left its page. */
export function PaymentAnnouncement({ traderId }: { traderId: string }) {
  const kept = rememberedOrder(traderId)
  if (kept === null || kept.is_told === true) return null
  return <OrderAnnouncement key={kept.order_id} orderId={kept.order_id} />
}
