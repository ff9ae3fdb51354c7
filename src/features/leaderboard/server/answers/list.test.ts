import { brotliDecompressSync } from 'node:zlib'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getStats, listLeaderboard, type LeaderboardEntry } from '../../contract.ts'
import { rankTraders } from '../../rules/rank.ts'
import { observeLeaderboard } from '../metrics.ts'
import { registerLeaderboardRoutes } from '../routes.ts'
import { createLeaderboard } from '../service.ts'
import { quickRefresh } from '../testing/timing.ts'
import { account } from '../testing/accounts.ts'

type List = ResponseOf<typeof listLeaderboard>

const kernel = await testKernel()
const repeat = (net: number, days: number) => Array.from({ length: days }, () => net)

await account(kernel, { username: 'anna', display_name: 'Anna Però', nets: repeat(120, 20), country: 'FR' })
await account(kernel, {
  username: 'bruno',
  nets: repeat(60, 40),
  platform: 'MT4',
  holding_ms: MINUTE_MS,
  floating: -3_000,
})
await account(kernel, { username: 'carla', nets: repeat(-50, 12), currency: 'USD', holding_ms: 2 * DAY_MS })
await account(kernel, { username: 'dario', nets: repeat(300, 15), balance: 2_000_000, currency: 'JPY' })
await account(kernel, { username: 'elena_demo', nets: repeat(900, 20), trade_mode: 'demo' })
await account(kernel, { username: 'fabio', nets: repeat(10, 5), age_ms: 80 * HOUR_MS })
await account(kernel, { username: 'gino', importing: true })
await account(kernel, { username: 'hidden', nets: repeat(80, 30), balance: 90_000 })
await kernel.sql`update trader set hide_amounts = true where username = 'hidden'`
await account(kernel, { username: 'lapsed', nets: repeat(500, 30), plan_ms: -1 })
await account(kernel, { username: 'planless', nets: repeat(500, 30), plan_ms: null })
await account(kernel, { username: 'gone', nets: repeat(500, 30) })
await kernel.sql`update trader set deactivated_at = now() where username = 'gone'`

const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const app = await testApp(kernel, (server) => registerLeaderboardRoutes(server, kernel, leaderboard))

async function list(query: Record<string, string> = {}): Promise<List> {
  const answer = await app.inject({ url: '/api/fresh/leaderboard', query })
  expect(answer.statusCode).toBe(200)
  return answer.json<List>()
}
const names = ({ leaderboard: rows }: List) => rows.map((row) => row.username)
async function entry(username: string): Promise<LeaderboardEntry> {
  const found = (await list()).leaderboard.find((row) => row.username === username)
  if (found === undefined) throw new Error(`${username} is not listed`)
  return found
}

test('lists every trader with a plan and a sync, ranked ones first, in the order of the rules', async () => {
  const { leaderboard: rows, total, next_cursor } = await list()
  expect(total).toBe(8)
  expect(next_cursor).toBeNull()
  const traders = leaderboard.snapshot().first(total)
  const shuffled = traders.toSorted((a, b) => (a.trader_id.slice(-4) < b.trader_id.slice(-4) ? -1 : 1))
  const { order, ranks } = rankTraders(shuffled)
  expect(rows.map((row) => row.trader_id)).toEqual(order)
  expect(rows.map((row) => row.rank)).toEqual(order.map((id) => ranks[id]))
  const ranked = rows.filter((row) => row.rank !== null)
  expect(ranked.map((row) => row.username).toSorted()).toEqual(['anna', 'bruno', 'carla', 'dario', 'hidden'])
  const scores = ranked.map((row) => row.score ?? 0)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
})

test('answers the declared shape and nothing else', async () => {
  const answer = await list()
  expect(listLeaderboard.response.parse(answer)).toEqual(answer)
  const stats = (await app.inject('/api/fresh/stats')).json<ResponseOf<typeof getStats>>()
  expect(getStats.response.parse(stats)).toEqual(stats)
})

