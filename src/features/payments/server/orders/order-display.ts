import type { Attention, PaymentState } from '../../contract.ts'
import { centsOf, isCovered, sharePaidCents } from '../../decimal.ts'
import type { ProviderStatus } from '../../provider.ts'
import type { OrderState, ReviewCode } from '../../rules.ts'
import { isPositive, surplusCents } from '../../rules/coverage.ts'
import type { InvoiceRow, PaymentRow } from './order-queries.ts'

/** Statuses by which the displayed payment is chosen, the furthest last. */
export const statusesByProgress: readonly ProviderStatus[] = [
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

/** The part of an order that decides which payment is displayed. */
interface Shown {
  /** The payment that activated it. */
  paid_payment_id: string | null
}

/** True for money to an address that was used before. It pays nothing by itself. */
function isDeposit({ parent_payment_id: parent, review_reason: reason }: PaymentRow): boolean {
  return parent !== null || reason === 'child_payment'
}

/** The payment that activated the order, before that the furthest one. Children say nothing of the order itself. */
export function shownPayment<P extends PaymentRow>(
  { paid_payment_id: paidBy }: Shown,
  payments: readonly P[],
): P | null {
  const paid = payments.find((payment) => payment.provider_payment_id === paidBy)
  if (paid !== undefined) return paid
  const roots = payments.filter((payment) => !isDeposit(payment))
  return roots.reduce<P | null>(
    (best, each) =>
      best === null || statusesByProgress.indexOf(each.status) >= statusesByProgress.indexOf(best.status) ? each : best,
    null,
  )
}

/** The id of the displayed payment, before that the newest checkout's; null before both. */
export function shownPaymentId(
  of: Shown,
  payments: readonly PaymentRow[],
  invoices: readonly InvoiceRow[],
): string | null {
  return shownPayment(of, payments)?.provider_payment_id ?? invoices[0]?.invoice_id ?? null
}

/** The coin of the displayed payment with the amounts asked and received. */
export function shownCoin(of: Shown, payments: readonly PaymentRow[]) {
  const shown = shownPayment(of, payments)
  if (shown === null || shown.coin === null) return null
  return { code: shown.coin, asked: shown.asked, received: shown.received }
}

/**
 * US dollars that arrived over all payments of an order that are no children: each by its own price, which may differ from the
 * order's. A payment without a price in dollars counts 0.
 */
export function amountPaid(payments: readonly PaymentRow[]): number {
  const cents = payments
    .filter((payment) => !isDeposit(payment))
    .map(({ asked, received, price_amount: price, price_currency: currency }) => {
      const own = currency === 'usd' && price !== null ? centsOf(price) : null
      return own === null || asked === null || received === null ? 0 : (sharePaidCents(own, received, asked) ?? 0)
    })
  return cents.reduce((sum, each) => sum + each, 0) / 100
}

/** US dollars that the furthest payment of an order lacks. Each payment counts alone (`docs/payments.md` 4); 0 where one is covered. */
export function amountMissing(priceCents: number, payments: readonly PaymentRow[]): number {
  const missing = payments
    .filter((payment) => !isDeposit(payment))
    .map(({ asked, received }) => {
      if (asked === null || received === null) return priceCents
      if (isCovered(priceCents, received, asked)) return 0
      return Math.max(0, priceCents - (sharePaidCents(priceCents, received, asked) ?? 0))
    })
  return Math.min(priceCents, ...missing) / 100
}

/** US dollars that the payment which activated the order brought beyond the price; 0 before. */
export function amountSurplus(
  { price_cents: priceCents, paid_payment_id: paidBy }: Shown & { price_cents: number },
  payments: readonly PaymentRow[],
): number {
  const paid = payments.find((payment) => payment.provider_payment_id === paidBy)
  return paid === undefined ? 0 : surplusCents(priceCents, paid) / 100
}

/** Deposits to a used address. Their dollars follow from the price of one coin at the first payment. */
export function depositsOf(priceCents: number, payments: readonly PaymentRow[]): PaymentState['deposits'] {
  return payments
    .filter((payment) => isDeposit(payment) && isPositive(payment.received))
    .map(({ coin, received, parent_payment_id: parentId }) => {
      const parent = payments.find((payment) => payment.provider_payment_id === parentId)
      const cents =
        received === null || parent === undefined || parent.asked === null || parent.coin !== coin
          ? null
          : sharePaidCents(priceCents, received, parent.asked)
      return { code: coin, received, usd: cents === null ? null : cents / 100 }
    })
}

const attentionOf: Partial<Record<ReviewCode, Attention>> = {
  refunded: 'refunded',
  paid_twice: 'paid_twice',
  short_after_payment: 'paid_twice',
  part_besides: 'paid_twice',
  extra_refunded: 'extra_refunded',
}
/** The gravest first. */
const byGravity: readonly Attention[] = ['refunded', 'paid_twice', 'deposit', 'extra_refunded', 'review']

/** The matter that a person looks at, as the buyer reads it; null where there is none. */
export function attentionTo(state: OrderState, payments: readonly PaymentRow[]): Attention | null {
  const found = new Set<Attention | undefined>(
    payments.map((payment) => {
      if (isDeposit(payment)) return isPositive(payment.received) ? 'deposit' : undefined
      return payment.review_reason === null ? undefined : attentionOf[payment.review_reason]
    }),
  )
  if (state === 'review') found.add('review')
  return byGravity.find((each) => found.has(each)) ?? null
}
