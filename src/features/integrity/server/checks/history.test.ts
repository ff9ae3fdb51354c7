import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { registerCheckedEa } from '../testing/checked-ea.ts'
import { dealOf } from '#features/ea/server/testing/world.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { syncedAccount, type SyncedOptions } from '../testing/synced-account.ts'

const kernel = await testKernel({ env: { RATE_LIMITS: 'off' } })
const app = await testApp(kernel, registerCheckedEa)
const { sql, clock } = kernel

/** An account that has closed a trade for 50, held for three minutes. */
async function traded(always: SyncedOptions = {}) {
  const one = await syncedAccount(kernel, app, always)
  clock.advance(290_000)
  const base = { position: '9', symbol: 'EURUSD', volume: 1 }
  const entry = dealOf({ ...base, ticket: '21', time: one.wall() - 180, type: 'buy', price: 1.1 })
  const exit = dealOf({
    ...base,
    ticket: '22',
    time: one.wall() - 10,
    type: 'sell',
    entry: 'out',
    price: 1.2,
    profit: 50,
  })
  const shown = [one.capital, entry, exit]
  await one.send({ wait: 10_000, items: [entry, exit], shown, balance: 1050 })
  expect((await one.stored()).tags).toEqual([])
  return { ...one, entry, exit, shown }
}

describe('an edited history', () => {
  test('a stored deal that says something else holds a real account; the sync itself is stored (R17)', async () => {
    const { send, stored, tag, capital, entry, exit } = await traded()
    const better = { ...exit, profit: 90 }
    const reply = await send({ items: [better], shown: [capital, entry, better], balance: 1090 })
    expect(reply.status).toBe(200)
    expect(await stored()).toMatchObject({ tags: ['history_changed'], cases: ['history_changed'], held: true })
    expect(await tag('history_changed')).toMatchObject({
      details: { changes: [{ ticket: '22', amount: 40 }] },
      rule_version: 5,
    })
    expect((await send({ shown: [capital, entry, better], balance: 1090 })).body.message).toContain('in verifica')
  })
  test('on a demo account it is a tag', async () => {
    const { send, stored, capital, entry, exit } = await traded({ tradeMode: 'demo' })
    const better = { ...exit, profit: 90 }
    await send({ items: [better], shown: [capital, entry, better], balance: 1090 })
    expect(await stored()).toMatchObject({ tags: ['history_changed'], cases: [], held: false })
  })
  test('a cancelled deal is a warning, a later charge a note', async () => {
    const cancelled = await traded()
    const gone = { ...cancelled.exit, type: 'sell_canceled', profit: 0 }
    await cancelled.send({ items: [gone], shown: [cancelled.capital, cancelled.entry, gone], balance: 1000 })
    expect(await cancelled.stored()).toMatchObject({ tags: ['deal_cancelled'], cases: ['deal_cancelled'], held: false })
    const charged = await traded()
    const dearer = { ...charged.exit, swap: -2 }
    await charged.send({ items: [dearer], shown: [charged.capital, charged.entry, dearer], balance: 1048 })
    expect(await charged.stored()).toMatchObject({ tags: ['charges_changed'], cases: [], held: false })
  })
  test('a record that is no longer shown holds, once everything was read again and hours passed', async () => {
    const { send, stored, capital, exit } = await traded()
    const shown = [capital, exit]
    for (let index = 0; index < 5; index += 1) {
      const { body } = await send({ shown, balance: 1050, items: index === 0 ? [] : shown })
      expect(body.ok).toBe(true)
    }
    expect((await stored()).cases).toEqual([])
    await send({ wait: 6 * HOUR_MS, shown, balance: 1050 })
    expect(await stored()).toMatchObject({ cases: ['history_missing'], held: true })
    expect((await stored()).tags).toContain('history_missing')
  })
})

