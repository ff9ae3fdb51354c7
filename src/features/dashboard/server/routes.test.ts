import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLeaderboard } from '#features/leaderboard/server/service.ts'
import { quickRefresh } from '#features/leaderboard/server/testing/timing.ts'
import { account, type TestAccount } from '#features/leaderboard/server/testing/accounts.ts'
import { until } from '#server/testing/until.ts'
import { inEuro } from '#features/performance/rules/currency.ts'
import { loadRates } from '#features/performance/server/service.ts'
import { createMaintenance } from '#features/maintenance/server/service.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { DAY_MS, HOUR_MS, dayText, utcDay } from '#shared/dates.ts'
import { roundTo } from '#shared/rounding.ts'
import type { getDashboard } from '../contract.ts'
import { registerDashboard } from './routes.ts'

type Dashboard = ResponseOf<typeof getDashboard>
const kernel = await testKernel()
const { sql, clock } = kernel
const leaderboard = createLeaderboard(kernel, quickRefresh)
const app = await testApp(kernel, (server) => registerDashboard(server, kernel, leaderboard, createMaintenance(kernel)))

const read = async (headers: Record<string, string>) => app.inject({ method: 'GET', url: '/api/dashboard', headers })
const dashboard = async (headers: Record<string, string>) => (await read(headers)).json<Dashboard>()
const codes = ({ warnings }: Dashboard) => warnings.map((warning) => warning.code)

/** The intake's state beside the columns, as far as the status reads it. */
const intake = { ledger: { count: 3 }, shown: { count: 3 }, next_at: Date.parse('2026-11-20T10:00:20Z'), message: 'ok' }

let anna: TestAccount
let annaHeaders: { authorization: string }
beforeAll(async () => {
  anna = await account(kernel, {
    username: 'anna',
    nets: [10, -4, 12],
    balance: 1000,
    floating: 7.5,
    plan_ms: 20 * DAY_MS,
  })
  await sql`update trading_account set intake = ${sql.json(intake)}, login = '12345678', leverage = 100
             where account_id = ${anna.account_id}`
  annaHeaders = await signedIn(kernel, anna.trader_id)
  await leaderboard.start()
})
afterAll(() => leaderboard.close())

