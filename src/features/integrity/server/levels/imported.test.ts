import { describe, expect, test } from 'vitest'
import { dealOf, makeTrader, newLogin } from '#features/ea/server/testing/world.ts'
import { until } from '#server/testing/until.ts'
import { loadRates } from '#features/performance/server/service.ts'
import type { getPerformance } from '#features/traders/performance-contract.ts'
import { person, signedIn } from '#server/testing/people.ts'
import { DAY_MS, MINUTE_MS, dayText, utcDay } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { renewImported, storeImported } from './imported.ts'
import { integritySite, type BoundTrader } from '../testing/site.ts'
import { boundAccount } from '#features/ea/server/testing/stored.ts'

const { kernel, leaderboard, app, wall, won, send, profile } = await integritySite()
const { sql, clock } = kernel
const admin = await person(kernel, 'carla', { is_admin: true })
const DAY_MINUTES = 1_440

/**
 * An account that was worth 1000, lost 10% and won 20% before its first sync, with charges at the entries, and 10% since. The first
 * snapshot is of the same day as the last imported trade.
 */
async function withHistory() {
  const trader = { ...(await makeTrader(kernel, { planDays: 90 })), login: newLogin() }
  const deposit = dealOf({ ticket: '100', time: wall(50 * DAY_MINUTES), profit: 1_000 })
  const lost = won(200, -96, { commission: -2, minutesAgo: 40 * DAY_MINUTES })
  const gained = won(300, 184, { commission: -2, minutesAgo: 60 })
  const before = [deposit, ...lost, ...gained]
  await send(trader, 1, { items: before, balance: 1_080 })
  clock.advance(10 * MINUTE_MS)
  const since = won(400, 108)
  await send(trader, 2, { items: since, shown: [...before, ...since], balance: 1_188 })
  await sql`
    insert into ownership_proof (account_id, code, issued_at, expires_at, seen_at, proven_at)
    select account_id, 'TT-TESTTEST', now(), now(), now(), now()
      from trading_account where trader_id = ${trader.trader_id}`
  return { ...trader, records: [...before, ...since] }
}

/** An admin's session ends sooner than a match. */
const verification = async (trader: BoundTrader, payload: object) =>
  app.inject({
    method: 'POST',
    url: `/api/admin/traders/${trader.trader_id}/verification`,
    headers: await signedIn(kernel, admin.trader_id),
    payload,
  })
const record = (trader: BoundTrader, figures: object = {}) =>
  verification(trader, {
    action: 'record',
    source: 'myfxbook',
    link: 'https://www.myfxbook.com/members/anna/conto/1',
    reason: 'Confrontato oggi, cifra per cifra.',
    balance: 1_188,
    closed_trades: 3,
    gain_percentage: 18.8,
    ...figures,
  })
const performance = async (trader: BoundTrader) =>
  (await app.inject(`/api/trader/${trader.username}/performance`)).json<ResponseOf<typeof getPerformance>>()
const listed = (trader: BoundTrader) => leaderboard.snapshot().byId(trader.trader_id)?.entry

const witnessed = { roi_total: 10, roi_percentage: 10, total_trades: 1, win_rate: 100, drawdown_max: 0, days_count: 1 }
const whole = {
  roi_total: 18.8,
  roi_percentage: 18.8,
  total_trades: 3,
  win_rate: 66.6667,
  // The entry of the second trade was charged before its gain: 898 of 1000.
  drawdown_max: 10.2,
  days_count: 51,
}

