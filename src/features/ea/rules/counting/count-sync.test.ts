import { describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { buy, deposit, SyncedAccount, opened, sell, start, wall } from '../../server/testing/synced-account.ts'
import { dealOf } from '../../server/testing/world.ts'
import type { Mt5Deal } from '../../sync-contract.ts'

describe('late records', () => {
  test('are shown, and count nowhere', () => {
    const synced = opened()
    const growth = synced.account.engine?.row.growth
    const hidden = [buy('2', wall(start) - 80_000), sell('3', wall(start) - 70_000, { profit: 500 })]
    const { trades, account } = synced.send({
      now: start + 300_000,
      seq: 2,
      items: hidden,
      shown: [deposit, ...hidden],
      balance: 1000,
    })
    expect(trades).toMatchObject([{ origin: 'late', net: 500, open: (wall(start) - 80_000 - 7200) * 1000 }])
    expect(account.engine).toMatchObject({ profit_total: 0, row: { growth, trades: 0, inflow: 1000 } })
    expect(account.intake).toMatchObject({ late: 2, pending: 0, stretches: {}, late_stretches: {} })
    expect(synced.tags).toContain('late_records')
  })
  test('begin 120 seconds before the price of the first snapshot', () => {
    const synced = opened()
    const items = [119, 120, 121].map((ago, index) =>
      dealOf({ ticket: String(index + 2), time: wall(start) - ago, profit: 1 }),
    )
    synced.send({ now: start + MINUTE_MS, seq: 2, items, shown: [deposit, ...items], balance: 1002 })
    expect([...synced.stored.values()].map(({ late }) => late)).toEqual([false, true, false, false])
  })
  test('a hidden exit takes nothing from the counted one', () => {
    const synced = new SyncedAccount()
    const entry = buy('2', wall(start) - 5000, { commission: -2 })
    synced.send({ now: start, items: [deposit, entry], balance: 998 })
    const exit = sell('3', wall(start) - 4000, { profit: 10 })
    const { trades, account } = synced.send({
      now: start + 300_000,
      seq: 2,
      items: [exit],
      shown: [deposit, entry, exit],
      balance: 998,
    })
    expect(trades).toMatchObject([{ origin: 'late', net: 8 }])
    expect(account.engine?.profit_total).toBe(0)
    const last = sell('4', wall(start) + 400, { profit: 1 })
    const shown = [deposit, entry, exit, last]
    const next = synced.send({ now: start + 600_000, seq: 3, items: [last], shown, balance: 999 })
    // A gain at the exit, a loss with the entry's cost.
    expect(next.trades).toMatchObject([{ origin: 'witnessed', booked: 1, net: -1, open: (entry.time - 7200) * 1000 }])
    expect(next.account.engine?.row).toMatchObject({ trades: 1, wins: 0 })
    expect(next.account.intake.stretches).toEqual({})
  })
})

describe('records that change', () => {
  const closed = () => {
    const synced = opened()
    const records = [buy('2', wall(start) + 10), sell('3', wall(start) + 20, { profit: 50 })]
    synced.send({ now: start + 300_000, seq: 2, items: records, shown: [deposit, ...records], balance: 1050 })
    return { synced, records }
  }
  test('a later charge is a note, its money a correction of today', () => {
    const { synced, records } = closed()
    const charged = { ...(records[1] as Mt5Deal), commission: -5 }
    const before = synced.account.engine
    const { operations, account } = synced.send({
      now: start + 600_000,
      seq: 3,
      items: [charged],
      shown: [deposit, records[0] as Mt5Deal, charged],
      balance: 1045,
    })
    expect(operations).toMatchObject([{ ticket: '3#1', type: 'correction', amount: -5, t: start + 600_000 }])
    expect(synced.received.at(-1)?.changed).toMatchObject([{ grave: false, difference: -5 }])
    // Rows, wins and counts keep the first value; the loss is a loss of today.
    expect(account.engine?.profit_total).toBe(before?.profit_total)
    expect(account.engine?.row).toMatchObject({ trades: 1, wins: 1, profit: 50 })
    expect(account.engine?.row.growth).toBeCloseTo(1.045, 12)
  })
  test('a profit that grows is no gain: the correction is a deposit', () => {
    const { synced, records } = closed()
    const better = { ...(records[1] as Mt5Deal), profit: 950 }
    const { account } = synced.send({
      now: start + 600_000,
      seq: 3,
      items: [better],
      shown: [deposit, records[0] as Mt5Deal, better],
      balance: 1950,
    })
    expect(synced.received.at(-1)?.changed).toMatchObject([{ grave: true, difference: 900 }])
    expect(account.engine?.row.growth).toBeCloseTo(1.05, 12)
    expect(account.engine?.row.inflow).toBe(1900)
  })
  test('before they are counted they simply change', () => {
    const synced = new SyncedAccount()
    const other = dealOf({ ticket: '2', time: wall(start) - 100, profit: 5 })
    synced.send({ now: start, items: [deposit], shown: [deposit, other], more: true, balance: 1005 })
    const smaller = { ...deposit, profit: 700 }
    const { operations } = synced.send({
      now: start + 2000,
      seq: 2,
      items: [smaller, other],
      shown: [smaller, other],
      balance: 705,
    })
    expect(operations).toMatchObject([{ amount: 700, origin: 'imported' }, { amount: 5 }])
    expect(synced.account.engine?.row.inflow).toBe(705)
  })
  test('a charge on the entry of an open position is part of its trade', () => {
    const synced = opened()
    const entry = buy('2', wall(start) + 10, { commission: -1 })
    synced.send({ now: start + 300_000, seq: 2, items: [entry], shown: [deposit, entry], balance: 999 })
    const dearer = { ...entry, commission: -3 }
    synced.send({ now: start + 600_000, seq: 3, items: [dearer], shown: [deposit, dearer], balance: 997 })
    const exit = sell('3', wall(start) + 700, { profit: 10 })
    const { trades } = synced.send({
      now: start + 900_000,
      seq: 4,
      items: [exit],
      shown: [deposit, dearer, exit],
      balance: 1007,
    })
    expect(trades).toMatchObject([{ net: 7, booked: 10 }])
    expect(synced.account.engine?.row.growth).toBeCloseTo(1.007, 12)
  })
  test('and are in no snapshot wait for the next one', () => {
    const { synced, records } = closed()
    const charged = { ...(records[1] as Mt5Deal), swap: -4 }
    const shown = [deposit, records[0] as Mt5Deal, charged]
    const off = synced.send({ now: start + 600_000, seq: 3, items: [charged], shown, balance: 1046, connected: false })
    expect(off.snapshot).toBeNull()
    expect(off.account.intake.corrections).toEqual([{ t: start + 600_000, amount: -4 }])
    const { account } = synced.send({ now: start + 900_000, seq: 4, shown, balance: 1046 })
    expect(account.engine?.row.growth).toBeCloseTo(1.046, 12)
    expect(account.intake.corrections).toEqual([])
  })
})