describe('the dashboard', () => {
  test('of a new trader names the missing conditions', async () => {
    const nuovo = await person(kernel, 'nuovo')
    const answer = await read(nuovo.headers)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-store')
    const body = answer.json<Dashboard>()
    expect(body).toMatchObject({
      trader_id: nuovo.trader_id,
      username: 'nuovo',
      is_admin: false,
      is_diamond: false,
      leaderboard_expires: null,
      current_rank: null,
      can_use_trader_links: false,
      trader_info: { email: 'nuovo@example.com', is_ea_verified: false, myfxbook_url: null },
      performance_summary: {
        roi_percentage: null,
        roi_total: null,
        account_profit: null,
        account_profit_eur: null,
        total_trades: null,
        win_rate: null,
        since: null,
        has_open_positions: null,
        trades_this_week: null,
        data_source: 'manual',
      },
      standing: { ranked: null, yesterday: null, week_ago: null },
      not_ranked_reasons: ['not_verified', 'no_active_plan', 'no_sync'],
      score: null,
      verification_level: 'L0',
      myfxbook_host: 'myfxbook.com',
      subscription: { basic_leaderboard: { is_active: false, expires_at: null } },
      ea: { has_ea_token: false, hasToken: false, ea_token: null, account_connected: false },
      account: null,
    })
    expect(codes(body)).toEqual(['no_plan'])
    expect(Object.values(body.trader_links)).toEqual(Array(9).fill(null))
  })

  test('of a ranked trader holds place, figures, account and links', async () => {
    await sql`update trader set links = ${sql.json({ website: 'https://anna.it/' })} where trader_id = ${anna.trader_id}`
    const body = await dashboard(annaHeaders)
    expect(body).toMatchObject({
      leaderboard_expires: new Date(clock.now() + 20 * DAY_MS).toISOString(),
      trader_info: { is_ea_verified: true },
      performance_summary: { account_profit: 7.5, data_source: 'expert_advisor' },
      subscription: { access: { leaderboard: true, ea_sync: true, showcase: false } },
      ea: { account_connected: true, ea_active: true },
      account: {
        platform: 'MT5',
        server: 'Broker-Live',
        account_number: '•••••678',
        currency: 'EUR',
        leverage: 100,
        trade_mode: 'real',
        is_real_account: true,
      },
      trader_links: { website: 'https://anna.it/', telegram: null },
    })
    expect(body.current_rank).toBe(leaderboard.rankOf(anna.trader_id))
    expect(body.current_rank).toBe(1)
    expect(body.can_use_trader_links).toBe(true)
    expect(body.performance_summary.total_trades).toBeGreaterThan(0)
    expect(body.performance_summary.roi_percentage).toBeTypeOf('number')
    expect(codes(body)).toEqual([])
  })

  test('has the own score in parts that add up, and its levers', async () => {
    const { score, not_ranked_reasons, verification_level, performance_summary: figures } = await dashboard(annaHeaders)
    if (score === null) throw new Error('no score')
    const { points, penalties } = score
    expect(points.roi_measured + points.roi_neutral + points.win_rate + points.equity + penalties.risk).toBeCloseTo(
      score.total,
      5,
    )
    expect(score.next_rank_gap).toBeNull()
    expect(score.levers.one_more_win).toBeGreaterThan(0)
    expect(score.levers.full_equity).toBeCloseTo(10 * (1 - score.components.equity), 5)
    expect(not_ranked_reasons).toEqual([])
    expect(verification_level).toBe('L1')
    expect(figures).toMatchObject({ account_profit_eur: 7.5, has_open_positions: true })
    // One trade a day, the last one a minute ago: the trades from Monday on.
    const monday = Math.min(3, ((utcDay(clock.now()) + 3) % 7) + 1)
    expect(figures.trades_this_week).toBe(monday)
  })

  test('has the distance to the existing neighbours', async () => {
    const bruna = await account(kernel, { username: 'bruna', nets: [-40, 3, -20], balance: 1000 })
    await sql`update trading_account set intake = ${sql.json(intake)} where account_id = ${bruna.account_id}`
    kernel.changes.announce(bruna.trader_id)
    const headers = await signedIn(kernel, bruna.trader_id)
    await until(() => leaderboard.rankOf(bruna.trader_id) === 2, 3_000)
    const { score, standing } = await dashboard(headers)
    expect(standing.ranked).toBe(2)
    expect(score?.next_rank_gap).toMatchObject({ username: 'anna' })
    expect(score?.next_rank_gap?.points).toBeCloseTo((score?.next_rank_gap?.score ?? 0) - (score?.total ?? 0), 5)
    expect((await dashboard(annaHeaders)).score?.below).toMatchObject({ username: 'bruna' })
  })

  test('P/L in euro, by the rate of the day; null in a currency without one', async () => {
    const shape = { nets: [1], floating: 20, balance: 5000, plan_ms: -DAY_MS }
    for (const [username, currency] of [
      ['dollari', 'USD'],
      ['oro', 'XAU'],
    ] as const) {
      const { trader_id, account_id } = await account(kernel, { ...shape, username, currency })
      await sql`update trading_account set intake = ${sql.json(intake)} where account_id = ${account_id}`
      const { performance_summary: figures } = await dashboard(await signedIn(kernel, trader_id))
      const rates = await loadRates(sql)
      const expected = inEuro(20, currency, utcDay(clock.now()), rates)
      expect(figures.account_profit).toBe(20)
      expect(figures.account_profit_eur).toBe(expected === null ? null : roundTo(expected, 2))
      expect(expected === null).toBe(currency === 'XAU')
    }
  })

  test('has the earlier places, a lost one too', async () => {
    await sql`delete from rank_change`
    const day = (ago: number) => dayText(utcDay(clock.now()) - ago)
    await sql`insert into rank_change (trader_id, day, rank)
              values (${anna.trader_id}, ${day(9)}, 4), (${anna.trader_id}, ${day(1)}, null), (${anna.trader_id}, ${day(0)}, 1)`
    expect((await dashboard(annaHeaders)).standing).toMatchObject({ yesterday: { rank: null }, week_ago: { rank: 4 } })
    await sql`delete from rank_change`
    expect((await dashboard(annaHeaders)).standing).toMatchObject({ yesterday: null, week_ago: null })
  })

  test('figures begin with the imported history while it counts', async () => {
    const begin = '2025-01-07T10:00:00.000Z'
    const [at, until] = [clock.now(), clock.now() + HOUR_MS].map((instant) => new Date(instant).toISOString())
    const { account_id } = await account(kernel, { username: 'importa', nets: [5, 6] })
    await sql`update trading_account set intake = ${sql.json(intake)}, imported_since = ${begin} where account_id = ${account_id}`
    await sql`
      insert into imported_row
      select account_id, day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low, drawdown, trades,
             wins, counted, counted_wins, profit, 0 as profit_high
        from daily_row where account_id = ${account_id} order by day limit 1`
    const [own] = await sql<{ trader_id: string; first_snapshot_at: string }[]>`
      select trader_id, first_snapshot_at from trading_account where account_id = ${account_id}`
    const since = async () => (await dashboard(await signedIn(kernel, own!.trader_id))).performance_summary.since
    expect(await since()).toBe(own!.first_snapshot_at)
    await sql`
      insert into ownership_proof (account_id, code, issued_at, expires_at, proven_at)
      values (${account_id}, 'TT-ABCDEFGH', ${at!}, ${until!}, ${at!})`
    await sql`
      insert into external_match (match_id, account_id, source, figures, accepted, matched_at, valid_until, reason)
      values (${kernel.secrets.newId()}, ${account_id}, 'other', '{}', true, ${at!}, ${until!}, 'x')`
    expect(await since()).toBe(begin)
  })

  test('a demo account has its own score and no place, and every reason is named', async () => {
    const demo = await account(kernel, {
      username: 'gioco',
      nets: [5, 6],
      trade_mode: 'demo',
      plan_ms: -DAY_MS,
      age_ms: 4 * DAY_MS,
    })
    await sql`update trading_account set intake = ${sql.json(intake)} where account_id = ${demo.account_id}`
    const body = await dashboard(await signedIn(kernel, demo.trader_id))
    expect(body.current_rank).toBeNull()
    expect(body.verification_level).toBe('L0')
    expect(body.not_ranked_reasons).toEqual(['demo_account', 'no_active_plan', 'stale'])
    expect(body.score?.total).toBeGreaterThan(0)
    expect(body.score?.next_rank_gap).toBeNull()
  })

  test('shows the owner amounts that are hidden from the public', async () => {
    await sql`update trader set hide_amounts = true where trader_id = ${anna.trader_id}`
    const body = await dashboard(annaHeaders)
    expect(body.score?.components.equity_eur_mean).toBeTypeOf('number')
    expect(body.trader_info.hide_amounts).toBe(true)
    expect(body.performance_summary.account_profit).toBe(7.5)
    expect(body.account?.balance).toBeTypeOf('number')
    await sql`update trader set hide_amounts = false where trader_id = ${anna.trader_id}`
  })

  test('warns of a near end, a past end, missing syncs and a demo account', async () => {
    const prova = await account(kernel, {
      username: 'prova',
      nets: [1],
      plan_ms: 2 * DAY_MS,
      trade_mode: 'demo',
      age_ms: HOUR_MS,
    })
    await sql`update trading_account set intake = ${sql.json(intake)} where account_id = ${prova.account_id}`
    const headers = await signedIn(kernel, prova.trader_id)
    expect(codes(await dashboard(headers))).toEqual(['plan_expiring', 'sync_late', 'demo_account'])
    const start = clock.now()
    try {
      clock.set(start + 2 * DAY_MS)
      const later = await dashboard(headers)
      expect(codes(later)).toEqual(['plan_expired', 'sync_late', 'demo_account'])
      expect(later.current_rank).toBeNull()
    } finally {
      clock.set(start)
    }
  })

  test('reports that another account than the registered one was bound', async () => {
    const replaced = { ...intake, replaced: { server: 'Altro-Live', number: '99887766' } }
    await sql`update trading_account set intake = ${sql.json(replaced)} where account_id = ${anna.account_id}`
    const { warnings } = await dashboard(annaHeaders)
    expect(warnings.map(({ code }) => code)).toEqual(['account_replaced'])
    expect(warnings[0]?.message).toContain('Altro-Live, •••••766')
    // Announced for thirty days.
    const boundAt = (ago: number) =>
      sql`update trading_account set bound_at = ${new Date(clock.now() - ago).toISOString()}
           where account_id = ${anna.account_id}`
    await boundAt(30 * DAY_MS - 1)
    expect(codes(await dashboard(annaHeaders))).toEqual(['account_replaced'])
    await boundAt(30 * DAY_MS)
    expect(codes(await dashboard(annaHeaders))).toEqual([])
    await boundAt(0)
  })

  test('takes another spelling of server and number for the same account', async () => {
    const [bound] = await sql<{ server: string; login: string }[]>`
      select server, login from trading_account where account_id = ${anna.account_id}`
    const same = { server: ` ${bound?.server.toUpperCase()} `, number: `00${bound?.login} ` }
    await sql`update trading_account set intake = ${sql.json({ ...intake, replaced: same })}
               where account_id = ${anna.account_id}`
    expect(codes(await dashboard(annaHeaders))).toEqual([])
  })

  test('warns an admin whose session is limited for want of the second factor', async () => {
    const boss = await person(kernel, 'boss', { is_admin: true })
    expect(codes(await dashboard(boss.headers))).not.toContain('second_factor_missing')
    await sql`update session set is_limited = true where trader_id = ${boss.trader_id}`
    expect(codes(await dashboard(boss.headers))[0]).toBe('second_factor_missing')
  })

  test('shows nothing of a closed account, as before the first one', async () => {
    const chiusa = await account(kernel, { username: 'chiusa', nets: [5] })
    await sql`update trading_account set closed_at = ${new Date(clock.now()).toISOString()}
               where account_id = ${chiusa.account_id}`
    const body = await dashboard(await signedIn(kernel, chiusa.trader_id))
    expect(body.account).toBeNull()
    expect(body.performance_summary).toMatchObject({ roi_total: null, total_trades: null, data_source: 'manual' })
    expect(body.ea.account_connected).toBe(false)
  })

  test('requires a live session', async () => {
    expect((await read({})).statusCode).toBe(401)
    expect((await read({ authorization: `Bearer ${'x'.repeat(43)}` })).statusCode).toBe(401)
    const partito = await person(kernel, 'partito')
    await sql`update trader set deactivated_at = now() where trader_id = ${partito.trader_id}`
    const answer = await read(partito.headers)
    expect(answer.statusCode).toBe(401)
    expect(answer.json()).toMatchObject({ detail: 'Accesso non autorizzato' })
  })
})
