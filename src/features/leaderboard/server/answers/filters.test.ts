import { afterAll, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { listLeaderboard } from '../../contract.ts'
import { registerLeaderboardRoutes } from '../routes.ts'
import { createLeaderboard } from '../service.ts'
import { account } from '../testing/accounts.ts'
import { quickRefresh } from '../testing/timing.ts'

type List = ResponseOf<typeof listLeaderboard>

const kernel = await testKernel()
const repeat = (net: number, days: number) => Array.from({ length: days }, () => net)

// 31 days of history, of which the first month of 30 days ends today; 41; 6.
await account(kernel, { username: 'calm', nets: repeat(20, 30), symbol: 'XAUUSD.r', diamond_ms: DAY_MS })
await account(kernel, { username: 'fallen', nets: [...repeat(50, 20), -4_000, ...repeat(50, 20)], currency: 'USD' })
await account(kernel, { username: 'young', nets: repeat(-60, 5), symbol: '#US30', trade_mode: 'demo' })
// A bad month that no window of 90 days holds any more.
await account(kernel, { username: 'healed', nets: [-1_500, ...repeat(5, 139)] })
await account(kernel, { username: 'importing', importing: true })

const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const app = await testApp(kernel, (server) => registerLeaderboardRoutes(server, kernel, leaderboard))

const answer = (query: Record<string, string>) => app.inject({ url: '/api/fresh/leaderboard', query })
const list = async (query: Record<string, string> = {}) => (await answer(query)).json<List>()
const names = async (query: Record<string, string>) =>
  (await list(query)).leaderboard.map(({ username }) => username).toSorted()

test.each([
  [{ months_min: '1' }, ['calm', 'fallen', 'healed']],
  [{ months_min: '2' }, ['healed']],
  [{ months_max: '1' }, ['young']],
  [{ drawdown_max: '33' }, ['calm', 'healed', 'young']],
  [{ drawdown_max: '40' }, ['calm', 'fallen', 'healed', 'young']],
  [{ trades_min: '30' }, ['calm', 'fallen', 'healed']],
  [{ month_loss_max: '1' }, ['calm']],
  [{ month_loss_max: '5' }, ['calm', 'young']],
  [{ month_loss_max: '15' }, ['calm', 'healed', 'young']],
  [{ level_min: 'L1' }, ['calm', 'fallen', 'healed']],
  [{ level_min: 'L2' }, []],
  [{ symbol: 'xauusd' }, ['calm']],
  [{ symbol: 'XAUUSD.r' }, ['calm']],
  [{ symbol: 'usd' }, []],
  [{ symbol: '#us30' }, ['young']],
  [{ q: 'us30' }, ['young']],
  [{ q: 'l', symbol: 'EURUSD' }, ['fallen', 'healed']],
  [{ currency: 'usd' }, ['fallen']],
  [{ diamond: '1' }, ['calm']],
  [{ traders: 'Calm,nobody,young' }, ['calm', 'young']],
  [{ traders: 'nobody' }, []],
  [{ drawdown_max: '33', trades_min: '30' }, ['calm', 'healed']],
])('%j leaves %j', async (query, expected) => expect(await names(query)).toEqual(expected))

test('the drawdown and the loss of a month are those of the account', async () => {
  const fallen = (await list({ q: 'fallen' })).leaderboard[0]
  // From 11,000 to 7,000.
  expect(fallen?.drawdown_max).toBeCloseTo(36.36, 1)
  expect(await names({ month_loss_max: '24' })).not.toContain('fallen')
  expect(await names({ month_loss_max: '37' })).toContain('fallen')
})

test('where nobody is left, the answer says how many would be without one of the filters', async () => {
  const { total, one_less } = await list({ drawdown_max: '5', symbol: 'EURUSD', platform: 'MT5' })
  expect([total, one_less]).toEqual([
    0,
    [
      { filter: 'drawdown_max', total: 2 },
      { filter: 'symbol', total: 2 },
    ].toSorted((a, b) => b.total - a.total),
  ])
  expect((await list({ platform: 'MT5' })).one_less).toEqual([])
  expect((await list({ q: 'calm', symbol: 'EURUSD' })).one_less).toEqual([
    { filter: 'q', total: 2 },
    { filter: 'symbol', total: 1 },
  ])
})

test.each([
  { months_min: '0' },
  { drawdown_max: '101' },
  { drawdown_max: '5.5' },
  { level_min: 'L4' },
  { symbol: 'A B' },
  { currency: 'EURO' },
  { diamond: '0' },
  { traders: 'calm,,young' },
  { traders: 'a b' },
  { order: 'up' },
])('refuses %j', async (query) => expect((await answer(query)).statusCode).toBe(422))

test.each(['rank', 'equity', 'drawdown', 'days'])(
  '%s in the opposite order: unknown ones stay last',
  async (sort_by) => {
    const opposite = sort_by === 'rank' || sort_by === 'drawdown' ? 'desc' : 'asc'
    const usual = (await list({ sort_by })).leaderboard
    const turned = (await list({ sort_by, order: opposite })).leaderboard
    const last = sort_by === 'rank' ? 2 : 1
    const rows = usual.map(({ username }) => username)
    expect(turned.map(({ username }) => username)).toEqual([...rows.slice(0, -last).toReversed(), ...rows.slice(-last)])
    expect((await list({ sort_by, order: opposite === 'asc' ? 'desc' : 'asc' })).leaderboard).toEqual(usual)
  },
)

test('the cursor walks the opposite order once, and belongs to it', async () => {
  const walked: string[] = []
  let cursor: string | null = null
  do {
    const page: List = await list({ sort_by: 'days', order: 'asc', limit: '1', ...(cursor !== null && { cursor }) })
    walked.push(...page.leaderboard.map(({ username }) => username))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(walked).toEqual(['young', 'calm', 'fallen', 'healed', 'importing'])
  const { next_cursor } = await list({ sort_by: 'days', order: 'asc', limit: '1' })
  expect((await answer({ sort_by: 'days', cursor: next_cursor ?? '' })).statusCode).toBe(422)
})
