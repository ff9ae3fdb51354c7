import { afterAll, expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import {
  dealOf,
  makeTrader,
  newLogin,
  sendSync,
  syncRequestOf,
  type RequestOptions,
} from '#features/ea/server/testing/world.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, dayText, HOUR_MS, utcDay } from '#shared/dates.ts'
import { performanceOf } from './performance.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { clock } = kernel
const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const app = await testApp(kernel, registerCheckedEa)

test('days without a sync are a gap, though their trades make rows later; two days, as a weekend, are none', async () => {
  const trader = await makeTrader(kernel)
  const login = newLogin()
  const brokerTime = (ms: number) => Math.floor(ms / 1000) + 7_200
  let seq = 0
  const send = async (more: Omit<RequestOptions, 'now'>) => {
    seq += 1
    const request = syncRequestOf({ login, seq, now: clock.now(), ...more })
    expect((await sendSync(app, trader.token, request)).status).toBe(200)
  }
  const deposit = dealOf({ ticket: '1', time: brokerTime(clock.now() - DAY_MS), profit: 1_000 })
  await send({ items: [deposit], balance: 1_000 })
  clock.advance(3 * DAY_MS)
  await send({ items: [], shown: [deposit], balance: 1_000 })

  const silentFrom = utcDay(clock.now()) + 1
  const traded = clock.now() + 2 * DAY_MS
  clock.advance(4 * DAY_MS)
  const buy = dealOf({
    ticket: '2',
    time: brokerTime(traded),
    position: '9',
    type: 'buy',
    symbol: 'EURUSD',
    volume: 0.1,
    price: 1.1,
  })
  const sell = dealOf({
    ticket: '3',
    time: brokerTime(traded + HOUR_MS),
    position: '9',
    type: 'sell',
    entry: 'out',
    symbol: 'EURUSD',
    volume: 0.1,
    price: 1.101,
    profit: 10,
  })
  await send({ items: [buy, sell], shown: [deposit, buy, sell], balance: 1_010 })

  const silentDays = { from: dayText(silentFrom), to: dayText(silentFrom + 2) }
  const { daily, gaps } = await leaderboard.readTrader(trader.username, performanceOf)
  expect(daily.map(({ date }) => date)).toContain(dayText(utcDay(traded)))
  expect(gaps).toEqual([silentDays])
})
