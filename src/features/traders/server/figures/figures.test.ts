import { afterAll, expect, test } from 'vitest'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getPerformance } from '../../performance-contract.ts'
import { createTraderAnswers } from '../answers.ts'
import { registerTraderRoutes } from '../routes.ts'

const kernel = await testKernel()
await account(kernel, {
  username: 'leader',
  nets: Array.from({ length: 60 }, (_, day) => (day % 3 === 2 ? -50 : 60)),
})
const recovered = [-8_000, ...Array.from({ length: 95 }, () => 0), ...Array.from({ length: 20 }, () => 100)]
await account(kernel, { username: 'recovered', nets: recovered, trade_mode: 'demo' })
await account(kernel, { username: 'importing', importing: true })
await account(kernel, { username: 'new', nets: [-30] })
const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const app = await testApp(kernel, (server) => registerTraderRoutes(server, kernel, createTraderAnswers(leaderboard)))
const performance = async (username: string) =>
  (await app.inject(`/api/trader/${username}/performance`)).json<ResponseOf<typeof getPerformance>>()

test('figures of growth, of the history of one symbol, by hand', async () => {
  const { figures } = await performance('leader')
  // Sixty days of +60, +60, -50 on 10,000 from Tuesday 22 September on, and the day of the opening.
  expect(figures).toMatchObject({
    days: 61,
    alert: null,
    years: [{ year: '2026', roi: 14, months: 3, months_up: 3, trades: 60 }],
    extremes: { day: { best: { from: '2026-09-22', roi: 0.6 }, worst: { from: '2026-09-24' } } },
    sides: [
      { side: 'buy', trades: 60, win_rate: 66.6667, profit: 1_400, profit_factor: 2.4 },
      { side: 'sell', trades: 0, win_rate: null, profit: 0, profit_factor: null },
    ],
    average_holding_won_minutes: 60,
    average_holding_lost_minutes: 60,
  })
  expect(figures.extremes?.day.worst.roi).toBeCloseTo((-50 / 10_120) * 100, 4)
  expect(figures.falls?.longest).toMatchObject({ days: 1, recovered_day: expect.any(String) })
  // 32 days have 30 days after them. Each third of them loses once more than it gains: none ends below.
  expect(figures.entries).toEqual([
    {
      days: 30,
      entries: 32,
      losing: 0,
      worst: expect.any(Number),
      median: expect.any(Number),
      best: expect.any(Number),
    },
  ])
  expect(figures.entries[0]?.worst).toBeGreaterThan(6)
  expect(figures.slots.reduce((sum, { trades }) => sum + trades, 0)).toBe(60)
  expect(figures.sentences).toContain('Il conto non ha mai perso più del 10% dal suo massimo.')
  expect(figures.sentences).toContain('Opera su un solo simbolo, EURUSD: il risultato dipende solo da quello.')
})

test('an account that lost most of its money says so before all else; one that never synced has no figures', async () => {
  const { figures } = await performance('recovered')
  expect(figures.alert).toEqual({
    tone: 'danger',
    lead: 'Ha perso l’80,0% dal massimo, il 28/07/2026.',
    text: 'Dall’inizio è a −60,0%.',
  })
  expect(figures.falls?.deepest).toEqual({
    peak_day: '2026-07-28',
    low_day: '2026-07-28',
    recovered_day: null,
    depth: 80,
    days: 115,
  })
  // Who entered on the first day, and kept the 30 days, lost it all; the others moved with what was left.
  expect(figures.entries[0]).toMatchObject({ days: 30, worst: -80, median: 0 })
  expect((await performance('importing')).figures).toMatchObject({
    days: 0,
    alert: null,
    sentences: [],
    years: [],
    extremes: null,
    falls: null,
    entries: [],
    slots: [],
  })
})

test('an account of its first day has figures, and no entry that is long enough ago', async () => {
  const { figures } = await performance('new')
  expect(figures.entries).toEqual([])
  expect(figures.alert).toBeNull()
  expect(figures.extremes?.day.worst.roi).toBe(-0.3)
  expect(figures.falls?.longest).toMatchObject({ depth: 0.3, recovered_day: null, days: 0 })
})
