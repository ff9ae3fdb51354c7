import { afterAll, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { account } from '#features/leaderboard/server/testing/accounts.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { signedIn } from '#server/testing/people.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getPerformance, type getOwnChart } from '../performance-contract.ts'
import { createTraderAnswers } from './answers.ts'
import { performanceOf } from './performance.ts'
import { registerTraderRoutes } from './routes.ts'

type Performance = ResponseOf<typeof getPerformance>
type OwnChart = ResponseOf<typeof getOwnChart>

const kernel = await testKernel()
const { sql, clock } = kernel
const leader = await account(kernel, {
  username: 'leader',
  nets: Array.from({ length: 60 }, (_, day) => (day % 3 === 2 ? -50 : 60)),
})
await account(kernel, { username: 'chaser', nets: [100, -40, 100, 0, 30], floating: -2_000 })
await account(kernel, { username: 'demo', nets: [10, 20], trade_mode: 'demo' })
// Lost 80% before the window, and doubled the rest inside it.
const recovered = [-8_000, ...Array.from({ length: 95 }, () => 0), ...Array.from({ length: 20 }, () => 100)]
await account(kernel, { username: 'recovered', nets: recovered, trade_mode: 'demo' })
await account(kernel, { username: 'importing', importing: true })

/** Two imported days before the first witnessed one. The older one has the deposit, 500 less than the balance needs. */
async function importHistory({ account_id }: { account_id: string }): Promise<void> {
  await sql`
    insert into trade (account_id, ticket, symbol, side, volume, open_at, close_at, net, origin) values
      (${account_id}, 'i1', 'XAUUSD', 'buy', 1, '2026-09-01T08:00:00Z', '2026-09-01T09:00:00Z', 300, 'imported'),
      (${account_id}, 'i2', 'XAUUSD', 'buy', 1, '2026-09-02T08:00:00Z', '2026-09-02T09:00:00Z', -100, 'imported'),
      (${account_id}, 'l1', 'XAUUSD', 'buy', 1, '2026-09-03T08:00:00Z', '2026-10-01T09:00:00Z', 999, 'late')`
  await sql`
    insert into balance_operation (account_id, ticket, at, type, amount, origin) values
      (${account_id}, 'd1', '2026-09-01T07:00:00Z', 'deposit', 9300, 'imported'),
      (${account_id}, 'c1', '2026-09-01T07:30:00Z', 'credit', 50, 'imported'),
      (${account_id}, 'w1', '2026-10-05T08:00:00Z', 'withdrawal', -120.5, 'witnessed'),
      (${account_id}, 'w2', '2026-10-06T08:00:00Z', 'transfer', -30, 'witnessed'),
      (${account_id}, 'f1', '2026-10-06T08:00:00Z', 'charge', -1, 'witnessed'),
      (${account_id}, 'd2', '2026-10-07T08:00:00Z', 'deposit', 200, 'witnessed')`
  const record = (ticket: string, at: string, net: number, late = false) => sql`
    insert into ledger_record (account_id, ticket, broker_time, at, first_seen_at, content_hash, net, late, consumed, record)
    values (${account_id}, ${ticket}, 0, ${at}, ${at}, '\\x00', ${net}, ${late}, true, '{}')`
  await record('d1', '2026-09-01T07:00:00Z', 9_300)
  await record('c1', '2026-09-01T07:30:00Z', 0)
  await record('i1', '2026-09-01T09:00:00Z', 300)
  await record('i2', '2026-09-02T09:00:00Z', -100)
  await record('l1', '2026-10-01T09:00:00Z', 999, true)
  // The witnessed part: 60 days add up to 1,400.
  await record('w', '2026-10-05T09:00:00Z', 1_400)
  await sql`
    update trading_account set intake = intake || '{"ledger":{"count":6,"net":11899,"first":0},"late":1}'
     where account_id = ${account_id}`
  // The sync with the first snapshot does it.
  await sql`select renew_imported_days(array[${account_id}::uuid])`
}
await importHistory(leader)

const leaderboard = createLeaderboard(kernel, quickRefresh)
await leaderboard.start()
afterAll(leaderboard.close)
const traders = createTraderAnswers(leaderboard)
const app = await testApp(kernel, (server) => registerTraderRoutes(server, kernel, traders))
const performance = async (username: string) =>
  (await app.inject(`/api/trader/${username}/performance`)).json<Performance>()

test('answers the declared shape, also during the import', async () => {
  for (const username of ['leader', 'chaser', 'demo', 'importing']) {
    const answer = await performance(username)
    expect(getPerformance.response.parse(answer)).toEqual(answer)
  }
  expect(await performance('importing')).toMatchObject({
    since: null,
    daily: [],
    monthly: [],
    score: null,
    ledger: null,
    summary: { total_trades: 0, win_rate: null, profit_factor: null, sharpe: null },
  })
})

test('a gain after a loss counts on the peak before it, and the receipt says so', async () => {
  const { score } = await performance('recovered')
  expect(score).toMatchObject({
    formula: 2,
    components: {
      growth_90: expect.closeTo(2, 9),
      start_drawdown: expect.closeTo(0.8, 9),
      scoring_growth: expect.closeTo(1.2, 9),
    },
    drawdown_max: 80,
  })
  expect(score?.explanation.join(' ')).toContain(
    '+100,00% negli ultimi 90 giorni, dopo una perdita: conta per +20,00%, perché i 90 giorni cominciano con il conto a −80,00% dal suo massimo.',
  )
  expect(score?.explanation.at(-1)).toBe(
    'Il drawdown passato, 80,0%, toglie punti soltanto al recupero: guardalo a parte.',
  )
  // An account at its peak reads nothing of it.
  expect((await performance('leader')).score?.explanation.join(' ')).not.toContain('dopo una perdita')
})

test('imported days come first, with their own balance and without growth', async () => {
  const { daily, since } = await performance('leader')
  expect(since).toBe('2026-09-21T09:59:00.000Z')
  expect(daily.slice(0, 2)).toEqual([
    {
      date: '2026-09-01',
      balance: 10_100,
      equity: null,
      net_flow: 9_300,
      growth_index: null,
      drawdown: null,
      trades: 1,
      profit: 300,
      imported: true,
    },
    {
      date: '2026-09-02',
      balance: 10_000,
      equity: null,
      net_flow: 0,
      growth_index: null,
      drawdown: null,
      trades: 1,
      profit: -100,
      imported: true,
    },
  ])
  expect(daily[2]).toMatchObject({
    date: '2026-09-21',
    balance: 10_000,
    equity: 10_000,
    imported: false,
    growth_index: 1,
  })
  expect(daily).toHaveLength(63)
  const dates = daily.map((point) => point.date)
  expect(dates).toEqual([...new Set(dates)].toSorted())
  expect(daily.at(-1)).toMatchObject({ date: '2026-11-20', balance: 11_400, equity: 11_400, growth_index: 1.14 })
  expect(daily.every((point) => (point.drawdown ?? 0) <= 0)).toBe(true)
})

test('the deepest day of the series is the largest drawdown, also where the day recovered from it', async () => {
  for (const username of ['leader', 'chaser']) {
    const { daily, summary } = await performance(username)
    expect(Math.min(...daily.map((point) => point.drawdown ?? 0))).toBe(-(summary.max_drawdown ?? NaN))
  }
  await sql`
    update daily_row set low = 0.5, drawdown = 0.5 where account_id = ${leader.account_id} and day = '2026-10-01'`
  const { daily, summary } = await leaderboard.readTrader('leader', performanceOf)
  expect(daily.find((point) => point.date === '2026-10-01')?.drawdown).toBeLessThanOrEqual(-50)
  expect(summary.current_drawdown).toBeLessThan(1)
  expect(summary.risk_level).toBe('high')
})

test('statistics count witnessed trades alone', async () => {
  const { summary, symbols, weekdays, hours, monthly } = await performance('leader')
  expect(summary).toMatchObject({
    total_trades: 60,
    win_rate: 66.6667,
    roi_total: 14,
    profit_factor: 2.4,
    average_win: 60,
    average_loss: -50,
    best_trade: 60,
    worst_trade: -50,
    average_holding_minutes: 60,
    long_percentage: 100,
  })
  expect(summary.expectancy).toBeCloseTo(1_400 / 60, 2)
  expect(summary.exposure_percentage).toBeCloseTo(100 / 24, 1)
  expect(summary.sharpe).toBeGreaterThan(0)
  expect(symbols).toEqual([{ symbol: 'EURUSD', trades: 60, win_rate: 66.6667, profit: 1_400, share: 100 }])
  expect([weekdays.length, hours.length]).toEqual([7, 24])
  expect(monthly.map(({ month }) => month)).toEqual(['2026-09', '2026-10', '2026-11'])
})

test('deposits and withdrawals are counted and added up, those from before the first sync and charges left out', async () => {
  const { summary } = await performance('leader')
  expect(summary.deposits).toEqual({ count: 1, amount: 200 })
  expect(summary.withdrawals).toEqual({ count: 2, amount: -150.5 })
  expect((await performance('chaser')).summary.withdrawals).toEqual({ count: 0, amount: 0 })
})

test('the last request says whether the ledger equals the terminal’s', async () => {
  for (const equal of [false, true]) {
    await sql`
      update trading_account set intake = intake || ${sql.json({ shown: { equal } })} where account_id = ${leader.account_id}`
    clock.advance(1_000)
    expect((await performance('leader')).ledger).toMatchObject({ matches_terminal: equal })
  }
})

test('the ledger adds up, and names the missing amount', async () => {
  expect((await performance('leader')).ledger).toEqual({
    records: 6,
    net: 11_899,
    balance: 11_400,
    unexplained: -499,
    matches_terminal: true,
    late_records: 1,
    revised_records: 0,
  })
})

test('the score adds up and explains itself, with the way to the place above', async () => {
  const { score } = await performance('chaser')
  if (score === null) throw new Error('a synced account has a score')
  const { roi_measured, roi_neutral, win_rate, equity } = score.points
  expect(roi_measured + roi_neutral + win_rate + equity + score.penalties.risk).toBeCloseTo(score.total, 4)
  expect(score.penalties.risk).toBeLessThan(0)
  expect(score.next_rank_gap).toMatchObject({ username: 'leader' })
  expect(score.next_rank_gap?.points).toBeCloseTo((score.next_rank_gap?.score ?? 0) - score.total, 4)
  expect(score.below).toBeNull()
  // Sentences about behaviour: what would buy points is the owner's business.
  expect(score.explanation).toEqual([
    expect.stringMatching(
      /^[+−]\d+,\d\d% negli ultimi 90 giorni\. Le operazioni sono ancora poche: il rendimento pesa in parte, \d+%, e per intero da 200 in poi\.$/,
    ),
    'Ha chiuso in guadagno 3 operazioni su 5; con poche operazioni il win rate viene avvicinato al 50%.',
    'Il capitale tenuto sul conto pesa poco: al massimo 10 punti su 100.',
    'Tiene aperte perdite, 19,6% del balance, e il punteggio ne risente.',
  ])
  const best = (await performance('leader')).score
  expect(best).toMatchObject({ next_rank_gap: null, below: { username: 'chaser' } })
  expect((await performance('demo')).score).toMatchObject({ next_rank_gap: null, below: null })
})

test('the equity row has the mean of thirty days in euro, days before the account being zero', async () => {
  for (const username of ['leader', 'chaser']) {
    const { daily, score } = await performance(username)
    const held = daily.slice(-30).map((point) => point.equity ?? NaN)
    expect(held).toHaveLength(username === 'leader' ? 30 : 6)
    const total = held.reduce((sum, equity) => sum + equity, 0)
    expect(score?.components.equity_eur_mean).toBeCloseTo(total / 30, 2)
  }
})

test('hides every amount, and no ratio, when the owner chose so', async () => {
  await sql`update trader set hide_amounts = true where trader_id = ${leader.trader_id}`
  clock.advance(1_000)
  const { daily, summary, symbols, weekdays, hours, ledger, score } = await performance('leader')
  expect(score?.components.equity_eur_mean).toBeNull()
  for (const point of daily) {
    expect([point.balance, point.equity, point.net_flow, point.profit]).toEqual([null, null, null, null])
  }
  for (const line of [...symbols, ...weekdays, ...hours]) expect(line.profit).toBeNull()
  expect(summary).toMatchObject({
    expectancy: null,
    average_win: null,
    best_trade: null,
    worst_trade: null,
    profit_factor: 2.4,
    deposits: { count: 1, amount: null },
    withdrawals: { count: 2, amount: null },
  })
  expect(ledger).toMatchObject({ net: null, balance: null, unexplained: null, records: 6 })
})

test('the owner’s chart has the amounts that visitors do not see', async () => {
  await sql`update trader set hide_amounts = true where trader_id = ${leader.trader_id}`
  const headers = await signedIn(kernel, leader.trader_id)
  const own = (await app.inject({ url: '/api/dashboard/chart', headers })).json<OwnChart>()
  expect(Object.keys(own)).toEqual(['currency', 'daily', 'gaps', 'summary'])
  expect(own.daily.at(-1)).toMatchObject({ balance: 11_400, equity: 11_400, growth_index: 1.14 })
  expect(own.summary).toEqual({ deposits: { count: 1, amount: 200 }, withdrawals: { count: 2, amount: -150.5 } })
  expect((await performance('leader')).daily.at(-1)).toMatchObject({ balance: null, growth_index: 1.14 })
  expect((await app.inject('/api/dashboard/chart')).statusCode).toBe(401)
})

test('404 and data for rendering', async () => {
  expect((await app.inject('/api/trader/nobody/performance')).statusCode).toBe(404)
  expect(await leaderboard.readTrader('CHASER', performanceOf)).toEqual(await performance('chaser'))
})
