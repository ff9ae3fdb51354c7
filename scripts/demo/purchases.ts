import { setTimeout as sleep } from 'node:timers/promises'
import { leastDays, planOf, type PlanCode } from '#features/subscriptions/catalogue.ts'
import { nextCheckAt } from '#features/payments/rules/schedule.ts'
import { DAY, HOUR, type StoryTime } from '#features/ea/simulation/market.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import type { Role } from './cast.ts'
import type { Order, Site } from './site.ts'

interface OpenedOrder {
  order: Order
  opened: number
}

/** A registered trader. */
export interface Buyer {
  role: Role
  traderId: string
  userToken: string
  /** Story time of the last visit. */
  lastVisit: StoryTime
  /** Story time at which the paid plan ends. */
  until: StoryTime
  purchases: number
}

/** The lapsed trader bought no plan that ends later than this long ago. */
const lapsedFor = 6 * DAY
/** A notification travels, is stored, read back and settled in much less. */
const patienceMs = 5 * MINUTE_MS
const pollMs = 40

/**
 * Renews a plan as a buyer does: an order when one is due, paid in full on the provider's page, active once its notification is settled.
 * Does nothing where nothing is due.
 * @param toStory a moment of the wire in story time
 */
export async function renewPlan(
  site: Site,
  buyer: Buyer,
  at: StoryTime,
  { end, toStory }: { end: StoryTime; toStory: (instant: string) => StoryTime },
): Promise<void> {
  const { buying, lapsed } = buyer.role
  if (buyer.until - at > buying.daysAhead * DAY) return
  const plan = buyer.purchases === 0 ? buying.first : buying.renews
  const start = Math.max(at, buyer.until)
  if (lapsed && buyer.purchases > 0 && start + daysOf(plan) * DAY > end - lapsedFor) return
  await signIn(site, buyer, at)
  // An earlier payment that was too short does not keep a buyer from renewing.
  const order = await site.openOrder(buyer, plan, buying.coin, { payAgain: true })
  await site.pay(order, { action: 'pay', coin: buying.coin })
  const expires = await activated(site, buyer, order)
  buyer.until = Math.max(buyer.until, toStory(expires))
  buyer.purchases += 1
}

/** A session without use for a month has ended. */
const sessionLife = 29 * DAY

export async function signIn(site: Site, buyer: Buyer, at: StoryTime): Promise<void> {
  if (at - buyer.lastVisit > sessionLife) buyer.userToken = await site.login(buyer.role)
  buyer.lastVisit = at
}

/** A month has up to 31. */
function daysOf(code: PlanCode): number {
  const months = planOf(code)?.months ?? 1
  return leastDays(months) + Math.ceil(months / 2)
}

/**
 * Waits until no request to the provider is due at `moment`: the next one is hours away. `opened` is when the order was made; both are
 * milliseconds of the played clock.
 */
async function checked(site: Site, buyer: Buyer, { order, opened }: OpenedOrder, moment: number): Promise<void> {
  await until(`l'ordine ${order.order_id} non viene controllato`, async () => {
    const { checked_at: at } = await site.orderState(buyer, order)
    const next = nextCheckAt(opened, at === null ? opened : Date.parse(at))
    return next === null || next > moment ? true : null
  })
}

async function activated(site: Site, buyer: Buyer, order: Order): Promise<string> {
  return until(`l'ordine ${order.order_id} di ${buyer.role.person.username} non si attiva`, async () => {
    const { activated: isActive, expires_at: end } = await site.orderState(buyer, order)
    return isActive ? end : null
  })
}

/** Repeats a request until it has an answer. */
async function until<T>(failure: string, call: () => Promise<T | null>): Promise<T> {
  const since = performance.now()
  for (;;) {
    const answer = await call()
    if (answer !== null) return answer
    if (performance.now() - since > patienceMs) throw new Error(failure)
    await sleep(pollMs)
  }
}

/** Events of orders besides their payment: each is played once, at its time, so that the admins of payments have work. */
export interface Episode {
  /** Seconds before the end. */
  ago: number
  /** The trader, by their place in the cast. */
  actor: number
  /** @param moment milliseconds of the played clock */
  play: (site: Site, buyer: Buyer, moment: number) => Promise<void>
}

/** Oldest first. */
export function createEpisodes(): Episode[] {
  let unnotified: OpenedOrder | null = null
  return [
    {
      ago: 9.5 * DAY,
      actor: 3,
      async play(site, buyer) {
        const order = await site.openOrder(buyer, 'annual', 'eth')
        await site.pay(order, { action: 'open', coin: 'eth' })
        await site.payNewest(order, { action: 'expire' })
      },
    },
    {
      // The provider refunded it a week after the activation of Diamond.
      ago: 7 * DAY,
      actor: 12,
      async play(site, buyer) {
        const order = await site.openOrder(buyer, 'monthly', 'usdtbsc')
        await site.pay(order, { action: 'pay', coin: 'usdtbsc' })
        await activated(site, buyer, order)
        await site.payNewest(order, { action: 'refund' })
      },
    },
    {
      // Paid twice: a reload of the page, a second transfer.
      ago: 3.2 * DAY,
      actor: 21,
      async play(site, buyer) {
        const order = await site.openOrder(buyer, 'basic_quarterly', 'trx')
        await site.pay(order, { action: 'pay', coin: 'trx' })
        await activated(site, buyer, order)
        await site.pay(order, { action: 'pay', coin: 'trx' })
      },
    },
    {
      // Too little, then a little more to the same address: the second deposit is a payment of its own, for a person to review.
      ago: 2.1 * DAY,
      actor: 34,
      async play(site, buyer) {
        const order = await site.openOrder(buyer, 'monthly', 'usdtbsc')
        await site.pay(order, { action: 'pay', coin: 'usdtbsc', share: '80' })
        await site.payNewest(order, { action: 'deposit', share: '15' })
      },
    },
    {
      // Between two of the checks, which run every six hours by then.
      ago: 35 * HOUR,
      actor: 36,
      async play(site, buyer, moment) {
        unnotified = { order: await site.openOrder(buyer, 'monthly', 'usdtbsc'), opened: moment }
      },
    },
    {
      // Under the coin's minimum: an error at the provider's, with money in it.
      ago: 28 * HOUR,
      actor: 37,
      async play(site, buyer) {
        const order = await site.openOrder(buyer, 'basic_monthly', 'usdttrc20')
        await site.pay(order, { action: 'pay', coin: 'usdttrc20', share: '70' })
      },
    },
    {
      ago: 9 * HOUR,
      actor: 8,
      async play(site, buyer) {
        const order = await site.openOrder(buyer, 'annual', 'usdtbsc')
        await site.pay(order, { action: 'pay', coin: 'usdtbsc', share: '60' })
      },
    },
    {
      ago: 0,
      actor: 17,
      play: async (site, buyer) => void (await site.openOrder(buyer, 'monthly', null)),
    },
    {
      ago: 0,
      actor: 26,
      async play(site, buyer) {
        const order = await site.openOrder(buyer, 'basic_quarterly', 'btc')
        await site.pay(order, { action: 'open', coin: 'btc' })
        await site.payNewest(order, { action: 'step' })
      },
    },
    {
      // Paid, and the notification was lost: an admin's "Riconcilia" finds it, or a check some hours from now.
      ago: 0,
      actor: 36,
      async play(site, buyer, moment) {
        if (unnotified === null) return
        await checked(site, buyer, unnotified, moment)
        await site.pay(unnotified.order, { action: 'pay', coin: 'usdtbsc', notify: 'lost' })
      },
    },
  ]
}
