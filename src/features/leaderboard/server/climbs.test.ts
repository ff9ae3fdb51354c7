import { afterAll, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, dayText, utcDay } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { listLeaderboard } from '../contract.ts'
import { registerLeaderboardRoutes } from './routes.ts'
import { createLeaderboard } from './service.ts'
import { account } from './testing/accounts.ts'
import { quickRefresh } from './testing/timing.ts'

type List = ResponseOf<typeof listLeaderboard>

const kernel = await testKernel()
const { sql, clock } = kernel
const accounts = new Map<string, string>()
for (const [username, net] of Object.entries({ first: 100, second: 60, third: 20, fresh: -20 })) {
  const { trader_id } = await account(kernel, { username, nets: Array.from({ length: 30 }, () => net) })
  accounts.set(username, trader_id)
}
const demo = await account(kernel, { username: 'demo', nets: [10], trade_mode: 'demo' })
accounts.set('demo', demo.trader_id)

/** A place as the job of that day records it. */
async function place(username: string, daysAgo: number, rank: number | null): Promise<void> {
  await sql`insert into rank_change (trader_id, day, rank)
            values (${accounts.get(username) ?? ''}, ${dayText(utcDay(clock.now()) - daysAgo)}, ${rank})`
}
await place('first', 8, 6)
await place('first', 3, 2)
await place('second', 40, 1)
// Today's own place is not an earlier one.
await place('second', 0, 2)
await place('third', 20, 3)
await place('fresh', 2, 4)
await place('demo', 9, 1)
await place('demo', 1, null)

const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const app = await testApp(kernel, (server) => registerLeaderboardRoutes(server, kernel, leaderboard))
const list = async (query: Record<string, string> = {}) =>
  (await app.inject({ url: '/api/fresh/leaderboard', query })).json<List>()
const climbs = async () =>
  Object.fromEntries((await list()).leaderboard.map(({ username, rank_climb }) => [username, rank_climb]))

test('a row says how its place changed since yesterday and in seven days, in signs beside arrows', async () => {
  expect(await climbs()).toEqual({
    first: '▲ +1 da ieri · ▲ +5 in 7 giorni',
    second: '▼ −1 da ieri · ▼ −1 in 7 giorni',
    third: '',
    fresh: '',
    demo: '',
  })
})

test.each([
  ['1', ['first']],
  ['5', ['first']],
  ['6', []],
])('at least %s places in seven days leave %j', async (climb_min, expected) => {
  const { leaderboard: rows, one_less } = await list({ climb_min })
  expect(rows.map(({ username }) => username)).toEqual(expected)
  expect(one_less).toEqual(expected.length > 0 ? [] : [{ filter: 'climb_min', total: 5 }])
})

test('another day compares with other places', async () => {
  clock.advance(DAY_MS)
  try {
    await expect.poll(async () => (await climbs())['second']).toBe('▼ −1 in 7 giorni')
    expect(await climbs()).toMatchObject({ first: '▲ +1 da ieri · ▲ +5 in 7 giorni' })
  } finally {
    clock.advance(-DAY_MS)
  }
})
