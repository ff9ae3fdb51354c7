import type { IncomingHttpHeaders } from 'node:http'
import { MINUTE_MS } from '#shared/dates.ts'
import {
  amountDue,
  paymentAnswer,
  standInCoins,
  standInMinimums,
  type StandInInvoice,
  type StandInPayment,
} from './nowpayments-books.ts'

export interface StandInOptions {
  /** The address in an invoice's answer; null: the answer has none. */
  invoiceUrl?: (id: string) => string | null
  /** The list moves between two pages: a new payment comes in front, or the first one is gone. */
  pageShift?: 'insert' | 'remove'
  /** The most entries on a page, also where a call requests more. */
  listLimit?: number
  thirdInARow429?: boolean
  /** How long a JWT lives, milliseconds. */
  jwtMs?: number
  coinsShape?: 'selectedCurrencies' | 'currencies'
  /** US dollars by ticker; null: the call is refused for this coin. */
  minimums?: Record<string, number | null>
  /** Laid over every answer to the making of an invoice. */
  invoiceAnswer?: Record<string, unknown>
}

export interface Answer {
  status: number
  body: unknown
  headers?: Record<string, string>
}

/** All that the stand-in remembers. */
export interface Played {
  apiKey: string
  login: { email: string; password: string }
  now: () => number
  options: StandInOptions
  invoices: Map<string, StandInInvoice>
  payments: Map<string, StandInPayment>
  /** Payments that exist and that lists leave out. */
  unlisted: Set<string>
  contradictions: Map<string, Record<string, unknown> | 'missing'>
  /** JWTs and when they die, in real milliseconds. */
  tokens: Map<string, number>
  nextId: () => string
}

interface Request {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  origin: string
}

const jwtMs = 5 * MINUTE_MS
const invoiceFields = new Set([
  'price_amount',
  'price_currency',
  'pay_currency',
  'ipn_callback_url',
  'order_id',
  'order_description',
  'success_url',
  'cancel_url',
  'partially_paid_url',
  'is_fixed_rate',
  'is_fee_paid_by_user',
])

const refusal = (status: number, code: string, message: string): Answer => ({
  status,
  body: { status: false, statusCode: status, code, message },
})

/** One call answered as the real service does. */
export function answerCall(played: Played, request: Request): Answer {
  const { method, path } = request
  if (method === 'POST' && path === '/auth') return signIn(played, request)
  if (request.headers['x-api-key'] !== played.apiKey) return refusal(403, 'INVALID_API_KEY', 'Invalid api key')
  if (method === 'POST' && path === '/invoice') return makeInvoice(played, request)
  if (method !== 'GET') return refusal(404, 'NOT_FOUND', 'Not found')
  if (path === '/payment/') return listed(played, request)
  if (path.startsWith('/payment/')) return onePayment(played, path.slice('/payment/'.length))
  if (path === '/merchant/coins') return selectedCoins(played)
  if (path === '/full-currencies') {
    return { status: 200, body: { currencies: standInCoins.map((coin) => ({ ...coin, selected: undefined })) } }
  }
  if (path === '/min-amount') return minimum(played, request.query)
  return refusal(404, 'NOT_FOUND', 'Not found')
}

