import { afterAll, expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { dealOf, makeTrader, newLogin, sendSync, syncRequestOf } from '#features/ea/server/testing/world.ts'
import { createTraderAnswers } from '#features/traders/server/answers.ts'
import { registerTraderRoutes } from '#features/traders/server/routes.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { registerLeaderboardRoutes } from './routes.ts'
import { createLeaderboard } from './service.ts'
import { quickRefresh } from './testing/timing.ts'
import { until } from '#server/testing/until.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { clock } = kernel
const leaderboard = createLeaderboard(kernel, quickRefresh)
const elsewhere = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
await elsewhere.start()
afterAll(leaderboard.close)
afterAll(elsewhere.close)
const traders = createTraderAnswers(leaderboard)
const app = await testApp(
  kernel,
  registerCheckedEa,
  (server) => registerLeaderboardRoutes(server, kernel, leaderboard),
  (server) => registerTraderRoutes(server, kernel, traders),
)

const brokerTime = (minutesAgo: number) => Math.floor(clock.now() / 1000) + 7_200 - 60 * minutesAgo
const trade = (ticket: number, position: string, minutesAgo: number, profit: number) => [
  dealOf({
    ticket: String(ticket),
    time: brokerTime(minutesAgo + 10),
    position,
    type: 'buy',
    symbol: 'EURUSD',
    volume: 0.1,
    price: 1.1,
  }),
  dealOf({
    ticket: String(ticket + 1),
    time: brokerTime(minutesAgo),
    position,
    type: 'sell',
    entry: 'out',
    symbol: 'EURUSD',
    volume: 0.1,
    price: 1.2,
    profit,
  }),
]

test('a synced account is listed, ranked from its first witnessed trade, and shown at once', async () => {
  const trader = await makeTrader(kernel)
  const login = newLogin()
  const imported = [dealOf({ ticket: '100', time: brokerTime(5_000), profit: 1_000 }), ...trade(200, '1', 3_000, 50)]
  const send = (seq: number, more: Partial<Parameters<typeof syncRequestOf>[0]>) =>
    sendSync(app, trader.token, syncRequestOf({ login, seq, now: clock.now(), ...more }))

  expect((await send(1, { items: imported, balance: 1_050 })).status).toBe(200)
  await until(() => leaderboard.snapshot().byId(trader.trader_id), 2_000)
  expect(leaderboard.snapshot().byId(trader.trader_id)?.entry).toMatchObject({
    is_ea_verified: true,
    account_balance: 1_050,
    total_trades: 0,
    roi_total: 0,
    total_profit: 0,
    not_ranked_reasons: ['no_trades', 'inactive'],
  })

  clock.advance(30 * MINUTE_MS)
  const witnessed = trade(300, '2', 1, 105)
  const sent = performance.now()
  const shown = [...imported, ...witnessed]
  expect((await send(2, { items: witnessed, shown, balance: 1_155 })).status).toBe(200)
  const profile = await app.inject(`/api/trader/${trader.username}`)
  expect(profile.json()).toMatchObject({
    performance: {
      total_trades: 1,
      win_rate: 100,
      roi_total: 10,
      account_balance: 1_155,
      imported: { trades: 1, net_profit: 50 },
    },
  })
  for (const instance of [leaderboard, elsewhere]) await until(() => instance.rankOf(trader.trader_id) === 1, 2_000)
  expect(performance.now() - sent).toBeLessThan(2_000)
  expect(leaderboard.snapshot().byId(trader.trader_id)?.entry).toMatchObject({
    roi_percentage: 10,
    total_trades: 1,
    total_profit: 105,
    not_ranked_reasons: [],
    status: 'connected',
  })
  const figures = (await app.inject(`/api/trader/${trader.username}/performance`)).json()
  expect(figures).toMatchObject({
    summary: { total_trades: 1, best_trade: 105, average_holding_minutes: 10 },
    symbols: [{ symbol: 'EURUSD', trades: 1, win_rate: 100, profit: 105 }],
    ledger: { records: 5, net: 1_155, balance: 1_155, unexplained: 0, matches_terminal: true, late_records: 0 },
  })
  expect(figures.daily.filter((point: { imported: boolean }) => point.imported)).toMatchObject([
    { balance: 1_000, net_flow: 1_000, trades: 0, equity: null, growth_index: null },
    { balance: 1_050, net_flow: 0, trades: 1, profit: 50 },
  ])
})

test('figures that do not add up are flagged until consistent ones arrive', async () => {
  const trader = await makeTrader(kernel)
  const login = newLogin()
  const items = [dealOf({ ticket: '100', time: brokerTime(5_000), profit: 1_000 })]
  const flags = async (seq: number, equity: number) => {
    clock.advance(MINUTE_MS)
    const sent = syncRequestOf({ login, seq, now: clock.now(), items, equity, openCount: 0 })
    expect((await sendSync(app, trader.token, sent)).status).toBe(200)
    return (await app.inject(`/api/trader/${trader.username}/performance`)).json<{ flags: string[] }>().flags
  }
  expect(await flags(1, 1_000)).toEqual([])
  expect(await flags(2, 50_000)).toEqual(['equity_mismatch'])
  expect(await flags(3, 1_000)).toEqual([])
})
