import { describe, expect, test } from 'vitest'
import { buy, deposit, opened, sell, start, wall } from '../../server/testing/synced-account.ts'
import { dealOf } from '../../server/testing/world.ts'
import type { Mt5Deal } from '../../sync-contract.ts'

describe('a snapshot', () => {
  test('a trade closed while history is incomplete waits, and is dated by its own time', () => {
    const synced = opened()
    const records = [buy('2', wall(start) + 10), sell('3', wall(start) + 20, { profit: 50 })]
    const shown = [deposit, ...records]
    const half = synced.send({
      now: start + 300_000,
      seq: 2,
      items: records.slice(0, 1),
      shown,
      balance: 1050,
      more: true,
    })
    expect(half.snapshot).toBeNull()
    expect(synced.account.intake.pending).toBe(1)
    const { trades } = synced.send({ now: start + 302_000, seq: 3, items: records.slice(1), shown, balance: 1050 })
    expect(trades).toMatchObject([{ open: start + 10_000, close: start + 20_000, origin: 'witnessed' }])
    expect(synced.account.engine?.row).toMatchObject({ trades: 1, growth: 1.05 })
  })
  test('an MT4 tab that shows less is compared over its own rows', () => {
    const synced = opened()
    const later = dealOf({ ticket: '2', time: wall(start) + 10, profit: 100 })
    synced.send({ now: start + 300_000, seq: 2, items: [later], shown: [deposit, later], balance: 1100 })
    const { snapshot } = synced.send({ now: start + 600_000, seq: 3, shown: [later], balance: 1100 })
    expect(snapshot).not.toBeNull()
    expect(synced.tags).not.toContain('ledger_mismatch')
  })
  test('an MT4 tab that hides records counted since the first snapshot is compared, counted and marked', () => {
    const synced = opened()
    const [one, two] = [10, 400].map((after, index) =>
      dealOf({ ticket: String(index + 2), time: wall(start) + after, profit: 100 }),
    ) as [Mt5Deal, Mt5Deal]
    synced.send({ now: start + 300_000, seq: 2, items: [one], shown: [deposit, one], balance: 1100 })
    synced.send({ now: start + 600_000, seq: 3, items: [two], shown: [deposit, one, two], balance: 1200 })
    const { snapshot, answer, account } = synced.send({ now: start + 900_000, seq: 4, shown: [two], balance: 1200 })
    expect(snapshot).not.toBeNull()
    expect(synced.tags).toEqual(['ledger_mismatch'])
    expect(account.intake.shown.equal).toBe(false)
    expect(answer).toMatchObject({ level: 'warn', message: expect.stringContaining('diverso da quello ricevuto') })
  })
  test('credit never enters own equity, whether the server counts it into equity or not', () => {
    for (const equity of [1000, 1000.5, 1200, 1199.5]) {
      const synced = opened()
      const { snapshot } = synced.send({
        now: start + 300_000,
        seq: 2,
        shown: [deposit],
        balance: 1000,
        equity,
        credit: 200,
      })
      expect(snapshot?.equity).toBe(1000)
    }
  })
  test('the oldest open position gives open_since; more positions than were sent give none', () => {
    const synced = opened()
    const position = {
      symbol: 'X',
      side: 'buy' as const,
      volume: 1,
      open_price: 1,
      price: 1,
      profit: 0,
      swap: 0,
    }
    const positions = [60, 90].map((ago) => ({ ...position, id: String(ago), open_time: wall(start) - ago }))
    const next = { now: start + 300_000, shown: [deposit], balance: 1000, positions }
    expect(synced.send({ ...next, seq: 2 }).snapshot?.open_since).toBe(start - 90_000)
    expect(synced.send({ ...next, now: start + 600_000, seq: 3, openCount: 3 }).snapshot?.open_since).toBeNull()
  })
  test('where more positions are open than are listed, the smaller of the stated result and the listed sum counts', () => {
    const position = { id: '60', symbol: 'X', side: 'buy' as const, volume: 1, open_price: 1, price: 1, swap: 0 }
    const ownEquity = (stated: number, profit: number, openCount: number) => {
      const positions = [{ ...position, open_time: wall(start) - 60, profit }]
      const next = { now: start + 300_000, seq: 2, shown: [deposit], balance: 1000, positions, openCount }
      return opened().send({ ...next, equity: 1000 + stated }).snapshot?.equity
    }
    expect(ownEquity(-50, -100, 2)).toBe(900)
    expect(ownEquity(-100, -50, 2)).toBe(900)
    expect(ownEquity(80, 30, 2)).toBe(1030)
    // All are listed: the terminal's figure counts.
    expect(ownEquity(-101, -100, 1)).toBe(899)
  })
  test('a terminal off line, or another currency, counts as none', () => {
    const synced = opened()
    expect(synced.send({ now: start + 300_000, seq: 2, shown: [deposit], connected: false }).snapshot).toBeNull()
    expect(synced.send({ now: start + 600_000, seq: 3, shown: [deposit], currency: 'USD' }).snapshot).toBeNull()
    expect(synced.tags).toContain('currency_changed')
  })
  test('two terminals in turn are noticed', () => {
    const synced = opened()
    synced.send({ now: start + 300_000, boot: 'boot2', shown: [deposit] })
    expect(synced.tags).not.toContain('two_terminals')
    const { answer } = synced.send({ now: start + 600_000, boot: 'boot1', seq: 2, shown: [deposit] })
    expect(synced.tags).toContain('two_terminals')
    expect(answer).toMatchObject({ level: 'warn' })
  })
})

describe('times', () => {
  test('a record from the future is held at its sync and tagged', () => {
    const synced = opened()
    const ahead = sell('2', wall(start) + 90_000, { profit: 10, position: '0' })
    const { trades } = synced.send({
      now: start + 300_000,
      seq: 2,
      items: [ahead],
      shown: [deposit, ahead],
      balance: 1010,
    })
    expect(trades).toMatchObject([{ close: start + 300_000, origin: 'witnessed' }])
    expect(synced.tags).toContain('future_time')
  })
  test('the point of an hour is stored once, with the extremes since the one before', () => {
    const synced = opened()
    synced.send({ now: start + 600_000, seq: 2, shown: [deposit], equity: 900 })
    const missed: [number, number, number][] = [5400, 5500].map((s) => [wall(start) + s, 1000, 950])
    const { points } = synced.send({ now: start + 7_300_000, seq: 3, shown: [deposit], points: missed })
    expect(points).toEqual([
      { at: start + 5_400_000, balance: 1000, equity: 950, low: null, high: null },
      { at: start + 7_300_000, balance: 1000, equity: 1000, low: 900, high: 1000 },
    ])
  })
})
