/**
 * A provider of hosted crypto checkouts, as the product sees it. Signatures, ids, statuses, the meaning of partial and repeated
 * deposits, and decimal texts stay inside an implementation (`docs/payments.md`).
 */

/** A decimal number as text, canonical: no exponent, no sign, no leading or trailing zeros (`0.000083`). Never a float. */
export type Dec = string

export const providerStatuses = [
  'waiting',
  'confirming',
  'confirmed',
  'sending',
  'partially_paid',
  'finished',
  'failed',
  'refunded',
  'expired',
  'unknown',
] as const
export type ProviderStatus = (typeof providerStatuses)[number]

/** One payment as the provider reports it, by notification or by answer. */
export interface ProviderPayment {
  /** Digits. */
  providerPaymentId: string
  providerInvoiceId: string | null
  /** Set on repeated and wrong-asset deposits: such a child never pays an order. */
  parentPaymentId: string | null
  /** The order id at the provider, which need not be one of ours. */
  orderId: string | null
  status: ProviderStatus
  /** The provider's own status, for admins. */
  rawStatus: string
  /** Null where it is missing or no number. The currency is in lower case. */
  price: { amount: Dec; currency: string } | null
  /** The amounts asked and received, in the payment's coin; null where missing or not a number. */
  asked: Dec | null
  received: Dec | null
  coin: string
  updatedAt: Date | null
  /** Payments that this one names as deposits to its own address. They are children even where their own records name no parent. */
  childIds?: readonly string[]
  /** The record as it came. */
  raw: unknown
}

export interface Coin {
  /** The provider's ticker in lower case: coin and network in one (`usdttrc20`). */
  coin: string
  /** Tether, Bitcoin. */
  name: string
  /** The common symbol: USDT, BTC. */
  symbol: string
  /** The common name: Tron (TRC20), Bitcoin. */
  network: string
  /** True where the address alone is not enough (XRP, XLM). */
  needsMemo: boolean
  /** The least amount that can be paid, US cents; null where the provider names none. */
  minimumCents: number | null
  /** The question for the minimum got no answer. An older minimum holds. */
  minimumUnknown?: true
}

export interface CheckoutRequest {
  orderId: string
  priceCents: number
  currency: 'usd'
  description: string
  coin?: string
  notifyUrl: string
  successUrl: string
  cancelUrl: string
  partialUrl?: string
}

export interface Checkout {
  invoiceId: string
  /** The page where the buyer pays: https on the provider's own host (the sandbox: this site). */
  url: string
  paymentId: string | null
}

export type Verified =
  | { ok: true; payment: ProviderPayment; dedupeKey: string }
  | { ok: false; reason: 'no_signature' | 'bad_signature' | 'bad_body' | 'not_configured' }

interface Abortable {
  signal: AbortSignal
}

export interface PaymentProvider {
  readonly name: 'nowpayments' | 'sandbox'
  /** False where payments cannot be listed (no dashboard login): the job then relies on notifications, and the panel says so. */
  readonly canList: boolean
  /**
   * Makes a checkout. A call whose answer was lost is not repeated, since it may have made one.
   * @throws ProviderError
   */
  createCheckout: (request: CheckoutRequest, options: Abortable) => Promise<Checkout>
  /** Pure: no network, no clock. */
  verifyNotification: (delivery: { headers: Record<string, string | undefined>; rawBody: Uint8Array }) => Verified
  /**
   * Reads one payment. Null: the provider has no such payment.
   * @param options `urgent`: goes before all questions that are not
   * @throws ProviderError
   */
  readPayment: (paymentId: string, options: Abortable & { urgent?: boolean }) => Promise<ProviderPayment | null>
  /** Lists each payment once, in no defined order. @throws ProviderError */
  listPayments: (
    query: { invoiceId: string } | { from: Date; to: Date },
    options: Abortable,
  ) => AsyncIterable<ProviderPayment>
  /** @throws ProviderError */
  coins: (options: Abortable) => Promise<Coin[]>
}

export type ProviderErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'rate_limited'
  | 'refused'
  | 'below_minimum'
  /** Our key or login is refused. */
  | 'misconfigured'
  /** It redirects us to another address, which must not get the key. */
  | 'redirected'
  | 'bad_answer'

export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  /** A later try may help. */
  readonly retryable: boolean
  /** The call may have had its effect. */
  readonly outcomeUnknown: boolean
  /** False: nothing was sent, or we gave it up early. Such an error says nothing of the provider. */
  readonly sent: boolean

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retryable?: boolean; outcomeUnknown?: boolean; sent?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.retryable = options.retryable ?? false
    this.outcomeUnknown = options.outcomeUnknown ?? false
    this.sent = options.sent ?? true
  }
}

/** The result of our own question about one payment. */
export type Answer =
  | { kind: 'payment'; payment: ProviderPayment }
  /** The provider has no such payment. */
  | { kind: 'absent' }
  /** The provider refuses to report it. */
  | { kind: 'denied'; error: ProviderError }
  /** Nothing was sent, or we gave it up early: our queue, our deadline, a pause, an open breaker, this server's end. */
  | { kind: 'unasked'; error: ProviderError }
  /** No answer about the payment: no connection, no answer in time, 5xx, 429, no JSON, a record of another payment, refused credentials, a redirect. */
  | { kind: 'unreachable'; error: ProviderError }

/** The one client through which the product calls the provider. It records in `provider_health` how the provider behaves. */
export interface ProviderClient extends Omit<PaymentProvider, 'readPayment'> {
  /** @throws what is no failure of the provider's */
  read: (paymentId: string, options: Abortable & { urgent?: boolean }) => Promise<Answer>
}
