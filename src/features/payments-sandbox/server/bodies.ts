import type { Kernel } from '#server/kernel.ts'
import { signatureHeader, signatureOf, verifyWith } from '#features/payments/server/provider/nowpayments/signature.ts'
import type { Verified } from '#features/payments/provider.ts'
import type { PaymentWithInvoice } from './books.ts'

/** The secret of notifications, the real provider's IPN secret: each installation has its own. */
function secretOf({ secrets }: Pick<Kernel, 'secrets'>): string {
  return secrets.keyedHash('sandbox notifications').toString('hex')
}

/** The headers of a notification whose body is `text`. */
export function signedHeaders(kernel: Pick<Kernel, 'secrets'>, text: string): Record<string, string> {
  return { 'content-type': 'application/json', [signatureHeader]: signatureOf(secretOf(kernel), JSON.parse(text)) }
}

/** Verifies a notification of the sandbox by its raw bytes, by the code that verifies the real provider's. */
export function verifySandbox(
  kernel: Pick<Kernel, 'secrets'>,
  delivery: { headers: Record<string, string | undefined>; rawBody: Uint8Array },
): Verified {
  return verifyWith(secretOf(kernel), delivery)
}

/** A notification as the real provider writes it: ids and amounts as numbers, keys in no order, `updated_at` in milliseconds. */
export function notificationText(payment: PaymentWithInvoice): string {
  return JSON.stringify({
    ...commonPart(payment),
    actually_paid_at_fiat: 0,
    updated_at: Date.parse(payment.updated_at),
    fee: { currency: payment.coin, depositFee: 0.000083, withdrawalFee: 0, serviceFee: 0.000249 },
  })
}

/** The answer to a question about one payment, which differs: times as text, no fee, the origin of a child. */
export function answerBody(payment: PaymentWithInvoice): Record<string, unknown> {
  return {
    ...commonPart(payment),
    burning_percent: 'null',
    created_at: payment.created_at,
    updated_at: payment.updated_at,
    ...(payment.parent_payment_id !== null && { origin_type: 'REPEATED' }),
  }
}

function commonPart(payment: PaymentWithInvoice): Record<string, unknown> {
  const worth = Number(payment.asked) === 0 ? 0 : Number(payment.received) / Number(payment.asked)
  return {
    payment_id: Number(payment.payment_id),
    parent_payment_id: payment.parent_payment_id === null ? null : Number(payment.parent_payment_id),
    invoice_id: Number(payment.invoice_id),
    payment_status: payment.status,
    pay_address: `sandbox${payment.payment_id}`,
    payin_extra_id: payment.coin === 'xrp' ? payment.payment_id.slice(-9) : null,
    // A child has the whole price, not the amount that arrived, as at the real provider.
    price_amount: Number(payment.price_amount),
    price_currency: 'usd',
    pay_amount: Number(payment.asked),
    actually_paid: Number(payment.received),
    pay_currency: payment.coin,
    order_id: payment.order_id,
    order_description: payment.description,
    purchase_id: payment.invoice_id,
    outcome_amount: Math.round(Number(payment.price_amount) * worth * 0.995 * 1e6) / 1e6,
    outcome_currency: 'usdtbsc',
    payment_extra_ids: payment.child_ids?.map(Number) ?? null,
  }
}