function signIn({ login, tokens, options }: Played, { body }: Request): Answer {
  const { email, password } = JSON.parse(body) as { email?: unknown; password?: unknown }
  if (email !== login.email || password !== login.password) return refusal(403, 'ACCESS_DENIED', 'Access denied')
  const token = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(String(Math.random())).toString('base64url')}.c2lnbmF0dXJl`
  tokens.set(token, Date.now() + (options.jwtMs ?? jwtMs))
  return { status: 200, body: { token } }
}

function makeInvoice(played: Played, { body, origin }: Request): Answer {
  const sent = JSON.parse(body) as Record<string, unknown>
  const unknown = Object.keys(sent).find((field) => !invoiceFields.has(field))
  if (unknown !== undefined) return refusal(400, 'INVALID_REQUEST_PARAMS', `"${unknown}" is not allowed`)
  if (typeof sent['price_amount'] !== 'number' || typeof sent['price_currency'] !== 'string') {
    return refusal(400, 'INVALID_REQUEST_PARAMS', '"price_amount" must be a number')
  }
  const coin = (sent['pay_currency'] as string | undefined) ?? null
  const least = coin === null ? null : leastOf(played, coin)
  if (least !== null && least > sent['price_amount']) {
    return refusal(400, 'AMOUNT_MINIMAL_ERROR', 'Amount is less than minimal')
  }
  const id = played.nextId()
  const at = new Date(played.now()).toISOString()
  const invoice: StandInInvoice = {
    id,
    order_id: (sent['order_id'] as string | undefined) ?? null,
    price_amount: String(sent['price_amount']),
    price_currency: sent['price_currency'],
    pay_currency: coin,
    ipn_callback_url: (sent['ipn_callback_url'] as string | undefined) ?? '',
    created_at: at,
  }
  played.invoices.set(id, invoice)
  const url = (played.options.invoiceUrl ?? ((each: string) => `${origin}/payment/?iid=${each}`))(id)
  return {
    status: 201,
    body: {
      token_id: played.nextId(),
      ...invoice,
      order_description: sent['order_description'] ?? null,
      ...(url !== null && { invoice_url: url }),
      success_url: sent['success_url'] ?? null,
      cancel_url: sent['cancel_url'] ?? null,
      partially_paid_url: sent['partially_paid_url'] ?? null,
      payout_currency: null,
      updated_at: at,
      is_fixed_rate: false,
      is_fee_paid_by_user: false,
      source: null,
      collect_user_data: false,
      ...played.options.invoiceAnswer,
    },
  }
}

function shown({ contradictions }: Played, payment: StandInPayment): Record<string, unknown> | null {
  const contradiction = contradictions.get(payment.id)
  return contradiction === 'missing' ? null : { ...paymentAnswer(payment), ...contradiction }
}

function onePayment(played: Played, id: string): Answer {
  const payment = played.payments.get(id)
  const body = payment === undefined ? null : shown(played, payment)
  return body === null ? refusal(404, 'NOT_FOUND', 'Payment not found') : { status: 200, body }
}

function listed(played: Played, { query, headers }: Request): Answer {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
  const until = played.tokens.get(token)
  if (until === undefined)
    return refusal(401, 'AUTH_REQUIRED', 'Authorization header is empty (Bearer JWTtoken is required)')
  if (until < Date.now()) return refusal(403, 'INVALID_TOKEN', 'Token expired')
  const invoice = query.get('invoiceId')
  const from = Date.parse(query.get('dateFrom') ?? '1970-01-01')
  const to = Date.parse(query.get('dateTo') ?? '9999-01-01')
  const found = [...played.payments.values()]
    .filter((payment) => !played.unlisted.has(payment.id))
    .filter((payment) => invoice === null || payment.invoice.id === invoice)
    .filter(({ created_at: at }) => Date.parse(at) >= from && Date.parse(at) <= to)
    .map((payment) => shown(played, payment))
    .filter((each) => each !== null)
  if (query.get('orderBy') !== 'asc') found.reverse()
  const asked = Number(query.get('limit') ?? 10)
  if (!(asked >= 1 && asked <= 500)) return refusal(400, 'INVALID_REQUEST_PARAMS', '"limit" must be between 1 and 500')
  const limit = Math.min(asked, played.options.listLimit ?? asked)
  const page = Number(query.get('page') ?? 0)
  shiftPages(played, found)
  const data = found.slice(page * limit, (page + 1) * limit)
  return { status: 200, body: { data, limit, page, pagesCount: Math.ceil(found.length / limit), total: found.length } }
}

/** Changes the list after this page: a buyer paid, or the provider removed an entry at its front. */
function shiftPages(played: Played, found: Record<string, unknown>[]): void {
  const { pageShift } = played.options
  const first = played.payments.get(String(found[0]?.['payment_id']))
  if (pageShift === undefined || first === undefined) return
  delete played.options.pageShift
  if (pageShift === 'remove') {
    played.unlisted.add(first.id)
    return
  }
  const others = [...played.payments.values()]
  played.payments.clear()
  const id = played.nextId()
  others.unshift({ ...first, id, received: amountDue(first.invoice.price_amount, first.coin) })
  for (const payment of others) played.payments.set(payment.id, payment)
}

function selectedCoins({ options }: Played): Answer {
  const codes = standInCoins.filter(({ selected }) => selected).map(({ code }) => code)
  if (options.coinsShape === 'currencies') {
    return { status: 200, body: { currencies: codes.map((code) => code.toLowerCase()) } }
  }
  return { status: 200, body: { selectedCurrencies: codes } }
}

function leastOf({ options }: Played, coin: string): number | null {
  const setMinimum = options.minimums?.[coin]
  return setMinimum === undefined ? (standInMinimums[coin] ?? 2) : setMinimum
}

/** The minimum of a coin. Without the payout coin it is off by a factor of ten, as at the live service. */
function minimum(played: Played, query: URLSearchParams): Answer {
  const coin = query.get('currency_from') ?? ''
  const least = leastOf(played, coin)
  if (least === null) return refusal(400, 'BAD_REQUEST', `Currency ${coin} is not convertable to usdtbsc now`)
  const fiat = query.get('currency_to') === null ? least * 10 : least
  return {
    status: 200,
    body: {
      currency_from: coin,
      currency_to: query.get('currency_to'),
      min_amount: Number(amountDue(String(fiat), coin)),
      ...(query.get('fiat_equivalent') === 'usd' && { fiat_equivalent: fiat }),
    },
  }
}
