import { centsOf, compareDec, isCovered, larger, sharePaidCents } from '../decimal.ts'
import type { Dec, ProviderPayment } from '../provider.ts'

/** The part of a message about a payment that is evaluated and stored. */
export type Observed = Pick<
  ProviderPayment,
  | 'orderId'
  | 'providerInvoiceId'
  | 'parentPaymentId'
  | 'status'
  | 'rawStatus'
  | 'price'
  | 'asked'
  | 'received'
  | 'coin'
  | 'childIds'
>

/** The order as coverage needs it. */
export interface Priced {
  order_id: string
  price_cents: number
}

export type Mismatch = 'price_mismatch' | 'currency_mismatch' | 'order_mismatch'

/** Why a message does not fit this order's bill; null where it fits. A missing price fits no bill. */
export function mismatchOf(order: Priced, message: Observed): Mismatch | null {
  if (message.orderId !== null && message.orderId !== order.order_id) return 'order_mismatch'
  if (message.price === null) return 'price_mismatch'
  if (message.price.currency !== 'usd') return 'currency_mismatch'
  return centsOf(message.price.amount) === order.price_cents ? null : 'price_mismatch'
}

/** True for a known amount above zero. */
export function isPositive(amount: Dec | null): amount is Dec {
  return amount !== null && compareDec(amount, '0') > 0
}

/**
 * True where a message fits the order's bill and enough of what was asked arrived (`isCovered`). A child covers nothing: its own
 * bill is the amount that came.
 */
export function covers(order: Priced, message: Observed): boolean {
  const { asked, received, parentPaymentId } = message
  if (parentPaymentId !== null || mismatchOf(order, message) !== null) return false
  return asked !== null && received !== null && isCovered(order.price_cents, received, asked)
}

/** US cents that arrived beyond the price, by the share of the coins asked; 0 where nothing did, or nothing is known. */
export function surplusCents(priceCents: number, { asked, received }: Pick<Observed, 'asked' | 'received'>): number {
  if (asked === null || received === null) return 0
  return Math.max(0, (sharePaidCents(priceCents, received, asked) ?? 0) - priceCents)
}

/** The larger of two amounts; null where neither is known. */
export function largerOf(left: Dec | null, right: Dec | null): Dec | null {
  if (left === null) return right
  if (right === null) return left
  return larger(left, right)
}
