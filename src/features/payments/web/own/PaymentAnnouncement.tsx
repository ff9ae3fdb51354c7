import { OrderAnnouncement } from './OrderAnnouncement.tsx'
import { rememberedOrder } from '../last-order.ts'

/** Announces the outcome of the order that was opened last in this browser, for a buyer who left its page. */
export function PaymentAnnouncement({ traderId }: { traderId: string }) {
  const last = rememberedOrder(traderId)
  if (last === null || last.is_told === true) return null
  return <OrderAnnouncement key={last.order_id} orderId={last.order_id} />
}
