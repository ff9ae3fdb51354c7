import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '#server/clock.ts'
import { ProviderError, type Checkout, type PaymentProvider, type ProviderPayment } from '../provider.ts'
import { paymentOf } from '../server/provider/nowpayments/normalise.ts'
import { signatureHeader, signatureOf, verifyWith } from '../server/provider/nowpayments/signature.ts'

/** How the provider answers our own calls. Notifications leave in every mode: they come from another machine of the provider. */
export type Mode =
  | 'up'
  | 'down'
  | 'limited'
  /** Refuses our key. */
  | 'refused'
  /** A server in front of the provider answers in its place. */
  | 'blocked'
  /** Answers, after a while. */
  | 'slow'
  /** Makes the checkout and loses the answer; other calls time out. */
  | 'lost'
  /** Reports each payment as it was at first: no money yet. */
  | 'stale'
  /** Says that it has no such payment. */
  | 'forgetful'

/** The provider's books: amounts in millionths of the coin, so that they are exact. */
export interface Booked {
  id: string
  invoiceId: string
  parentId: string | null
  orderId: string
  status: string
  priceCents: number
  currency: string
  asked: number
  received: number
  createdAt: number
}

export interface Sent {
  paymentId: string
  orderId: string
  headers: Record<string, string>
  payload: string
}

export interface ScriptedProvider {
  provider: PaymentProvider
  mode: Mode
  invoices: Map<string, { orderId: string; priceCents: number }>
  payments: Map<string, Booked>
  /** Every notification that was ever made, oldest first. */
  sent: Sent[]
  /** Orders about which a notification contradicted the books. */
  lies: Set<string>
  /** Payments about which no question is answered, in every mode. */
  muted: Set<string>
  /** Payments that a notification, true or not, called paid. */
  claimed: Set<string>
  /** The longest that our questions about a payment got no answer, from the first to the last of them, milliseconds. */
  longestUnanswered: (paymentId: string) => number
  /** A new payment of an invoice, and its notification. */
  pay: (
    invoiceId: string,
    as: Partial<Pick<Booked, 'status' | 'parentId' | 'priceCents' | 'currency'>>,
    share: number,
  ) => string
  /** Money comes or a status changes, and its notification. */
  move: (paymentId: string, status: string, share?: number) => void
  /** Sends a genuine notification that contradicts the books. */
  lie: (paymentId: string, changes: Partial<Booked>) => void
}

const secret = 'the-secret-of-notifications'
const million = 1_000_000
/** A slow answer: longer than a query, shorter than a test. */
const slowMs = 15

/**
 * A provider inside the test's process. Its books are the truth, and its modes hide it. Its bodies, signatures and
 * normalisation are the real provider's.
 */
