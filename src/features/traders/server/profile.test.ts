import { afterAll, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { account, sync } from '#features/leaderboard/server/testing/accounts.ts'
import { until } from '#server/testing/until.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { getTrader } from '../contract.ts'
import { createTraderAnswers } from './answers.ts'
import { registerTraderRoutes } from './routes.ts'
import { profileOf } from './service.ts'

type Profile = ResponseOf<typeof getTrader>

const kernel = await testKernel()
const { sql } = kernel
const nets = Array.from({ length: 15 }, () => 40)
const first = await account(kernel, {
  username: 'Mario.Rossi',
  display_name: 'Mario Rossi',
  nets,
  floating: -100,
  currency: 'USD',
})
await account(kernel, { username: 'second', nets: [5, -5, 5] })
const fallen = await account(kernel, { username: 'fallen', nets: [-4000, 100] })
await sql`
  insert into integrity_tag (account_id, code, first_at, last_at, occurrences, details)
  select ${fallen.account_id}, code, now(), now(), 1, '{}' from unnest(array['deep_drawdown', 'small_account']) as code`
await account(kernel, { username: 'lapsed', nets, plan_ms: -1 })
await account(kernel, { username: 'planless', nets, plan_ms: null })
await account(kernel, { username: 'importing', importing: true })
const gone = await account(kernel, { username: 'gone', nets })
await person(kernel, 'syncless')
await sql`update trader set deactivated_at = now() where trader_id = ${gone.trader_id}`
await sql`update trading_account set imported_trades = 12, imported_net = 345.678, imported_since = '2025-01-02T03:04:05Z'
           where account_id = ${first.account_id}`
await sql`update trader set bio = 'Ciao', links = ${sql.json({ telegram: 'https://t.me/mario', facebook: 'https://x.test' })},
                 myfxbook_url = 'https://www.myfxbook.com/members/mario'
           where trader_id = ${first.trader_id}`

const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const traders = createTraderAnswers(leaderboard)
const app = await testApp(kernel, (server) => registerTraderRoutes(server, kernel, traders))
const profile = async (username: string) => (await app.inject(`/api/trader/${username}`)).json<Profile>()

test('a deep drawdown says how much the account lost', async () => {
  const { findings } = await profile('fallen')
  const texts = Object.fromEntries(findings.map(({ code, text }) => [code, text]))
  expect(texts['deep_drawdown']).toMatch(
    /^Negli ultimi 90 giorni il conto ha perso fino a(?:l |ll’)\d\d,\d% dal massimo\.$/,
  )
})

test('shows a trader by any case of the username, in the declared shape', async () => {
  const answer = await profile('mario.ROSSI')
  expect(getTrader.response.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({
    username: 'Mario.Rossi',
    display_name: 'Mario Rossi',
    bio: 'Ciao',
    platform: 'MT5',
    rank: 1,
    current_rank: 1,
    ranked_traders: 3,
    has_active_plan: true,
    verification_level: 'L1',
    status: 'connected',
    not_ranked_reasons: [],
    has_myfxbook: true,
    myfxbook_url: 'https://www.myfxbook.com/members/mario',
    member_since: '2026-11-20T10:00:00.000Z',
  })
  expect(answer.performance).toMatchObject({
    account_balance: 10_600,
    account_equity: 10_500,
    account_profit: -100,
    account_currency: 'USD',
    total_trades: 15,
    win_rate: 100,
    days_count: 16,
    since: '2026-11-05T09:59:00.000Z',
    last_ea_sync: '2026-11-20T09:59:00.000Z',
    ea_sync_count: 1,
    imported: { trades: 12, net_profit: 345.68, since: '2025-01-02T03:04:05.000Z' },
  })
  const { account_equity_eur: equity, account_balance_eur: balance } = answer.performance
  expect((equity ?? 0) / (balance ?? 1)).toBeCloseTo(10_500 / 10_600, 5)
  expect(answer.performance.equity_history).toHaveLength(16)
  expect(answer.performance.equity_history.at(-1)).toEqual({ date: '2026-11-20', equity: 10_500, balance: 10_600 })
})

test('the first three have links, which are public only from level L2 on', async () => {
  const answer = await profile('Mario.Rossi')
  expect(answer).toMatchObject({
    can_use_trader_links: true,
    trader_links: null,
    telegram_link: null,
    copy_trading_link: null,
  })
  expect(JSON.stringify(answer)).not.toMatch(/t\.me|x\.test|example\.com|1000001/)
})

test.each(['nobody', 'gone', 'planless', 'syncless', '%00', 'mario%20rossi', '%F0%9F%90%8C'])(
  '404 for %s',
  async (username) => {
    const answer = await app.inject(`/api/trader/${username}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ detail: 'Trader non trovato' })
  },
)

test('a lapsed plan keeps the page without a rank', async () => {
  const answer = await profile('lapsed')
  expect(answer).toMatchObject({ rank: null, has_active_plan: false, not_ranked_reasons: ['no_active_plan'] })
  expect(answer.performance.total_trades).toBe(15)
})

test('a trader whose history is being imported has a page without figures', async () => {
  const answer = await profile('importing')
  expect(getTrader.response.parse(answer)).toEqual(answer)
  expect(answer).toMatchObject({ rank: null, status: 'connected', not_ranked_reasons: ['not_verified', 'no_sync'] })
  expect(answer.performance).toMatchObject({
    account_balance: null,
    since: null,
    roi_percentage: null,
    days_count: null,
  })
})

test('answers 304 until the next sync, which shows at once', async () => {
  const before = await app.inject('/api/trader/second')
  const held = { 'if-none-match': String(before.headers.etag) }
  expect((await app.inject({ url: '/api/trader/SECOND?t=1&r=2', headers: held })).statusCode).toBe(304)
  const { account_id, trader_id } = await sql<{ account_id: string; trader_id: string }[]>`
    select account_id, trader_id from trading_account join trader using (trader_id) where username = 'second'`.then(
    ([row]) => row ?? { account_id: '', trader_id: '' },
  )
  kernel.clock.advance(MINUTE_MS)
  await sync(kernel, { account_id, trader_id, username: 'second' }, 25)
  const after = await app.inject({ url: '/api/trader/second', headers: held })
  expect(after.statusCode).toBe(200)
  expect(after.json<Profile>().performance).toMatchObject({ total_trades: 4, account_balance: 10_030 })
})

test('hiding amounts hides them everywhere at once', async () => {
  await profile('Mario.Rossi')
  await sql`update trader set hide_amounts = true where trader_id = ${first.trader_id}`
  const { performance } = await profile('Mario.Rossi')
  expect(performance).toMatchObject({
    account_balance: null,
    account_equity: null,
    account_profit: null,
    account_balance_eur: null,
    account_equity_eur: null,
    account_profit_eur: null,
    equity_history: [],
    imported: { trades: 12, net_profit: null },
    win_rate: 100,
  })
  expect(performance.roi_percentage).not.toBeNull()
})

test('the status ages without a sync', async () => {
  expect((await profile('Mario.Rossi')).status).toBe('connected')
  kernel.clock.advance(20 * MINUTE_MS)
  expect((await profile('Mario.Rossi')).status).toBe('warning')
  await until(() => leaderboard.listData({ q: 'mario.rossi' }).leaderboard[0]?.status === 'warning', 3_000)
})

test('the data for rendering is the same answer', async () => {
  expect(await leaderboard.readTrader('MARIO.rossi', profileOf)).toEqual(await profile('Mario.Rossi'))
  await expect(leaderboard.readTrader('nobody', profileOf)).rejects.toMatchObject({ code: 'TRADER_NOT_FOUND' })
})

test('names the showcase from its first approval on, while Diamond lasts', async () => {
  const trader = await account(kernel, { username: 'espositrice', nets, diamond_ms: DAY_MS })
  const showcaseId = '0190a3b4-0000-7000-8000-00000000f00d'
  await sql`insert into showcase (showcase_id, trader_id, status, latest_version, created_at, updated_at)
            values (${showcaseId}, ${trader.trader_id}, 'pending_review', 1, now(), now())`
  expect((await profile('espositrice')).showcase_id).toBeNull()
  await sql`update showcase set published_version = 1, status = 'published' where showcase_id = ${showcaseId}`
  expect((await profile('espositrice')).showcase_id).toBe(showcaseId)
  await sql`update subscription set until = '2020-01-01' where trader_id = ${trader.trader_id} and tier = 'diamond'`
  expect((await profile('espositrice')).showcase_id).toBeNull()
})
