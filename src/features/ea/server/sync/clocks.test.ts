import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { DAY_MS } from '#shared/dates.ts'
import {
  dealOf,
  makeTrader,
  newLogin,
  orderOf,
  sendSync,
  syncRequestOf,
  type RequestOptions,
  type SyncReply,
} from '../testing/world.ts'
import type { SyncRequest } from '../../sync-contract.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const { sql, clock } = kernel
const app = await testApp(kernel, registerCheckedEa)
/** Broker seconds of a +2 clock. */
const wall = () => Math.floor(clock.now() / 1000) + 7200
const HOUR = 3600
const symbol = 'EURUSD'

async function advisor(more: Partial<RequestOptions> = {}) {
  const trader = await makeTrader(kernel)
  const login = newLogin()
  let seq = 0
  return {
    send: async (options: Partial<RequestOptions>, time: Partial<SyncRequest['time']> = {}): Promise<SyncReply> => {
      clock.advance(300_000)
      seq += 1
      const request = syncRequestOf({ now: clock.now(), login, seq, ...more, ...options })
      return sendSync(app, trader.token, { ...request, time: { ...request.time, ...time } })
    },
    growth: async (): Promise<number> => {
      const rows = await sql<{ growth: number }[]>`
        select growth from daily_row_now join trading_account using (account_id) where trader_id = ${trader.trader_id}`
      return rows.reduce((product, row) => product * row.growth, 1)
    },
    trades: async () => {
      return sql<{ ticket: string; origin: string }[]>`
        select ticket, trade.origin from trade join trading_account using (account_id)
         where trader_id = ${trader.trader_id} order by ticket`
    },
    recordedAt: async (ticket: string) => {
      const [row] = await sql<{ at: string }[]>`
        select at from ledger_record join trading_account using (account_id)
         where trader_id = ${trader.trader_id} and ticket = ${ticket}`
      return row?.at
    },
    tags: async () => {
      const rows = await sql<{ code: string }[]>`
        select code from integrity_tag join trading_account using (account_id) where trader_id = ${trader.trader_id} order by code`
      return rows.map(({ code }) => code)
    },
  }
}

const capital = () => dealOf({ ticket: '1', time: wall() - 90_000, profit: 1000 })
const more = () => dealOf({ ticket: '2', time: wall() + 200, profit: 9000 })
const sunk = (openTime: number) => ({
  positions: [
    {
      id: '7',
      symbol,
      side: 'buy' as const,
      volume: 1,
      open_time: openTime,
      open_price: 1,
      price: 1,
      profit: -500,
      swap: 0,
    },
  ],
})

