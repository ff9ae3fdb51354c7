import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import {
  amountDue,
  notificationBody,
  shareOf,
  signed,
  type StandInInvoice,
  type StandInPayment,
} from './nowpayments-books.ts'
import { answerCall, type Answer, type Played, type StandInOptions } from './nowpayments-calls.ts'
import { callOf, answerOrFail, write, type StandInCall, type StandInFailure } from './nowpayments-failures.ts'

export interface PlayedPayment {
  coin?: string
  status?: string
  /** The coins that arrive for each coin asked; 1 is exact. */
  share?: number | string
  received?: string
  asked?: string
  /** Makes it a repeated deposit of that payment. */
  parent?: string
  /** The price of a payment whose order id has no invoice. */
  priceCents?: number
}

export type NowPaymentsStandIn = Awaited<ReturnType<typeof startNowPayments>>

/** Timing for tests: nothing waits for long, and a machine under load is no provider that hangs. */
export const quick = { spacingMs: 0, timeoutMs: 1_500, retryMs: 1, breakMs: 300 } as const

/** One call, one kind of calls, or all of them. */
type FailingCall = StandInCall | 'all' | `GET /${string}`

const unpaid = new Set(['waiting', 'expired'])
let lastId = 5_261_000_000 + (Date.now() % 1_000_000)

/**
 * A real HTTP server that plays NOWPayments, faithfully or with the failures that a test sets. It has its own books. A buyer acts by
 * `pay` and `move`; `send` delivers a notification.
 * @param now its clock, milliseconds
 */
