import { amountOfCents, centsOf, decimalOf } from '../../../decimal.ts'
import { ProviderError, type Checkout, type CheckoutRequest, type PaymentProvider } from '../../../provider.ts'
import { acceptedCoins } from './coins.ts'
import { NotFound } from './errors.ts'
import { listPages } from './listing.ts'
import { createLogin, type Login } from './login.ts'
import { idOf, paymentOf } from './normalise.ts'
import { verifyWith } from './signature.ts'
import { createTransport, defaultTiming, type Timing } from './transport.ts'

export interface NowPaymentsSettings {
  /** Without a trailing slash. */
  apiUrl: string
  apiKey: string
  /** Null: no notification is believed. */
  ipnSecret: string | null
  /** Null: payments cannot be listed. */
  login: Login | null
  /** Ticker of the coin in which the account is paid out. */
  payout: string
}

/** NOWPayments behind the product's interface (`docs/payments.md` 1): a thin adapter over `fetch`. One for each process. */
export function createNowPayments(settings: NowPaymentsSettings, timing: Timing = defaultTiming): PaymentProvider {
  const { apiUrl, apiKey, ipnSecret, login, payout } = settings
  const secrets = [apiKey, ipnSecret ?? '', login?.password ?? '', login?.email ?? '']
  const api = createTransport(apiUrl, apiKey, secrets, timing)
  const getSignedIn = createLogin(api, login)
  return {
    name: 'nowpayments',
    canList: login !== null,
    async createCheckout(request, { signal }) {
      const answer = await api.post('/invoice', invoiceOf(request), {
        signal,
        line: 'checkouts',
        target: request.orderId,
      })
      return checkoutOf(answer, request, apiUrl)
    },
    verifyNotification: (delivery) => verifyWith(ipnSecret, delivery),
    async readPayment(paymentId, options) {
      if (idOf(paymentId) !== paymentId) return null
      let answer: unknown
      try {
        answer = await api.get(`/payment/${paymentId}`, options)
      } catch (error) {
        if (error instanceof NotFound) return null
        throw error
      }
      const payment = paymentOf(answer)
      if (payment?.providerPaymentId !== paymentId) {
        throw new ProviderError('bad_answer', `GET /payment/${paymentId}: it is another payment, or none`)
      }
      return payment
    },
    listPayments: (query, { signal }) => listPages((path) => getSignedIn(path, { signal }), query),
    coins: ({ signal }) => acceptedCoins(api, payout, { signal, line: 'coins' }),
  }
}

/** The body of an invoice. It has documented fields alone, since others are refused. The rate floats, and the product bears the fee. */
function invoiceOf(request: CheckoutRequest): Record<string, unknown> {
  const { orderId, priceCents, currency, description, coin, notifyUrl, successUrl, cancelUrl, partialUrl } = request
  return {
    // A number, as documented; the shortest text of it is the decimal itself.
    price_amount: Number(amountOfCents(priceCents)),
    price_currency: currency,
    ...(coin !== undefined && { pay_currency: coin }),
    ipn_callback_url: notifyUrl,
    order_id: orderId,
    order_description: description,
    success_url: successUrl,
    cancel_url: cancelUrl,
    ...(partialUrl !== undefined && { partially_paid_url: partialUrl }),
    is_fixed_rate: false,
    is_fee_paid_by_user: false,
  }
}

/** @throws ProviderError where the answer is no invoice of this order and price, or leads to a foreign page */
function checkoutOf(answer: unknown, request: CheckoutRequest, apiUrl: string): Checkout {
  const invoice = (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>
  const invoiceId = idOf(invoice['id'])
  const url = ownUrl(invoice['invoice_url'], apiUrl)
  const price = decimalOf(invoice['price_amount'])
  const mismatch =
    (invoiceId === null && 'no id') ||
    (url === null && 'no address of its own pages') ||
    (invoice['order_id'] !== request.orderId && 'another order') ||
    ((price === null || centsOf(price) !== request.priceCents) && 'another price') ||
    (!isCurrency(invoice['price_currency'], request.currency) && 'another currency')
  if (mismatch !== false || invoiceId === null || url === null) {
    throw new ProviderError('bad_answer', `POST /invoice: ${mismatch || 'unreadable'}`, { outcomeUnknown: true })
  }
  return { invoiceId, url, paymentId: idOf(invoice['payment_id']) }
}

function isCurrency(value: unknown, currency: string): boolean {
  return typeof value === 'string' && value.toLowerCase() === currency
}

/** A buyer is sent to the provider alone: https on its domain, or on the configured API's origin. */
function ownUrl(value: unknown, apiUrl: string): string | null {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (url === null || url.username !== '' || url.password !== '') return null
  const isProviders = url.protocol === 'https:' && url.port === '' && /(?:^|\.)nowpayments\.io$/.test(url.hostname)
  return isProviders || url.origin === new URL(apiUrl).origin ? url.href : null
}
