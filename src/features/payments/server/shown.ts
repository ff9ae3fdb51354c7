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

/** What of an order decides which payment is shown. */
interface Shown {
  /** The payment that activated it. */
  paid_payment_id: string | null
}

/** The payment that paid an order, before that the one that is furthest; children (repeated deposits) say nothing of the order itself. */
export function shownPayment<P extends PaymentRow>(
  { paid_payment_id: paidBy }: Shown,
  payments: readonly P[],
): P | null {
  const paid = payments.find((payment) => payment.provider_payment_id === paidBy)
  if (paid !== undefined) return paid
  const roots = payments.filter((payment) => payment.parent_payment_id === null)
  return roots.reduce<P | null>(
    (best, each) => (best === null || order.indexOf(each.status) >= order.indexOf(best.status) ? each : best),
    null,
  )
}

/** The provider's payment once known, before that the newest checkout; null before that. */
export function shownPaymentId(
  of: Shown,
  payments: readonly PaymentRow[],
  invoices: readonly InvoiceRow[],
): string | null {
  return shownPayment(of, payments)?.provider_payment_id ?? invoices[0]?.invoice_id ?? null
}

/** What was asked and what arrived, in the coin of the payment that is shown. */
export function shownCoin(of: Shown, payments: readonly PaymentRow[]) {
  const shown = shownPayment(of, payments)
  if (shown === null || shown.coin === null) return null
  return { code: shown.coin, asked: shown.asked, received: shown.received }
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
