import { afterAll, expect, test } from 'vitest'
import { testKernel } from '#server/testing/kernel.ts'
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
    return { total_trades }
  })
  const ask = () => Promise.all(['trader', 'Trader', 'TRADER', 'trader'].map((name) => answers(name)))
  expect(new Set(await ask()).size).toBe(1)
  expect(made).toBe(1)
  kernel.clock.advance(MINUTE_MS)
  await sync(kernel, trader, 5)
  expect(new Set(await ask())).toEqual(new Set([{ total_trades: 2 }]))
  expect(made).toBe(2)
})