describe('a clock that is wrong', () => {
  /** A position 500 below its entry, then a deposit of 9,000: half of the money was lost, with any clock. */
  async function story(last: Partial<SyncRequest['time']>, before = async (_server: string) => {}) {
    const server = `Story-${newLogin()}`
    const { send, growth } = await advisor({ server })
    const first = capital()
    await send({ items: [first] })
    const openTime = wall()
    await send({ shown: [first], equity: 500, ...sunk(openTime) })
    await before(server)
    const deposit = more()
    const shown = [first, deposit]
    await send({ items: [deposit], shown, balance: 10_000, equity: 9500, ...sunk(openTime) }, last)
    return growth()
  }
  test('that is right, for comparison', async () => {
    expect(await story({})).toBeCloseTo(0.5, 12)
  })
  test('does not make an account look flat at a deposit, where its own price is thirteen hours back', async () => {
    expect(await story({ tick: wall() - 15 * HOUR })).toBeCloseTo(0.5, 12)
  })
  test('of another account of the server changes nothing', async () => {
    const growth = await story({ tick_age: 500 }, async (server) => {
      const other = await advisor({ server, offset: -13 * HOUR })
      await other.send({ items: [dealOf({ ticket: '1', time: wall() - 90_000, profit: 5 })], balance: 5 })
    })
    expect(growth).toBeCloseTo(0.5, 12)
  })
  test.each([-13, 14])('keeps deposits before the trades that they paid for (%d hours)', async (hours) => {
    const { send, growth } = await advisor()
    const first = capital()
    await send({ items: [first] })
    const deposit = more()
    const trade = [
      dealOf({ ticket: '3', time: wall() + 210, position: '7', type: 'buy', symbol, volume: 1 }),
      dealOf({
        ticket: '4',
        time: wall() + 220,
        position: '7',
        type: 'sell',
        entry: 'out',
        symbol,
        volume: 1,
        profit: 1000,
      }),
    ]
    const items = [deposit, ...trade]
    await send({ items, shown: [first, ...items], balance: 11_000 }, { tick: wall() + 300 + (hours - 2) * HOUR })
    expect(await growth()).toBeCloseTo(1.1, 12)
  })
  test('keeps an order of MetaTrader 4 open at a deposit during it', async () => {
    const { send, growth } = await advisor({ platform: 'MT4' })
    const first = orderOf({ ticket: '1', close_time: wall() - 90_000, profit: 1000 })
    await send({ items: [first] })
    const deposit = orderOf({ ticket: '2', close_time: wall() + 200, profit: 9000 })
    const bought = { type: 'buy' as const, symbol, lots: 1, open_time: wall() + 100 }
    const order = orderOf({ ticket: '3', close_time: wall() + 250, profit: 500, ...bought })
    const items = [deposit, order]
    await send({ items, shown: [first, ...items], balance: 10_500 }, { tick: wall() + 300 - 15 * HOUR })
    // Before the deposit it has its value of the last snapshot, not its later one.
    expect(await growth()).toBeCloseTo(1.05, 12)
  })
  test('of a later day is refused and tagged; an hour of summer time is not', async () => {
    const { send, tags, recordedAt } = await advisor()
    const first = capital()
    await send({ items: [first] })
    clock.advance(DAY_MS)
    const next = dealOf({ ticket: '2', time: wall() + 200, profit: 1 })
    await send({ items: [next], shown: [first, next], balance: 1001 }, { tick: wall() + 300 - 15 * HOUR })
    expect(await tags()).toEqual(['clock_refused'])
    expect(await recordedAt('2')).toBe(new Date((next.time - 7200) * 1000).toISOString())
    const other = await advisor()
    await other.send({ items: [capital()] })
    clock.advance(DAY_MS)
    await other.send({ shown: [capital()], offset: 10_800 })
    expect(await other.tags()).toEqual([])
  })
  test('of others is used by an account that has shown none, once three agree; the spelling of the server is no matter', async () => {
    const spellings = ['Agreed-Live 02', 'Agreed-Live 2', 'agreed live 002']
    const record = () => dealOf({ ticket: '1', time: Math.floor(clock.now() / 1000) + 28_800 - 36_000, profit: 1000 })
    const stale = async () => {
      const { send, recordedAt } = await advisor({ server: 'AGREED-LIVE02', offset: 28_800, tickAge: 5000 })
      const item = record()
      await send({ items: [item] })
      return { item, at: await recordedAt('1') }
    }
    for (const server of spellings.slice(0, 2)) {
      const { send } = await advisor({ server, offset: 28_800 })
      await send({ items: [record()] })
    }
    const alone = await stale()
    expect(alone.at).toBe(new Date((alone.item.time - 7200) * 1000).toISOString())
    const { send } = await advisor({ server: spellings[2] ?? '', offset: 28_800 })
    await send({ items: [record()] })
    const agreed = await stale()
    expect(agreed.at).toBe(new Date((agreed.item.time - 28_800) * 1000).toISOString())
  })
})

describe('late records', () => {
  /** Trades of a month ago that were never reported before. */
  const invented = () =>
    [0, 1, 2].flatMap((index) => [
      dealOf({
        ticket: `2${index}`,
        time: wall() - 2_592_000 + index,
        position: `2${index}`,
        type: 'buy',
        symbol,
        volume: 1,
      }),
      dealOf({
        ticket: `3${index}`,
        time: wall() - 2_592_000 + index + 5,
        position: `2${index}`,
        type: 'sell',
        entry: 'out',
        symbol,
        volume: 1,
        profit: 10,
      }),
    ])
  test.each([
    ['no price', { tick: 0, tick_age: 9999, server: 0, gmt: 0 }],
    ['a price of 1970', { tick: 1 }],
    ['a price of 2100', { tick: 4_102_444_800 }],
    ['a price of 2100 that stands still', { tick: 4_102_444_800, tick_age: 9999 }],
  ])('does not depend on a first request with %s', async (_name, time) => {
    const { send, trades, tags } = await advisor()
    const first = capital()
    await send({ items: [first] }, time)
    const old = invented()
    await send({ items: old, shown: [first, ...old], balance: 1030 })
    expect((await trades()).map(({ origin }) => origin)).toEqual(['late', 'late', 'late'])
    expect(await tags()).toContain('late_records')
    const lost = [
      dealOf({ ticket: '40', time: wall() + 100, position: '40', type: 'buy', symbol, volume: 1 }),
      dealOf({
        ticket: '41',
        time: wall() + 200,
        position: '40',
        type: 'sell',
        entry: 'out',
        symbol,
        volume: 1,
        profit: -200,
      }),
    ]
    await send({ items: lost, shown: [first, ...old, ...lost], balance: 830 })
    expect((await trades()).at(-1)).toEqual({ ticket: '41', origin: 'witnessed' })
  })
})

test('a clock that could not be measured, and one that fits no rule, are reported', async () => {
  const silent = await advisor({ server: 'Muto-Live' })
  await silent.send({ items: [capital()] }, { tick_age: 86_400 })
  expect(await silent.tags()).toEqual(['clock_assumed'])

  const odd = await advisor({ server: 'Strano-Live' })
  await odd.send({ items: [capital()] })
  await odd.send({}, { tick: wall() + 900 })
  await odd.send({ items: [dealOf({ ticket: '2', time: wall(), profit: 5 })], balance: 1005 }, { tick: wall() + 2700 })
  expect(await odd.tags()).toContain('clock_unfitted')
})
