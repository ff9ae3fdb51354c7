import { afterAll, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
import { until } from '#server/testing/until.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { createLeaderboard } from '../service.ts'
import { quickRefresh } from '../testing/timing.ts'
import { account, sync } from '../testing/accounts.ts'

const kernel = await testKernel()
const trader = await account(kernel, { username: 'trader', nets: [10] })
const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)

test('concurrent requests wait for one answer, made once for each state', async () => {
  let made = 0
  const answers = leaderboard.traderCache(async ({ trader: { total_trades } }) => {
    made += 1
    const answer = { total_trades }
    return () => answer
  })
  const ask = () => Promise.all(['trader', 'Trader', 'TRADER', 'trader'].map((name) => answers(name)))
  expect(new Set(await ask()).size).toBe(1)
  expect(made).toBe(1)
  kernel.clock.advance(MINUTE_MS)
  await sync(kernel, trader, 5)
  expect(new Set(await ask())).toEqual(new Set([{ total_trades: 2 }]))
  expect(made).toBe(2)
})

test('another place alone makes the answer anew, and reads nothing', async () => {
  const chaser = await account(kernel, { username: 'chaser', nets: [1, 1, 1] })
  await until(() => leaderboard.rankOf(chaser.trader_id) !== null, 5_000)
  let reads = 0
  const answers = leaderboard.traderCache(async () => {
    reads += 1
    return ({ placement, isCurrent }) => ({ rank: placement.rank, below: placement.below?.username, isCurrent })
  })
  const leading = await answers('trader')
  expect(leading).toMatchObject({ rank: 1, below: 'chaser' })
  expect(leading.isCurrent()).toBe(true)
  kernel.clock.advance(MINUTE_MS)
  await sync(kernel, chaser, 500)
  await until(() => leaderboard.rankOf(chaser.trader_id) === 1, 5_000)
  expect(leading.isCurrent()).toBe(false)
  const overtaken = await answers('trader')
  expect(overtaken).toMatchObject({ rank: 2 })
  expect(overtaken.isCurrent()).toBe(true)
  expect(leading.isCurrent()).toBe(false)
  expect(reads).toBe(1)
})
