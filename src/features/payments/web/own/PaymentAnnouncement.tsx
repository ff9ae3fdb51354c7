import { OrderAnnouncement } from './OrderAnnouncement.tsx'
import { untoldOrder } from '../last-order.ts'

/** Announces the outcome of the order that was opened last in this browser, for a buyer who left its page. */
export function PaymentAnnouncement({ traderId }: { traderId: string }) {
  const order = untoldOrder(traderId)
  return order !== null && <OrderAnnouncement key={order} orderId={order} />
}
