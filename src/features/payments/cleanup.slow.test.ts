import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { storyBase } from './testing/base.ts'
import { openShop, type Shop } from './testing/storyteller.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { DAY_MS } from '#shared/dates.ts'

vi.setConfig({ testTimeout: 120_000 })

const runs = Number(process.env['CLEANUP_RUNS'] ?? 12)
const base = storyBase()

/** One order of a user who leaves, and its payment. */
const trail = fc.record({
  status: fc.constantFrom(
    'waiting',
    'expired',
    'failed',
    'confirming',
    'partially_paid',
    'finished',
    'refunded',
    'wrong_asset',
  ),
  share: fc.constantFrom(0, 0.000001, 0.5, 1),
  /** When its notification comes: before the cleanup, while it runs, never. */
  notified: fc.constantFrom('before', 'meanwhile', 'never'),
  isPaid: fc.boolean(),
  daysOld: fc.constantFrom(0, 10, 29, 31),
})

async function clean(shop: Shop, on: 0 | 1): Promise<{ orphaned_found: number; orphaned_removed: number }> {
  const answer = await shop.instances[on].app.inject({
    method: 'DELETE',
    url: '/api/admin/payments/cleanup-orphaned',
    headers: await signedIn(shop.kernel, shop.admin.trader_id),
  })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

test('case 82: a cleanup takes nothing that saw money, not even money that comes while it runs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(trail, { minLength: 1, maxLength: 8 }), async (trails) => {
      const shop = await openShop(base)
      const { world, clock, kernel, instances } = shop
      const deliver = async (index: number, on: number) => {
        const sent = world.sent[index]
        if (sent === undefined) return
        const { headers, payload } = sent
        const answer = await instances[on % 2]?.app.inject({ method: 'POST', url: '/api/crypto/ipn', headers, payload })
        expect(answer?.statusCode).toBe(200)
      }
      try {
        const oldest = clock.now()
        const leaving: string[] = []
        const played: { orderId: string; sent: number | null; trail: (typeof trails)[number] }[] = []
        for (const [index, each] of trails.toSorted((a, b) => b.daysOld - a.daysOld).entries()) {
          clock.set(oldest + (31 - each.daysOld) * DAY_MS)
          const who = await person(kernel, `leaving_${index}`)
          leaving.push(who.trader_id)
          const answer = await instances[index % 2 === 0 ? 0 : 1].app.inject({
            method: 'POST',
            url: '/api/crypto/create-payment',
            headers: who.headers,
            payload: { user_id: who.trader_id, plan: 'basic_monthly' },
          })
          const orderId = answer.json<{ order_id: string }>().order_id
          const invoice = [...world.invoices].find(([, { orderId: of }]) => of === orderId)?.[0] ?? ''
          if (each.isPaid) world.pay(invoice, { status: each.status }, each.share)
          played.push({ orderId, sent: each.isPaid ? world.sent.length - 1 : null, trail: each })
        }
        await kernel.sql`delete from session where trader_id = any(${leaving})`
        await kernel.sql`delete from trader where trader_id = any(${leaving})`
        clock.set(oldest + 31 * DAY_MS)
        const notifyAll = (when: string) =>
          played.map(({ sent, trail: { notified } }, index) =>
            sent !== null && notified === when ? deliver(sent, index) : Promise.resolve(),
          )
        await Promise.all(notifyAll('before'))
        const [first, second] = await Promise.all([clean(shop, 0), clean(shop, 1), ...notifyAll('meanwhile')])
        await Promise.all(instances.map((instance) => instance.payments.settle()))

        const left = new Set(
          (await kernel.sql<{ order_id: string }[]>`select order_id from payment_order`).map((row) => row.order_id),
        )
        const amounts = world.sent.map(
          ({ payload }) => (JSON.parse(payload) as { actually_paid: number }).actually_paid,
        )
        const withStoredMoney = new Set(
          (
            await kernel.sql<{ order: string }[]>`
            select claimed_order_id as order from provider_payment where received ~ '[1-9]'`
          ).map((row) => row.order),
        )
        const hasMoney = ({ sent }: (typeof played)[number]) => sent !== null && (amounts[sent] ?? 0) > 0
        const lostOrders = played.filter(
          (each) => hasMoney(each) && each.trail.notified === 'before' && !left.has(each.orderId),
        )
        expect(lostOrders).toEqual([])
        // Where the order was removed first, the money is stored as a payment without an order.
        const lostMoney = played.filter(
          (each) => hasMoney(each) && each.trail.notified !== 'never' && !withStoredMoney.has(each.orderId),
        )
        expect(lostMoney).toEqual([])
        const spared = played.filter(
          ({ sent, trail: { daysOld }, orderId }) => sent === null && daysOld > 30 && left.has(orderId),
        )
        expect(spared).toEqual([])
        expect(first.orphaned_removed + second.orphaned_removed).toBe(played.length - left.size)
        expect(await kernel.sql`select from entitlement_entry`).toHaveLength(0)
      } finally {
        await shop.close()
      }
    }),
    { numRuns: runs },
  )
})
