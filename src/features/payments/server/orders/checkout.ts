import { randomInt } from 'node:crypto'
import { planOf, type PlanCode } from '#features/subscriptions/catalogue.ts'
import type { Transaction } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { perHour, waitAfterUses, type Limit } from '#server/limits.ts'
import type { Session } from '#server/http/session.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import { errors } from '#shared/errors.ts'
import { counted } from '#shared/format/format.ts'
import { paymentAddress } from '../../addresses.ts'
import type { createPayment } from '../../contract.ts'
import { ProviderError, type Checkout, type ProviderClient, type ProviderErrorKind } from '../../provider.ts'
import { nextCheckAt } from '../../rules/schedule.ts'
import { storedCoins } from './coin-queries.ts'
import { coinFits } from './coins.ts'
import { attemptsSince, dropAttempt, insertAttempt, markAttempt, ordersSince, refusalSince } from './attempt-queries.ts'
import { refuseWhileMoneyIsUnderWay } from './money-under-way.ts'
import {
  insertOrder,
  invoicesOf,
  lockOrderRow,
  lockBuyer,
  markRefused,
  openOrder,
  recordInvoice,
  type InvoiceRow,
} from './order-queries.ts'

type Opened = ResponseOf<typeof createPayment>
type Plan = NonNullable<ReturnType<typeof planOf>>

/** An open order of the same buyer and plan is offered again while it is younger than this. Milliseconds. */
export const reuseMs = 30 * MINUTE_MS
// The rows of orders and attempts count for both limits, read while the buyer's row is locked. `payment_attempt` also holds the
// provider's refusals, which apply without limits too, and the person's export lists it. A counter of `countUses` would record each
// attempt a second time.
/** New orders of one buyer. An order counts once it has a page. */
export const ordersLimit = perHour('payment-orders', 10)
/** Pages requested for one buyer, failed ones included: one order can be tried in several coins. */
export const checkoutsLimit = perHour('payment-checkouts', 30)
/** A refused plan and coin is not requested again before this. Milliseconds. */
export const refusedMs = 5 * MINUTE_MS
/** The longest wait for a checkout. Milliseconds. */
const checkoutMs = 10_000

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `TT-` and 26 letters of Crockford's base32: 130 random bits, which cannot be guessed. */
export function newOrderId(): string {
  return `TT-${Array.from({ length: 26 }, () => alphabet[randomInt(32)]).join('')}`
}

/**
 * Opens checkouts. The order is committed before the provider is called, so that money finds its order even without the provider's
 * answer (`docs/payments.md` 2).
 * @param stopping aborted when the server stops: running calls end
 */
export function createCheckouts(kernel: Kernel, provider: ProviderClient, stopping: AbortSignal) {
  // A second click during the first one gets the same answer. On another instance it may make a spare page of the same order, which
  // does no harm: everything joins on the order's id.
  const underWay = new Map<string, Promise<Opened>>()

  /**
   * @throws Failure FORBIDDEN (the purchase of another user, also for admins), PLAN_UNKNOWN, COIN_NOT_OFFERED, PAYMENT_UNDER_WAY,
   *   TOO_MANY_REQUESTS, PAYMENT_URL_UNAVAILABLE
   */
  return async function openPayment(session: Session, body: BodyOf<typeof createPayment>): Promise<Opened> {
    if (body.user_id.toLowerCase() !== session.trader_id) fail('FORBIDDEN')
    const plan = typeof body.plan === 'string' ? planOf(body.plan) : null
    if (plan === null) return fail('PLAN_UNKNOWN')
    const coin = body.pay_currency ?? null
    if (coin !== null) await requireCoin(kernel, provider.name, coin, plan.price_cents)

    const purchase = { traderId: session.trader_id, plan, coin }
    const orderId = await chooseOrder(kernel, provider.name, purchase, body.pay_again === true)
    const key = `${orderId} ${coin}`
    let opening = underWay.get(key)
    if (opening === undefined) {
      opening = openCheckout(kernel, provider, { orderId, plan, coin, traderId: session.trader_id, stopping })
      underWay.set(key, opening)
      const done = () => void underWay.delete(key)
      opening.then(done, done)
    }
    return opening
  }
}