describe('a bent balance (R15)', () => {
  test('money that no record explains: small a warning, large a hold one snapshot later', async () => {
    const small = await traded()
    await small.send({ shown: small.shown, balance: 1070 })
    expect(await small.stored()).toMatchObject({
      tags: ['unexplained_balance'],
      cases: ['unexplained_balance'],
      held: false,
    })
    const large = await traded()
    await large.send({ shown: large.shown, balance: 1550 })
    expect(await large.stored()).toMatchObject({ tags: [], held: false })
    await large.send({ shown: large.shown, balance: 1550 })
    expect(await large.stored()).toMatchObject({ tags: ['balance_invented'], cases: ['balance_invented'], held: true })
    expect(await large.tag('balance_invented')).toMatchObject({ details: { gap: 500, threshold_share: 0.05 } })
  })
  test('a deposit left out before a gain of the same interval raises growth, and holds', async () => {
    const { send, stored, shown, wall, trader } = await traded()
    // 1,050 grow by a tenth, a true 1,050 having been deposited before; 210 of 2,100 are a tenth, too, of 1,050 a fifth.
    clock.advance(290_000)
    const base = { position: '10', symbol: 'GBPUSD', volume: 1, price: 1 }
    const won = [
      dealOf({ ...base, ticket: '31', time: wall() - 30, type: 'buy' }),
      dealOf({ ...base, ticket: '32', time: wall() - 20, type: 'sell', entry: 'out', price: 1.0021, profit: 210 }),
    ]
    const all = [...shown, ...won]
    await send({ wait: 10_000, items: won, shown: all, balance: 2310 })
    await send({ shown: all, balance: 2310 })
    expect(await stored()).toMatchObject({ cases: ['balance_invented'], held: true })
    const [row] = await sql<{ growth: number }[]>`
      select growth from daily_row_now join trading_account using (account_id) where trader_id = ${trader.trader_id}`
    // Without the hold it would have paid: a twentieth from the first trade, and a fifth in place of a tenth.
    expect(row?.growth).toBeGreaterThan(1.05 * 1.19)
  })
})

describe('invented trades', () => {
  test('trades that no sync saw open are a warning, three of them a hold (R53)', async () => {
    const { send, stored, shown, wall } = await traded()
    let all = shown
    let balance = 1050
    for (let index = 0; index < 3; index += 1) {
      await send({ shown: all, balance })
      clock.advance(540_000)
      const base = { position: `4${index}`, symbol: 'GBPUSD', volume: 1, price: 1 }
      const won = [
        dealOf({ ...base, ticket: `4${index}1`, time: wall() - 780, type: 'buy' }),
        dealOf({
          ...base,
          ticket: `4${index}2`,
          time: wall() - 60,
          type: 'sell',
          entry: 'out',
          price: 1.0001,
          profit: 10,
        }),
      ]
      all = [...all, ...won]
      balance += 10
      await send({ wait: MINUTE_MS, items: won, shown: all, balance })
      expect((await stored()).held).toBe(index === 2)
    }
    const cases = ['never_seen_open', 'positions_invented']
    expect(await stored()).toMatchObject({ tags: cases, cases })
  })
  test('a close of more than was open is a hold (R54)', async () => {
    const { send, stored, shown, wall } = await traded()
    clock.advance(MINUTE_MS)
    const base = { position: '50', symbol: 'EURUSD', volume: 0.1, price: 1.1 }
    const entry = dealOf({ ...base, ticket: '51', time: wall(), type: 'buy' })
    const position = { id: '50', symbol: 'EURUSD', side: 'buy' as const, volume: 0.1, open_time: wall(), swap: 0 }
    const positions = [{ ...position, open_price: 1.1, price: 1.1, profit: 0 }]
    const open = [...shown, entry]
    await send({ items: [entry], shown: open, balance: 1050, positions })
    await send({ shown: open, balance: 1050, positions })
    clock.advance(MINUTE_MS)
    const exit = dealOf({ ...base, ticket: '52', time: wall(), type: 'sell', entry: 'out', volume: 1, profit: 100 })
    await send({ items: [exit], shown: [...open, exit], balance: 1150 })
    expect(await stored()).toMatchObject({
      tags: ['position_contradicted'],
      cases: ['position_contradicted'],
      held: true,
    })
  })
})