test('says why a trader is not ranked', async () => {
  expect((await entry('elena_demo')).not_ranked_reasons).toEqual(['demo_account'])
  expect((await entry('elena_demo')).verification_level).toBe('L0')
  expect((await entry('fabio')).not_ranked_reasons).toEqual(['stale'])
  expect(await entry('gino')).toMatchObject({
    rank: null,
    not_ranked_reasons: ['not_verified', 'no_sync'],
    is_ea_verified: false,
    verification_level: 'L0',
    status: 'connected',
    account_balance: null,
    total_profit: null,
    roi_percentage: null,
    score: null,
    days_count: null,
    total_trades: 0,
    growth_sparkline: [],
  })
})

test('figures are those of the account', async () => {
  expect(await entry('anna')).toMatchObject({
    account_balance: 12_400,
    account_equity: 12_400,
    account_profit: 0,
    account_currency: 'EUR',
    euro_rate: 1,
    total_trades: 20,
    win_rate: 100,
    total_profit: 2_400,
    profit_max: 2_400,
    roi_percentage: 24,
    roi_90: 24,
    roi_total: 24,
    drawdown_max: 0,
    days_count: 21,
    trading_style: 'intraday',
    risk_level: 'low',
    verification_level: 'L1',
    status: 'connected',
    status_text: 'Connesso',
    status_color: 'green',
    last_ea_sync: '2026-11-20T09:59:00.000Z',
  })
  expect((await entry('anna')).growth_sparkline).toHaveLength(11)
  expect((await entry('anna')).growth_sparkline.at(-1)).toBeCloseTo(1.24, 9)
  expect((await entry('bruno')).account_profit).toBe(-3_000)
  expect((await entry('bruno')).trading_style).toBe('scalping')
})

test('a trader who hides amounts shows none, and keeps every percentage', async () => {
  expect(await entry('hidden')).toMatchObject({
    account_balance: null,
    account_equity: null,
    account_profit: null,
    total_profit: null,
    profit_max: null,
    win_rate: 100,
    drawdown_max: 0,
  })
  expect((await entry('hidden')).roi_percentage).toBeGreaterThan(2)
  const equity = names(await list({ sort_by: 'equity' }))
  expect(equity.slice(-2).toSorted()).toEqual(['gino', 'hidden'])
  expect(
    names(await list({ sort_by: 'profit' }))
      .slice(-2)
      .toSorted(),
  ).toEqual(['gino', 'hidden'])
})

test('money is compared in euro', async () => {
  const order = names(await list({ sort_by: 'equity' }))
  // Two million yen are some twelve thousand euro.
  expect(order.indexOf('elena_demo')).toBeLessThan(order.indexOf('dario'))
})

const sorts = {
  roi_30: ['roi_30', -1],
  roi_90: ['roi_90', -1],
  roi_total: ['roi_total', -1],
  win_rate: ['win_rate', -1],
  drawdown: ['drawdown_max', 1],
  trades: ['total_trades', -1],
  days: ['days_count', -1],
  rank: ['rank', 1],
} as const

test.each(Object.entries(sorts))('sorts by %s, nulls last, ties in rank order', async (sort_by, [field, direction]) => {
  const inRankOrder = (await list()).leaderboard
  const known = inRankOrder.filter((row) => row[field] !== null)
  const unknown = inRankOrder.filter((row) => row[field] === null)
  // A stable sort: what is equal stays in rank order.
  known.sort((a, b) => direction * ((a[field] ?? 0) - (b[field] ?? 0)))
  expect(names(await list({ sort_by }))).toEqual([...known, ...unknown].map((row) => row.username))
  expect(new Set(known.map((row) => row[field])).size).toBeGreaterThan(1)
})

test('the rank is the place in the whole ranking, whatever the filter', async () => {
  const { leaderboard: rows, total } = await list({ platform: 'MT4' })
  expect(total).toBe(1)
  expect(rows[0]?.rank).toBe((await entry('bruno')).rank)
})

test('filters by style, risk, country; too little data matches none', async () => {
  expect(names(await list({ trading_style: 'swing' }))).toEqual(['carla'])
  expect(names(await list({ country: 'fr' }))).toEqual(['anna'])
  const risks = await Promise.all(['low', 'medium', 'high'].map((risk_level) => list({ risk_level })))
  const matched = risks.flatMap(names)
  expect(new Set(matched).size).toBe(matched.length)
  expect(matched).not.toContain('gino')
  expect(names(await list({ country: 'DE' }))).toEqual([])
})