/** Refuses a coin that cannot pay the price. Before the first list of coins the provider itself decides. */
async function requireCoin(
  { sql }: Kernel,
  provider: ProviderClient['name'],
  code: string,
  priceCents: number,
): Promise<void> {
  const offered = await storedCoins(sql, provider)
  if (offered.length === 0) return
  const coin = offered.find((each) => each.coin === code)
  if (coin === undefined || !coinFits(coin, priceCents)) fail('COIN_NOT_OFFERED')
}

interface Purchase {
  traderId: string
  plan: Plan
  coin: string | null
}

/**
 * Chooses the order to pay: an open one, or a new one. Two requests at the same time choose the same.
 * @param isAgain the buyer pays although money of an earlier order is under way. That order is left alone, so that a further payment
 *   buys a further period.
 */
async function chooseOrder(kernel: Kernel, provider: string, purchase: Purchase, isAgain: boolean): Promise<string> {
  const { traderId, plan } = purchase
  const newPurchase = { traderId, plan: plan.code as PlanCode, priceCents: plan.price_cents, provider }
  return kernel.sql.begin(async (tx) => {
    const buyer = await lockBuyer(tx, traderId)
    if (buyer === null || buyer.deactivated_at !== null) return fail('UNAUTHENTICATED')
    if (!isAgain) await refuseWhileMoneyIsUnderWay(tx, traderId, plan.tier)
    const now = Math.floor(kernel.clock.now())
    const open = await openOrder(tx, newPurchase, instantText(now - reuseMs))
    if (open !== null) return open
    await requireAttempt(tx, kernel, purchase, now)
    if (kernel.config.RATE_LIMITS === 'on') {
      await requireRoom(ordersLimit, now, (since, most) => ordersSince(tx, traderId, since, most))
    }
    const orderId = newOrderId()
    await insertOrder(tx, {
      ...newPurchase,
      orderId,
      tier: plan.tier,
      buyer,
      at: instantText(now),
      nextCheckAt: instantText(nextCheckAt(now, now)),
    })
    return orderId
  })
}

/**
 * Refuses where the buyer may not request a page now. The buyer's row must be locked, so that each of several requests counts for
 * the next.
 */
async function requireAttempt(tx: Transaction, { config }: Kernel, purchase: Purchase, now: number): Promise<void> {
  const { traderId, coin } = purchase
  const plan = purchase.plan.code as PlanCode
  const refusal = await refusalSince(tx, { traderId, plan, coin, since: instantText(now - refusedMs) })
  if (refusal !== null) refused(refusal.refusal, coin, Date.parse(refusal.attempted_at) + refusedMs - now)
  if (config.RATE_LIMITS === 'off') return
  await requireRoom(checkoutsLimit, now, (since, most) => attemptsSince(tx, traderId, since, most))
}

/** @param uses reads the instants of uses after `since`, newest first, at most `most` */
async function requireRoom(
  limit: Limit,
  now: number,
  uses: (since: string, most: number) => Promise<string[]>,
): Promise<void> {
  const waitMs = waitAfterUses(limit, await uses(instantText(now - limit.windowMs), limit.times), now)
  if (waitMs === 0) return
  fail('TOO_MANY_REQUESTS', {
    detail: 'Hai aperto molti pagamenti nell’ultima ora: completa quello in corso, o riprova più tardi.',
    retryAfter: Math.ceil(waitMs / 1000),
  })
}

interface Opening extends Purchase {
  orderId: string
  stopping: AbortSignal
}

