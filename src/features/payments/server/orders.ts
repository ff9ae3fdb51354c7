import { randomInt } from 'node:crypto'
import { planOf, type PlanCode } from '#features/subscriptions/catalogue.ts'
import { fail } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Session } from '#server/session.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import type { createPayment } from '../contract.ts'
import { ProviderError, type Checkout, type PaymentProvider } from '../provider.ts'
import { nextCheckAt } from '../rules/schedule.ts'
import { coinFits, offeredCoins } from './coins.ts'
import {
  insertOrder,
  invoicesOf,
  lockBuyer,
  markRefused,
  openedSince,
  openOrder,
  recordInvoice,
  type InvoiceRow,
} from './order-queries.ts'

type Opened = ResponseOf<typeof createPayment>
type Plan = NonNullable<ReturnType<typeof planOf>>

/** An open order of the same buyer and plan is offered again while it is younger than this. */
export const reuseMs = 30 * 60_000
const hourMs = 3_600_000
/** New orders of one buyer within an hour. */
export const ordersPerHour = 10
/** Checkouts of one buyer within an hour, over all of the orders: one order can be tried in several coins. */
export const checkoutsPerHour = 30
/** A checkout that is not made by then is not waited for. */
const checkoutMs = 10_000

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** `TT-` and 26 letters of Crockford's base32: 130 random bits, so that nobody guesses one. */
export function newOrderId(): string {
  return `TT-${Array.from({ length: 26 }, () => alphabet[randomInt(32)]).join('')}`
}

/**
 * Opens payments. The order is committed before the provider is asked: whatever becomes of the answer, money that comes finds its
 * order (`docs/payments.md` 4).
 * @param stopping aborted when the server stops: running calls end
 */
