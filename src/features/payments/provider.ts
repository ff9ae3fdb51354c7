/**
 * A provider of hosted crypto checkouts as the product sees it. Signatures, ids, words for a status, what a partial or a repeated
 * deposit is, and decimal texts stay inside an implementation (`docs/payments.md`).
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

/** One payment as the provider tells it, by notification or by answer. */
export interface ProviderPayment {
  /** Digits. */
  providerPaymentId: string
  providerInvoiceId: string | null
  /** Set on repeated and wrong-asset deposits: such a child never pays an order by itself. */
  parentPaymentId: string | null
  /** What the provider was given as order id; not necessarily one of ours. */
  orderId: string | null
  status: ProviderStatus
  /** The provider's own word, for admins. */
  rawStatus: string
  /** Null where it is missing or no number. Currency in lower case. */
  price: { amount: Dec; currency: string } | null
  /** In the payment's coin; null where missing or not a number. */
  asked: Dec | null
  received: Dec | null
  coin: string
  updatedAt: Date | null
  /** Payments that this one names as deposits to its own address: children, whatever they say of themselves. */
  childIds?: readonly string[]
  /** As it came, for the record. */
  raw: unknown
}

export interface Coin {
  /** The provider's ticker in lower case: coin and network in one (`usdttrc20`). */
  coin: string
  /** Tether, Bitcoin. */
  name: string
  /** What people call it: USDT, BTC. */
  symbol: string
  /** As people read it: Tron (TRC20), Bitcoin. */
  network: string
  /** True where the address alone is not enough (XRP, XLM). */
  needsMemo: boolean
  /** The least that can be paid, US cents; null where the provider does not say. */
  minimumCents: number | null
  /** It was asked for the minimum in vain: an older one holds. */
  minimumNotTold?: true
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
  /** Where the buyer pays: https on the provider's own host (the sandbox: this site). */
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
  /** False where payments cannot be listed (no dashboard login): the job then relies on notifications, and says so to admins. */
  readonly canList: boolean
  /**
   * Never repeated by itself: a lost answer may have made a checkout.
   * @throws ProviderError
   */
  createCheckout: (request: CheckoutRequest, options: Abortable) => Promise<Checkout>
  /** Pure: no network, no clock. */
  verifyNotification: (delivery: { headers: Record<string, string | undefined>; rawBody: Uint8Array }) => Verified
  /**
   * Null: the provider says that it has none.
   * @param options `urgent`: before all questions that wait and are not
   * @throws ProviderError
   */
  readPayment: (paymentId: string, options: Abortable & { urgent?: boolean }) => Promise<ProviderPayment | null>
  /** Each payment once, in no order that could be relied on. @throws ProviderError */
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
  /** It sends us to another address, to which no key is carried. */
  | 'redirected'
  | 'bad_answer'

export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  /** Worth another try later. */
  readonly retryable: boolean
  /** The call may have had its effect. */
  readonly outcomeUnknown: boolean
  /** False: nothing was sent, or we gave it up early. Such an error says nothing of the provider. */
  readonly asked: boolean

  constructor(
    kind: ProviderErrorKind,
    message: string,
    options: { retryable?: boolean; outcomeUnknown?: boolean; asked?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.retryable = options.retryable ?? false
    this.outcomeUnknown = options.outcomeUnknown ?? false
    this.asked = options.asked ?? true
  }
}

/** What comes of our own question about one payment. */
export type Answer =
  | { kind: 'payment'; payment: ProviderPayment }
  /** The provider has no such payment. */
  | { kind: 'absent' }
  /** The provider tells nothing of it. */
  | { kind: 'denied'; error: ProviderError }
  /** Nothing was sent, or we gave it up early: our queue, our deadline, a pause, an open breaker, this server's end. */
  | { kind: 'unasked'; error: ProviderError }
  /** Nothing came that says anything of the payment: no connection, no answer in time, 5xx, 429, no JSON, refused credentials, a redirect. */
  | { kind: 'unreachable'; error: ProviderError }

/** The provider as the product asks it: one for each process. How the provider behaves is recorded in `provider_health`. */
export interface ProviderClient extends Omit<PaymentProvider, 'readPayment'> {
  /** @throws what is no failure of the provider's */
  read: (paymentId: string, options: Abortable & { urgent?: boolean }) => Promise<Answer>
}
