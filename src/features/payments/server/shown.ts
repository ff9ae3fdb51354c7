import { sharePaidCents } from '../decimal.ts'
import type { ProviderStatus } from '../provider.ts'
import type { InvoiceRow, PaymentRow } from './order-queries.ts'

/** How far a payment is, for choosing the one to show. */
const order: readonly ProviderStatus[] = [
  'unknown',
  'waiting',
  'expired',
  'failed',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'refunded',
  'finished',
]

/** The payment of an order that says most; children (repeated deposits) say nothing of the order itself. */
export function furthestPayment(payments: readonly PaymentRow[]): PaymentRow | null {
  const roots = payments.filter((payment) => payment.parent_payment_id === null)
  return roots.reduce<PaymentRow | null>(
    (best, each) => (best === null || order.indexOf(each.status) >= order.indexOf(best.status) ? each : best),
    null,
  )
}

/** The provider's payment once known, before that the newest checkout; null before that. */
export function shownPaymentId(payments: readonly PaymentRow[], invoices: readonly InvoiceRow[]): string | null {
  return furthestPayment(payments)?.provider_payment_id ?? invoices[0]?.invoice_id ?? null
}

/** What was asked and what arrived, in the coin of the furthest payment. */
export function shownCoin(payments: readonly PaymentRow[]) {
  const furthest = furthestPayment(payments)
  if (furthest === null || furthest.coin === null) return null
  return { code: furthest.coin, asked: furthest.asked, received: furthest.received }
}

/** US dollars worth of what arrived, over all payments of the order that are no children. */
export function amountPaid(priceCents: number, payments: readonly PaymentRow[]): number {
  const cents = payments
    .filter((payment) => payment.parent_payment_id === null)
    .map(({ asked, received }) =>
      asked === null || received === null ? 0 : (sharePaidCents(priceCents, received, asked) ?? 0),
    )
  return cents.reduce((sum, each) => sum + each, 0) / 100
}