export async function startNowPayments(given: { canList?: boolean; now?: () => number; port?: number } = {}) {
  const now = given.now ?? Date.now
  const secret = 'Yx0cWdmRk9fN2tPqL3vZ8sBhJ5uTgAe1'
  const login = { email: 'conti@example.com', password: 'Pannello-di-controllo-9' }
  const played: Played = {
    apiKey: 'A1B2C3D-4E5F6G7-H8J9K0L-M1N2P3Q',
    login,
    now,
    options: {},
    invoices: new Map(),
    payments: new Map(),
    unlisted: new Set(),
    contradictions: new Map(),
    tokens: new Map(),
    nextId: () => String(++lastId),
  }
  const failures: { call: FailingCall; what: StandInFailure; times: number }[] = []
  const requests: {
    method: string
    path: string
    status: number
    at: number
    headers: IncomingMessage['headers']
    body: string
  }[] = []
  let inARow = 0
  let lastAt = 0

  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy())
  })
  server.keepAliveTimeout = 100
  await once(server.listen(given.port ?? 0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', origin)
    const path = url.pathname.replace(/^\/v1/, '')
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const record = {
      method: request.method ?? '',
      path: path + url.search,
      status: 0,
      at: Date.now(),
      headers: request.headers,
      body,
    }
    requests.push(record)
    inARow = record.at - lastAt < 500 ? inARow + 1 : 1
    lastAt = record.at
    const failure = takeFailure(callOf(record.method, path), `${record.method} ${record.path}`)
    if (failure === undefined && played.options.thirdInARow429 === true && inARow >= 3) {
      record.status = 429
      return write(response, {
        status: 429,
        body: { status: false, statusCode: 429, message: 'Too Many Requests' },
        headers: { 'retry-after': '1' },
      })
    }
    const answer = (): Answer =>
      answerCall(played, {
        method: record.method,
        path,
        query: url.searchParams,
        headers: request.headers,
        body,
        origin,
      })
    record.status = answerOrFail(response, failure, answer)
  }

  function takeFailure(call: StandInCall | null, address: string): StandInFailure | undefined {
    const found = failures.find(
      (failure) =>
        failure.times > 0 &&
        (failure.call === 'all' ||
          failure.call === call ||
          (failure.call.startsWith('GET /') && address.startsWith(failure.call))),
    )
    if (found !== undefined) found.times--
    return found?.what
  }

  function invoiceOf(orderId: string): StandInInvoice | undefined {
    return [...played.invoices.values()].findLast((invoice) => invoice.order_id === orderId)
  }

  function invoiceFor(orderOrInvoice: string, priceCents: number): StandInInvoice {
    const known = played.invoices.get(orderOrInvoice) ?? invoiceOf(orderOrInvoice)
    if (known !== undefined) return known
    const invoice: StandInInvoice = {
      id: played.nextId(),
      order_id: orderOrInvoice,
      price_amount: (priceCents / 100).toFixed(2),
      price_currency: 'usd',
      pay_currency: null,
      ipn_callback_url: '',
      created_at: new Date(now()).toISOString(),
    }
    played.invoices.set(invoice.id, invoice)
    return invoice
  }

  function bookOf(id: string): StandInPayment {
    const payment = played.payments.get(id)
    if (payment === undefined) throw new Error(`the stand-in has no payment ${id}`)
    return payment
  }

  function pay(orderOrInvoice: string, changes: PlayedPayment = {}): string {
    const invoice = invoiceFor(orderOrInvoice, changes.priceCents ?? 1199)
    const coin = changes.coin ?? invoice.pay_currency ?? 'usdtbsc'
    const status = changes.status ?? 'waiting'
    const asked = changes.asked ?? amountDue(invoice.price_amount, coin)
    const id = played.nextId()
    played.payments.set(id, {
      id,
      invoice,
      parent: changes.parent ?? null,
      status,
      coin,
      asked,
      received: changes.received ?? (unpaid.has(status) ? '0' : shareOf(asked, changes.share ?? 1)),
      purchase_id: played.nextId(),
      created_at: new Date(now()).toISOString(),
      updated_at: now(),
    })
    return id
  }

  function move(id: string, changes: Omit<PlayedPayment, 'parent' | 'priceCents'>): void {
    const payment = bookOf(id)
    const { share, ...rest } = changes
    Object.assign(payment, rest, { updated_at: Math.max(now(), payment.updated_at + 1) })
    if (changes.received !== undefined) return
    const arrives = !unpaid.has(payment.status) && Number(payment.received) === 0
    if (share !== undefined || arrives) payment.received = shareOf(payment.asked, share ?? 1)
  }

  /** Signs a value, or a text as it stands (which is parsed for the signature). */
  function sign(body: unknown, with_ = secret): { headers: Record<string, string>; payload: string } {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const value = typeof body === 'string' ? (JSON.parse(body) as unknown) : body
    return { headers: { 'content-type': 'application/json', 'x-nowpayments-sig': signed(with_, value) }, payload }
  }

  const notification = (id: string, changes: Record<string, unknown> = {}) =>
    sign({ ...notificationBody(bookOf(id)), ...changes })

  async function deliver(target: FastifyInstance | string, message: ReturnType<typeof sign>): Promise<number> {
    const path = '/api/crypto/ipn'
    if (typeof target !== 'string') {
      return (await target.inject({ method: 'POST', url: path, headers: message.headers, payload: message.payload }))
        .statusCode
    }
    const response = await fetch(new URL(path, target), {
      method: 'POST',
      headers: message.headers,
      body: message.payload,
    })
    await response.arrayBuffer()
    return response.status
  }

  async function down(): Promise<void> {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  return {
    url: `${origin}/v1`,
    secret,
    env: {
      PAYMENTS_PROVIDER: 'nowpayments',
      NOWPAYMENTS_API_URL: `${origin}/v1`,
      NOWPAYMENTS_API_KEY: played.apiKey,
      NOWPAYMENTS_IPN_SECRET: secret,
      ...(given.canList !== false && { NOWPAYMENTS_EMAIL: login.email, NOWPAYMENTS_PASSWORD: login.password }),
    } as Record<string, string>,
    options: played.options as StandInOptions,
    requests,
    invoices: played.invoices as ReadonlyMap<string, StandInInvoice>,
    payments: played.payments as ReadonlyMap<string, StandInPayment>,
    /** @param call method and path as in `GET /payment/`, `POST /invoice`: everything that begins so counts */
    count: (call: string) => requests.filter(({ method, path }) => `${method} ${path}`.startsWith(call)).length,
    invoiceOf,
    /** The buyer chose a coin on the page of an order or invoice. @returns the payment's id */
    pay,
    /** Changes the books; money arrives with the first status that has seen some. */
    move,
    /** Takes a payment out of the books. */
    remove: (id: string) => played.payments.delete(id),
    sign,
    notification,
    /** Delivers what the books say now, `changes` laid over the body before it is signed. @returns the answer's status */
    send: (target: FastifyInstance | string, id: string, changes: Record<string, unknown> = {}) =>
      deliver(target, notification(id, changes)),
    deliver,
    /** GET and list answer otherwise than the books; null ends it. */
    contradict(id: string, what: Record<string, unknown> | 'missing' | null): void {
      if (what === null) played.contradictions.delete(id)
      else played.contradictions.set(id, what)
    },
    /** @param call everything whose method and path begin so, or a kind of calls */
    fail: (call: FailingCall, what: StandInFailure, times = Number.POSITIVE_INFINITY) =>
      void failures.push({ call, what, times }),
    recover: () => void failures.splice(0),
    /** Every JWT that was given out dies. */
    expireTokens: () => played.tokens.clear(),
    down,
    async up(): Promise<void> {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    },
    async close(): Promise<void> {
      if (server.listening) await down()
    },
  }
}
