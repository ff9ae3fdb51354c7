import { expect, test } from 'vitest'
import type { PlanCode } from '#features/subscriptions/catalogue.ts'
import type { SubscriptionStatus } from '#features/subscriptions/contract.ts'
import { buyerScene } from '../testing/buyer-scene.ts'

const { np, app, kernel, someone, bought, payments, get, stateOf } = await buyerScene()
const start = Date.parse('2026-11-21T09:30:00Z')

/** Orders made in this order, a second apart, and paid at one moment in the order of the places. @returns the ends of both plans */
async function endsOf(plans: readonly PlanCode[], places: readonly number[]) {
  const who = await someone()
  kernel.clock.set(start)
  const orders: string[] = []
  for (const plan of plans) {
    orders.push((await bought(who, plan)).order_id)
    kernel.clock.advance(1000)
  }
  for (const place of places) {
    const id = np.pay(orders[place] ?? '', { status: 'finished', share: 1 })
    expect(await np.send(app, id)).toBe(200)
    await payments.settle()
  }
  const status = (await get(`/api/user/${who.trader_id}/subscription-status`, who)).json<SubscriptionStatus>()
  const last = await stateOf(orders[places.at(-1) ?? 0] ?? '', who)
  return { diamond: status.diamond.expires_at, leaderboard: status.basic_leaderboard.expires_at, last: last.expires_at }
}

test('case 75: Basic then Diamond ends on the same day as Diamond then Basic, when their messages come in either order', async () => {
  const first = await endsOf(['basic_monthly', 'monthly'], [0, 1])
  const second = await endsOf(['basic_monthly', 'monthly'], [1, 0])
  expect(first).toMatchObject({ diamond: '2026-12-21T09:30:02.000Z', leaderboard: '2027-01-20T09:30:02.000Z' })
  expect(second).toMatchObject({ diamond: first.diamond, leaderboard: first.leaderboard })
  // The order's page names the end of the plan that it bought, as the plan has it.
  expect(second.last).toBe(second.leaderboard)
})

test('case 75: three orders in each of six orders of delivery', async () => {
  const places = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ]
  const ends = []
  for (const each of places) {
    const { diamond, leaderboard } = await endsOf(['basic_quarterly', 'monthly', 'basic_monthly'], each)
    ends.push(`${diamond} ${leaderboard}`)
  }
  expect(new Set(ends).size).toBe(1)
})
