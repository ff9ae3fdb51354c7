import type { ProviderPayment } from '../../provider.ts'
import type { Observed } from '../../rules/coverage.ts'
import type { StoredPayment } from './payment-queries.ts'

/** A message, without the raw bytes. */
export type Snapshot = Omit<ProviderPayment, 'raw' | 'updatedAt'>

/** The part of a message that is evaluated and stored. */
export function observedIn(snapshot: Snapshot): Observed {
  const { orderId, providerInvoiceId, parentPaymentId, status, rawStatus, price, asked, received, coin, childIds } =
    snapshot
  return {
    orderId: orderId === null ? null : storable(orderId),
    providerInvoiceId: providerInvoiceId === null ? null : storable(providerInvoiceId),
    parentPaymentId: parentPaymentId === null ? null : storable(parentPaymentId),
    status,
    rawStatus: storable(rawStatus),
    price: price === null ? null : { amount: price.amount, currency: storable(price.currency) },
    asked,
    received,
    coin: storable(coin),
    ...(childIds !== undefined && childIds.length > 0 && { childIds: childIds.map(storable) }),
  }
}

/** PostgreSQL stores every character but U+0000. */
function storable(text: string): string {
  return text.replaceAll('\0', '')
}

/** A payment's row before its first message. */
export function newPayment(provider: string, paymentId: string, observed: Observed, at: number): StoredPayment {
  return {
    provider,
    payment_id: paymentId,
    claimed_order_id: null,
    order_id: null,
    provider_invoice_id: null,
    parent_payment_id: null,
    status: observed.status,
    raw_status: observed.rawStatus,
    price_amount: null,
    price_currency: null,
    asked: null,
    received: null,
    coin: null,
    notified: null,
    notified_at: null,
    claimed_paid_at: null,
    reading: null,
    read_back_at: null,
    reading_wanted: false,
    next_reading_at: null,
    unanswered_since: null,
    unanswered_until: null,
    review_reason: null,
    first_seen_at: at,
    last_seen_at: at,
  }
}