test('finds names and usernames whatever the case and the accents', async () => {
  for (const q of ['PERO', 'però', 'Anna P', 'anna', ' ÀNNA ']) expect(names(await list({ q }))).toEqual(['anna'])
  expect(names(await list({ q: 'ELENA_' }))).toEqual(['elena_demo'])
  expect((await list({ q: '   ' })).total).toBe(8)
})

test.each(['rank', 'roi_30', 'equity', 'drawdown'])('the cursor walks the whole list once (%s)', async (sort_by) => {
  const walked: string[] = []
  let cursor: string | null = null
  do {
    const page: List = await list({ sort_by, limit: '3', ...(cursor !== null && { cursor }) })
    expect(page.total).toBe(8)
    walked.push(...names(page))
    cursor = page.next_cursor
  } while (cursor !== null)
  expect(walked).toEqual(names(await list({ sort_by })))
})

test('numbered pages are slices of the same list', async () => {
  const all = names(await list({ sort_by: 'win_rate' }))
  const pages = await Promise.all(['1', '2', '3', '4'].map((page) => list({ sort_by: 'win_rate', limit: '3', page })))
  expect(pages.flatMap(names)).toEqual(all)
  expect(pages[3]).toMatchObject({ leaderboard: [], total: 8, next_cursor: null })
})

test.each([
  { sort_by: 'luck' },
  { sort_by: 'ROI_30' },
  { platform: 'MT6' },
  { limit: '0' },
  { limit: '501' },
  { limit: 'many' },
  { page: '0' },
  { country: 'ITA' },
  { cursor: 'nonsense' },
  { cursor: Buffer.from('["rank",null]').toString('base64url') },
])('refuses %j with 422', async (query) => {
  const answer = await app.inject({ url: '/api/fresh/leaderboard', query })
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ error_type: 'VALIDATION' })
})

test('refuses the cursor of another sort', async () => {
  const { next_cursor } = await list({ limit: '1' })
  const query = { sort_by: 'roi_30', cursor: next_cursor ?? '' }
  expect((await app.inject({ url: '/api/fresh/leaderboard', query })).statusCode).toBe(422)
})

test('answers 304 whatever the cache-busters say, and brotli of the same content', async () => {
  const first = await app.inject('/api/fresh/leaderboard?limit=50&t=1&r=2')
  const tag = String(first.headers.etag)
  expect(tag).toMatch(/^"[\w-]{27}"$/)
  for (const busters of ['', '&t=99', '&r=x', '&r=7&t=1']) {
    const url = `/api/fresh/leaderboard?limit=50${busters}`
    const again = await app.inject({ url, headers: { 'if-none-match': tag } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
  }
  const packed = await app.inject({ url: '/api/fresh/leaderboard?limit=50', headers: { 'accept-encoding': 'br' } })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(first.body)
})

test('a second instance answers the same bytes and tags', async () => {
  const other = createLeaderboard(kernel, quickRefresh)
  await other.start()
  for (const query of [{}, { sort_by: 'roi_30' as const, limit: 3 }, { q: 'a' }]) {
    expect((await other.answer(query)).tag).toBe((await leaderboard.answer(query)).tag)
  }
  expect((await other.stats()).tag).toBe((await leaderboard.stats()).tag)
  await other.close()
})

test('stats count listed and ranked traders', async () => {
  const answer = await app.inject('/api/fresh/stats?t=5')
  const rows = (await list()).leaderboard
  const ranked = rows.filter((row) => row.rank !== null)
  const stats = answer.json<ResponseOf<typeof getStats>>()
  expect(stats).toMatchObject({
    total_traders: 8,
    connected_traders: 7,
    total_trades: rows.reduce((sum, row) => sum + row.total_trades, 0),
    top_performer: { username: ranked[0]?.username, roi: ranked[0]?.roi_percentage },
  })
  expect(stats.avg_roi).toBeCloseTo(ranked.reduce((sum, row) => sum + (row.roi_percentage ?? 0), 0) / ranked.length, 4)
})

test('metrics report the age and the length of the list', async () => {
  const registry = new Registry()
  observeLeaderboard({ registry }, kernel.clock, leaderboard)
  const text = await registry.metrics()
  expect(text).toMatch(/^ranking_listed_traders 8$/m)
  expect(text).toMatch(/^ranking_ranked_traders 5$/m)
  expect(text).toMatch(/^ranking_news_age_seconds 0$/m)
})