export function scriptedProvider(clock: Clock): ScriptedProvider {
  /** The moments of questions without an answer, by payment. An answer ends each stretch of them. */
  const unanswered = new Map<string, number[][]>()
  let lastId = 5_000_000_000
  const nextId = () => String(++lastId)
  const world: ScriptedProvider = {
    mode: 'up',
    longestUnanswered: (paymentId) =>
      Math.max(0, ...(unanswered.get(paymentId) ?? []).map((moments) => (moments.at(-1) ?? 0) - (moments[0] ?? 0))),
    invoices: new Map(),
    payments: new Map(),
    sent: [],
    lies: new Set(),
    muted: new Set(),
    claimed: new Set(),
    pay(invoiceId, as, share) {
      const invoice = world.invoices.get(invoiceId)
      if (invoice === undefined) throw new Error(`no invoice ${invoiceId}`)
      const asked = invoice.priceCents * (million / 100)
      const payment: Booked = {
        id: nextId(),
        invoiceId,
        parentId: null,
        orderId: invoice.orderId,
        status: 'waiting',
        priceCents: invoice.priceCents,
        currency: 'usd',
        asked,
        received: Math.round(asked * share),
        createdAt: clock.now(),
        ...as,
      }
      world.payments.set(payment.id, payment)
      notify(payment)
      return payment.id
    },
    move(paymentId, status, share) {
      const payment = booked(paymentId)
      payment.status = status
      if (share !== undefined) payment.received = Math.max(payment.received, Math.round(payment.asked * share))
      notify(payment)
    },
    lie(paymentId, changes) {
      const payment = booked(paymentId)
      world.lies.add(payment.orderId)
      notify({ ...payment, ...changes })
    },
    provider: {
      name: 'nowpayments',
      canList: true,
      createCheckout: async ({ orderId, priceCents }, { signal }): Promise<Checkout> => {
        await answering(signal, 'create')
        const invoiceId = nextId()
        world.invoices.set(invoiceId, { orderId, priceCents })
        if (world.mode === 'lost')
          throw new ProviderError('timeout', 'no answer', { retryable: true, outcomeUnknown: true })
        return { invoiceId, url: `https://nowpayments.io/payment/?iid=${invoiceId}`, paymentId: null }
      },
      verifyNotification: (delivery) => verifyWith(secret, delivery),
      async readPayment(paymentId, { signal }) {
        const at = clock.now()
        const stretches = unanswered.get(paymentId) ?? [[]]
        unanswered.set(paymentId, stretches)
        try {
          const payment = await read(paymentId, signal)
          stretches.push([])
          return payment
        } catch (error) {
          if (error instanceof ProviderError) stretches.at(-1)?.push(at)
          throw error
        }
      },
      async *listPayments(query, { signal }) {
        await answering(signal, 'read')
        for (const payment of world.payments.values()) {
          const isListed =
            'invoiceId' in query
              ? payment.invoiceId === query.invoiceId
              : payment.createdAt >= query.from.getTime() && payment.createdAt <= query.to.getTime()
          if (isListed && world.mode !== 'forgetful') yield reportOf(payment)
        }
      },
      coins: () => Promise.resolve([]),
    },
  }

  async function read(paymentId: string, signal: AbortSignal): Promise<ProviderPayment | null> {
    await answering(signal, 'read')
    if (world.muted.has(paymentId)) throw new ProviderError('unreachable', '500', { retryable: true })
    const payment = world.payments.get(paymentId)
    return payment === undefined || world.mode === 'forgetful' ? null : reportOf(payment)
  }

  function booked(paymentId: string): Booked {
    const payment = world.payments.get(paymentId)
    if (payment === undefined) throw new Error(`no payment ${paymentId}`)
    return payment
  }

  async function answering(signal: AbortSignal, call: 'create' | 'read'): Promise<void> {
    const { mode } = world
    if (mode === 'down') throw new ProviderError('unreachable', 'connection refused', { retryable: true })
    if (mode === 'limited') throw new ProviderError('rate_limited', '429', { retryable: true })
    if (mode === 'blocked') throw new ProviderError('bad_answer', '403 without JSON')
    if (mode === 'refused') throw new ProviderError('misconfigured', '403')
    if (mode === 'lost' && call === 'read') throw new ProviderError('timeout', 'no answer', { retryable: true })
    if (mode === 'slow') await sleep(slowMs, undefined, { signal })
    signal.throwIfAborted()
  }

  function reportOf(payment: Booked): ProviderPayment {
    const reported = world.mode === 'stale' ? { ...payment, status: 'waiting', received: 0 } : payment
    const normalised = paymentOf(bodyOf(reported, clock.now()))
    if (normalised === null) throw new Error('a body that is no payment')
    return normalised
  }

  function notify(payment: Booked): void {
    const body = bodyOf(payment, clock.now())
    if (isPaid(payment, world.invoices.get(payment.invoiceId)?.priceCents ?? 0)) world.claimed.add(payment.id)
    world.sent.push({
      paymentId: payment.id,
      orderId: payment.orderId,
      headers: { [signatureHeader]: signatureOf(secret, body), 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  }
  return world
}

function bodyOf(payment: Booked, at: number): Record<string, unknown> {
  return {
    payment_id: Number(payment.id),
    parent_payment_id: payment.parentId === null ? null : Number(payment.parentId),
    invoice_id: Number(payment.invoiceId),
    payment_status: payment.status,
    pay_address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
    price_amount: payment.priceCents / 100,
    price_currency: payment.currency,
    pay_amount: payment.asked / million,
    actually_paid: payment.received / million,
    actually_paid_at_fiat: 0,
    pay_currency: 'usdtbsc',
    order_id: payment.orderId,
    purchase_id: '5931000544',
    updated_at: at,
    outcome_amount: payment.received / million,
    outcome_currency: 'usdtbsc',
    fee: { currency: 'usdtbsc', depositFee: 0.000083, withdrawalFee: 0, serviceFee: 0.000249 },
  }
}

const paying = ['confirmed', 'sending', 'finished', 'partially_paid']

/** True where the books say that this payment pays its order, and that its money has arrived or is bound to. */
export function isPaid(payment: Booked, orderCents: number): boolean {
  return paying.includes(payment.status) && isCovered(payment, orderCents)
}

/** True where enough arrived for the order, by whole-number arithmetic of the test's own. */
export function isCovered(payment: Booked, orderCents: number): boolean {
  const { asked, received, priceCents, currency, parentId } = payment
  const short = asked - received
  return (
    parentId === null &&
    priceCents === orderCents &&
    currency === 'usd' &&
    received > 0 &&
    received * 100 >= asked * 99 &&
    short * orderCents <= asked * 100
  )
}