async function openCheckout(kernel: Kernel, provider: ProviderClient, opening: Opening): Promise<Opened> {
  const { orderId, coin, traderId, stopping } = opening
  const { sql, clock } = kernel
  // The attempt is on record before the provider is called, and counts for other requests of the same buyer.
  const begun = await sql.begin(async (tx) => {
    await lockOrderRow(tx, orderId)
    await lockBuyer(tx, traderId)
    const known = (await invoicesOf(tx, orderId)).find((invoice) => invoice.coin === coin)
    if (known !== undefined) return { known }
    const now = Math.floor(clock.now())
    await requireAttempt(tx, kernel, opening, now)
    return { attemptId: await insertAttempt(tx, { orderId, coin, at: instantText(now) }) }
  })
  if ('known' in begun) return answer(orderId, begun.known)

  const signal = AbortSignal.any([AbortSignal.timeout(checkoutMs), stopping])
  let checkout: Checkout
  try {
    checkout = await provider.createCheckout(requestOf(kernel, opening), { signal })
  } catch (error) {
    return refuse(kernel, opening, begun.attemptId, error, signal)
  }
  const at = Math.floor(clock.now())
  const made = { invoice_id: checkout.invoiceId, invoice_url: checkout.url, coin }
  const isRecorded = await sql.begin((tx) =>
    recordInvoice(tx, orderId, {
      ...made,
      provider: provider.name,
      at: instantText(at),
      nextCheckAt: instantText(nextCheckAt(at, at)),
    }),
  )
  if (!isRecorded) {
    kernel.log.error(
      { order_id: orderId, invoice_id: made.invoice_id },
      'the provider gave the invoice of another order',
    )
    return fail('PAYMENT_URL_UNAVAILABLE')
  }
  return { ...answer(orderId, made), payment_id: checkout.paymentId ?? checkout.invoiceId }
}

const answer = (orderId: string, invoice: InvoiceRow): Opened => ({
  invoice_url: invoice.invoice_url,
  order_id: orderId,
  payment_id: invoice.invoice_id,
})

function requestOf({ config }: Kernel, { orderId, plan, coin }: Opening) {
  const back = `${config.APP_URL}${paymentAddress(orderId)}`
  const name = plan.tier === 'diamond' ? 'Diamond' : 'Basic Leaderboard'
  return {
    orderId,
    priceCents: plan.price_cents,
    currency: 'usd' as const,
    description: `TopTrader ${name}, ${plan.months === 1 ? '1 mese' : `${plan.months} mesi`}`,
    ...(coin !== null && { coin }),
    notifyUrl: `${config.APP_URL}/api/crypto/ipn`,
    // A buyer who returns there has proved nothing: the page reads the order's state from this server.
    successUrl: back,
    cancelUrl: back,
    partialUrl: back,
  }
}

/** Errors by which the provider refuses this checkout for good. Refused credentials say nothing of the order. */
const refusals: readonly ProviderErrorKind[] = ['refused', 'below_minimum']

/** Ends an attempt without a checkout. A refusal ends the order; a lost answer leaves it open for the next try. */
async function refuse(
  kernel: Kernel,
  { orderId, coin }: Opening,
  attemptId: number,
  error: unknown,
  signal: AbortSignal,
): Promise<never> {
  const { sql, log, clock } = kernel
  if (!(error instanceof ProviderError)) {
    if (!signal.aborted) throw error
    log.warn({ order_id: orderId }, 'checkout not waited for')
    return fail('PAYMENT_URL_UNAVAILABLE')
  }
  log.warn({ order_id: orderId, kind: error.kind, reason: error.message }, 'checkout not made')
  if (!error.sent && !error.outcomeUnknown) await dropAttempt(sql, attemptId)
  if (!refusals.includes(error.kind) || error.outcomeUnknown) return fail('PAYMENT_URL_UNAVAILABLE')
  await markAttempt(sql, attemptId, error.kind)
  await markRefused(sql, orderId, instantText(Math.floor(clock.now())))
  return refused(error.kind, coin, refusedMs)
}

/** @param pauseMs how long the same plan and coin is not requested again */
function refused(kind: ProviderErrorKind, coin: string | null, pauseMs: number): never {
  const retryAfter = Math.max(1, Math.ceil(pauseMs / 1000))
  if (kind === 'below_minimum' && coin !== null) return fail('COIN_NOT_OFFERED', { retryAfter })
  const minutes = counted(Math.ceil(retryAfter / 60), 'minuto', 'minuti')
  const why =
    coin === null
      ? `Il fornitore rifiuta per ora questo pagamento: riprova tra ${minutes}, o scegli subito una valuta qui.`
      : `Il fornitore rifiuta per ora questo piano in questa valuta: riprova tra ${minutes}, o subito con un’altra valuta.`
  return fail('PAYMENT_URL_UNAVAILABLE', { detail: `${errors.PAYMENT_URL_UNAVAILABLE[1]} ${why}`, retryAfter })
}