export function createTill(kernel: Kernel, provider: PaymentProvider, stopping: AbortSignal) {
  // A second click while the first one waits gets the same answer. On another instance it may make a spare page of the same order,
  // which does no harm: everything joins on the order's id.
  const underWay = new Map<string, Promise<Opened>>()

  /**
   * @throws Failure FORBIDDEN (somebody else's purchase, also for admins), PLAN_UNKNOWN, COIN_NOT_OFFERED, TOO_MANY_REQUESTS,
   *   PAYMENT_URL_UNAVAILABLE
   */
  return async function openPayment(session: Session, body: BodyOf<typeof createPayment>): Promise<Opened> {
    if (body.user_id.toLowerCase() !== session.trader_id) fail('FORBIDDEN')
    const plan = typeof body.plan === 'string' ? planOf(body.plan) : null
    if (plan === null) return fail('PLAN_UNKNOWN')
    const coin = body.pay_currency ?? null
    if (coin !== null) await demandCoin(kernel, provider.name, coin, plan.price_cents)

    const orderId = await chooseOrder(kernel, provider.name, session.trader_id, plan)
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

/** Before the provider named its coins once, it judges by itself what can be paid. */
async function demandCoin(
  { sql }: Kernel,
  provider: PaymentProvider['name'],
  code: string,
  priceCents: number,
): Promise<void> {
  const offered = await offeredCoins(sql, provider)
  if (offered.length === 0) return
  const coin = offered.find((each) => each.coin === code)
  if (coin === undefined || !coinFits(coin, priceCents)) fail('COIN_NOT_OFFERED')
}

/** The order to pay: one that is open already, or a new one. Two requests at once choose the same. */
async function chooseOrder(kernel: Kernel, provider: string, traderId: string, plan: Plan): Promise<string> {
  const wanted = { traderId, plan: plan.code as PlanCode, priceCents: plan.price_cents, provider }
  return kernel.sql.begin(async (tx) => {
    const buyer = await lockBuyer(tx, traderId)
    if (buyer === null || buyer.deactivated_at !== null) return fail('UNAUTHENTICATED')
    const now = Math.floor(kernel.clock.now())
    const open = await openOrder(tx, wanted, instantText(now - reuseMs))
    if (open !== null) return open
    if (kernel.config.RATE_LIMITS === 'on') {
      const since = instantText(now - hourMs)
      demandRoom(now, await openedSince(tx, traderId, { since, limit: ordersPerHour, what: 'orders' }), ordersPerHour)
    }
    const orderId = newOrderId()
    await insertOrder(tx, {
      ...wanted,
      orderId,
      tier: plan.tier,
      buyer,
      at: instantText(now),
      nextCheckAt: instantText(nextCheckAt(now, now)),
    })
    return orderId
  })
}

/** @param opened newest first */
function demandRoom(now: number, opened: readonly string[], limit: number): void {
  const oldest = opened[limit - 1]
  if (oldest === undefined) return
  fail('TOO_MANY_REQUESTS', {
    detail: 'Hai aperto molti pagamenti nell’ultima ora: completa quello in corso, o riprova più tardi.',
    retryAfter: Math.max(1, Math.ceil((Date.parse(oldest) + hourMs - now) / 1000)),
  })
}

interface Opening {
  orderId: string
  traderId: string
  plan: Plan
  coin: string | null
  stopping: AbortSignal
}

async function openCheckout(kernel: Kernel, provider: PaymentProvider, opening: Opening): Promise<Opened> {
  const { orderId, coin, stopping } = opening
  const { sql, clock, config } = kernel
  const known = (await invoicesOf(sql, orderId)).find((invoice) => invoice.coin === coin)
  if (known !== undefined) return answer(orderId, known)
  if (config.RATE_LIMITS === 'on') {
    const now = Math.floor(clock.now())
    const range = { since: instantText(now - hourMs), limit: checkoutsPerHour, what: 'checkouts' } as const
    demandRoom(now, await openedSince(sql, opening.traderId, range), checkoutsPerHour)
  }

  const signal = AbortSignal.any([AbortSignal.timeout(checkoutMs), stopping])
  let checkout: Checkout
  try {
    checkout = await provider.createCheckout(requestOf(kernel, opening), { signal })
  } catch (error) {
    return refuse(kernel, opening, error, signal)
  }
  const at = Math.floor(clock.now())
  const made = { invoice_id: checkout.invoiceId, invoice_url: checkout.url, coin }
  await sql.begin((tx) =>
    recordInvoice(tx, orderId, {
      ...made,
      provider: provider.name,
      at: instantText(at),
      nextCheckAt: instantText(nextCheckAt(at, at)),
    }),
  )
  return { ...answer(orderId, made), payment_id: checkout.paymentId ?? checkout.invoiceId }
}

const answer = (orderId: string, invoice: InvoiceRow): Opened => ({
  invoice_url: invoice.invoice_url,
  order_id: orderId,
  payment_id: invoice.invoice_id,
})

function requestOf({ config }: Kernel, { orderId, plan, coin }: Opening) {
  const back = `${config.APP_URL}/?view=payment&order=${orderId}`
  const name = plan.tier === 'diamond' ? 'Diamond' : 'Basic Leaderboard'
  return {
    orderId,
    priceCents: plan.price_cents,
    currency: 'usd' as const,
    description: `TopTrader ${name}, ${plan.months === 1 ? '1 mese' : `${plan.months} mesi`}`,
    ...(coin !== null && { coin }),
    notifyUrl: `${config.APP_URL}/api/crypto/ipn`,
    // Arriving there proves nothing: the page asks this server for the order's state.
    successUrl: back,
    cancelUrl: back,
    partialUrl: back,
  }
}

/** No checkout: a refusal ends the order, an answer that is not known leaves it open for the next try. */
async function refuse(kernel: Kernel, { orderId, coin }: Opening, error: unknown, signal: AbortSignal): Promise<never> {
  if (!(error instanceof ProviderError)) {
    if (!signal.aborted) throw error
    kernel.log.warn({ order_id: orderId }, 'checkout not waited for')
    return fail('PAYMENT_URL_UNAVAILABLE')
  }
  kernel.log.warn({ order_id: orderId, kind: error.kind, reason: error.message }, 'checkout not made')
  const definite = ['refused', 'below_minimum', 'misconfigured'].includes(error.kind) && !error.outcomeUnknown
  if (definite) await markRefused(kernel.sql, orderId, instantText(Math.floor(kernel.clock.now())))
  return fail(error.kind === 'below_minimum' && coin !== null ? 'COIN_NOT_OFFERED' : 'PAYMENT_URL_UNAVAILABLE')
}