describe('a matched imported history (docs/ranking.md 3.5)', () => {
  test('counts in every figure while the match lasts, and no longer', async () => {
    const anna = await withHistory()
    expect((await profile(anna)).performance).toMatchObject({ ...witnessed, imported: { trades: 2, counts: false } })
    await until(() => listed(anna)?.roi_total === 10, 3_000)

    const answer = (await record(anna)).json()
    expect(answer).toMatchObject({ accepted: true, level: 'L3' })
    const imported = { trades: 2, counts: true }
    await expect.poll(async () => (await profile(anna)).performance).toMatchObject({ ...whole, imported })
    await until(() => listed(anna)?.roi_total === 18.8, 3_000)
    expect(listed(anna)).toMatchObject({ ...whole, verification_level: 'L3', total_profit: 188, profit_max: 188 })

    const { daily, summary, symbols, monthly } = await performance(anna)
    const today = utcDay(clock.now())
    const shown = daily.map(({ date, trades, imported }) => [date, trades, imported])
    expect(shown).toEqual([
      [dayText(today - 50), 0, true],
      [dayText(today - 40), 1, true],
      [dayText(today), 2, false],
    ])
    expect(daily.map((day) => day.growth_index)).toEqual([1, 0.9, 1.188])
    expect(daily.map((day) => day.equity)).toEqual([null, null, 1_188])
    expect(summary).toMatchObject({ roi_total: 18.8, total_trades: 3, max_drawdown: 10.2, profit_factor: 2.88 })
    expect(symbols).toMatchObject([{ symbol: 'EURUSD', trades: 3 }])
    expect(monthly.at(0)?.month).toBe(dayText(today - 50).slice(0, 7))

    // The clock alone ends it: in the list, which nobody reloads, and on the profile.
    clock.advance(31 * DAY_MS)
    await until(() => listed(anna)?.verification_level === 'L2', 3_000)
    expect(listed(anna)).toMatchObject({ roi_total: 10, total_trades: 1, total_profit: 108 })
    expect((await profile(anna)).performance).toMatchObject({ roi_total: 10, imported: { counts: false } })
    const after = await performance(anna)
    expect(after.daily.map((day) => day.growth_index)).toEqual([null, null, 1.1])
    expect(after.summary.total_trades).toBe(1)
  })

  test('ends at once where the match is taken back', async () => {
    const bruno = await withHistory()
    expect((await record(bruno)).json()).toMatchObject({ accepted: true })
    expect((await profile(bruno)).performance).toMatchObject(whole)
    const revoked = await verification(bruno, { action: 'revoke', reason: 'La pagina esterna non c’è più.' })
    expect(revoked.statusCode).toBe(200)
    await expect.poll(async () => (await profile(bruno)).performance).toMatchObject(witnessed)
    await until(() => listed(bruno)?.roi_total === 10, 3_000)
  })

  test('goes on with the syncs that follow, and counts for nothing where the figures differ', async () => {
    const dora = await withHistory()
    expect((await record(dora, { gain_percentage: 40 })).json()).toMatchObject({ accepted: false })
    expect((await profile(dora)).performance).toMatchObject(witnessed)
    expect((await record(dora)).json()).toMatchObject({ accepted: true })
    clock.advance(DAY_MS)
    const items = won(500, 118.8)
    await send(dora, 3, { items, shown: [...dora.records, ...items], balance: 1_306.8 })
    expect((await profile(dora)).performance).toMatchObject({ roi_total: 30.68, total_trades: 4, days_count: 52 })
  })

  test('rows of version 1 are walked again: the loss that was open at the first snapshot counts once', async () => {
    const trader = { ...(await makeTrader(kernel, { planDays: 90 })), login: newLogin() }
    const deposit = dealOf({ ticket: '100', time: wall(50 * DAY_MINUTES), profit: 1_000 })
    const before = [deposit, ...won(300, 80, { minutesAgo: 60 })]
    const [entry, exit] = won(400, -108)
    if (entry === undefined || exit === undefined) throw new Error('a trade has two deals')
    const open_time = entry.time - 3_600
    const position = {
      id: '400',
      symbol: 'EURUSD',
      side: 'buy' as const,
      volume: 1,
      open_price: 1.1,
      open_time,
      price: 1.09892,
    }
    const positions = [{ ...position, profit: -108, swap: 0, sl: 0, tp: 0 }]
    const shown = [...before, { ...entry, time: open_time }]
    await send(trader, 1, { items: shown, balance: 1_080, equity: 972, positions })
    clock.advance(10 * MINUTE_MS)
    const closed = { ...exit, time: wall(2) }
    await send(trader, 2, { items: [closed], shown: [...shown, closed], balance: 972 })
    const id = await boundAccount(sql, trader.trader_id)
    await sql`
      insert into ownership_proof (account_id, code, issued_at, expires_at, seen_at, proven_at)
      values (${id}, 'TT-TESTTEST', now(), now(), now(), now())`
    const figures = { balance: 972, closed_trades: 2, gain_percentage: -2.8 }
    expect((await record(trader, figures)).json()).toMatchObject({ accepted: true, level: 'L3' })
    const roi = async () => (await profile(trader)).performance.roi_total
    expect(await roi()).toBe(-2.8)
    const rows = () => sql`select * from imported_row where account_id = ${id} order by day`
    const ofVersionTwo = await rows()
    expect(await renewImported(kernel)).toBe(0)

    await sql`
      update imported_row set growth = 0.9 * growth, low = least(low, 0.9 * growth), equity_end = 972
       where account_id = ${id} and day = (select max(day) from imported_row where account_id = ${id})`
    await sql`update trader set updated_at = now() where trader_id = ${trader.trader_id}`
    await until(async () => (await roi()) === -12.52, 3_000)
    expect(await renewImported(kernel)).toBe(1)
    await until(async () => (await roi()) === -2.8, 3_000)
    expect(await rows()).toEqual(ofVersionTwo)
  })

  test('walked again gives the same rows; nothing reported, nothing stored', async () => {
    const rates = await loadRates(sql)
    const elena = await withHistory()
    const id = await boundAccount(sql, elena.trader_id)
    const rows = () => sql`select * from imported_row where account_id = ${id} order by day`
    expect(await sql.begin((tx) => storeImported(tx, id, rates))).toBe(3)
    const first = await rows()
    expect(await sql.begin((tx) => storeImported(tx, id, rates))).toBe(3)
    expect(await rows()).toEqual(first)
    expect(first.map((row) => row['profit_high'])).toEqual([0, 0, 80])

    const empty = { ...(await makeTrader(kernel)), login: newLogin() }
    await send(empty, 1, { balance: 1_000 })
    const bound = await boundAccount(sql, empty.trader_id)
    expect(await sql.begin((tx) => storeImported(tx, bound, rates))).toBe(0)
  })

  test('a history worth more than the account held is not trusted', async () => {
    const rates = await loadRates(sql)
    const furbo = { ...(await makeTrader(kernel)), login: newLogin() }
    const invented = won(200, 5_000, { minutesAgo: 40 * DAY_MINUTES })
    await send(furbo, 1, { items: invented, balance: 1_000 })
    const [account] = await sql<{ account_id: string }[]>`
      select account_id from trading_account where trader_id = ${furbo.trader_id} and first_snapshot_at is not null`
    expect(account).toBeDefined()
    expect(await sql.begin((tx) => storeImported(tx, account?.account_id ?? '', rates))).toBe(0)
  })

  test('a record that changed later counts as it was at the first snapshot', async () => {
    const rates = await loadRates(sql)
    const gino = await withHistory()
    const id = await boundAccount(sql, gino.trader_id)
    const sum = async () => {
      await sql.begin((tx) => storeImported(tx, id, rates))
      const [row] =
        await sql`select sum(profit) as profit, max(equity_end) as equity from imported_row where account_id = ${id}`
      return row
    }
    const before = await sum()
    await sql`
      insert into record_revision (account_id, ticket, revision, record, replaced_at, grave)
      select account_id, ticket, 0, record, now() + interval '1 year', true from ledger_record
       where account_id = ${id} and ticket = '301'`
    await sql`
      update ledger_record set revision = 1, record = jsonb_set(record, '{profit}', '9999')
       where account_id = ${id} and ticket = '301'`
    expect(await sum()).toEqual(before)
  })
})
