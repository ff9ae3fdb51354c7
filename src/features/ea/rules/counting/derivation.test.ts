import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Mt4Order, Mt5Deal } from '../../sync-contract.ts'
import { addRecord, newDerivation, operationType, type Derivation } from './derivation.ts'
import { ledgerNet, type LedgerRecord } from '../records.ts'

const utc = (seconds: number) => seconds * 1000

function derive(...records: LedgerRecord[]): Derivation {
  const derivation = newDerivation({})
  for (const record of records)
    addRecord(derivation, record, utc('entry' in record ? record.time : record.close_time), utc)
  return derivation
}

let ticket = 0
function deal(
  entry: Mt5Deal['entry'],
  type: string,
  volume: number,
  time: number,
  more: Partial<Mt5Deal> = {},
): Mt5Deal {
  ticket += 1
  const zero = { profit: 0, swap: 0, commission: 0, fee: 0, price: 1 }
  return { ticket: String(ticket), position: '1', symbol: 'EURUSD', entry, type, volume, time, ...zero, ...more }
}

describe('MT5 deals', () => {
  test('an entry is a commission, its exit a trade that includes it', () => {
    const { trades, operations, stretches } = derive(
      deal('in', 'buy', 1, 10, { commission: -3, fee: -1 }),
      deal('out', 'sell', 1, 20, { profit: 50, swap: -2, commission: -3 }),
    )
    expect(operations).toMatchObject([{ type: 'commission', amount: -4, t: 10_000 }])
    expect(trades).toMatchObject([{ side: 'buy', volume: 1, open: 10_000, close: 20_000, booked: 45, net: 41 }])
    expect(stretches).toEqual({})
  })
  test('each part closed is a trade and takes its share of the entry cost', () => {
    const { trades, stretches } = derive(
      deal('in', 'sell', 3, 10, { commission: -6 }),
      deal('out', 'buy', 1, 20, { profit: 10 }),
      deal('out', 'buy', 1, 30, { profit: 10 }),
    )
    expect(trades.map(({ net, side }) => [net, side])).toEqual([
      [8, 'sell'],
      [8, 'sell'],
    ])
    expect(stretches).toEqual({ 1: { side: 'sell', volume: 1, since: 10_000, cost: -2 } })
  })
  test('adding to a position keeps its first time', () => {
    const { trades } = derive(
      deal('in', 'buy', 0.1, 10, { commission: -1 }),
      deal('in', 'buy', 0.2, 15, { commission: -2 }),
      deal('out', 'sell', 0.3, 20, { profit: 9 }),
    )
    expect(trades).toMatchObject([{ open: 10_000, net: 6, booked: 9, volume: 0.3 }])
  })
  test('positions closed by each other are two trades', () => {
    const { trades, stretches } = derive(
      deal('in', 'buy', 1, 10, { position: '5', commission: -1 }),
      deal('in', 'sell', 1, 11, { position: '6', commission: -1 }),
      deal('out_by', 'sell', 1, 20, { position: '5', profit: 7 }),
      deal('out_by', 'buy', 1, 20, { position: '6', profit: -3 }),
    )
    expect(trades.map(({ side, net }) => [side, net])).toEqual([
      ['buy', 6],
      ['sell', -4],
    ])
    expect(stretches).toEqual({})
  })
  test('a reversal closes all and opens the rest on the other side', () => {
    const { trades, operations, stretches } = derive(
      deal('in', 'buy', 1, 10, { commission: -2 }),
      deal('inout', 'sell', 4, 20, { profit: 12, commission: -8 }),
      deal('out', 'buy', 3, 30, { profit: 5 }),
    )
    expect(trades).toMatchObject([
      { side: 'buy', volume: 1, open: 10_000, close: 20_000, booked: 10, net: 8 },
      { side: 'sell', volume: 3, open: 20_000, close: 30_000, booked: 5, net: -1 },
    ])
    expect(operations.map(({ amount }) => amount)).toEqual([-2, -6])
    expect(stretches).toEqual({})
  })
  test('a reversal without a known entry opens a stretch all the same', () => {
    const { trades, operations, stretches } = derive(
      deal('inout', 'sell', 4, 20, { profit: 12, commission: -8 }),
      deal('out', 'buy', 3, 30, { profit: 5 }),
    )
    expect(trades).toMatchObject([
      { side: 'buy', open: 20_000, close: 20_000, booked: 4, net: 4 },
      { side: 'sell', volume: 3, open: 20_000, close: 30_000, booked: 5, net: 5 },
    ])
    expect(operations).toEqual([])
    expect(stretches).toMatchObject({ 1: { side: 'sell', since: 20_000, cost: 0 } })
  })
  test('a reversal of more than the known volume closes it, with all its cost', () => {
    const { trades, stretches } = derive(
      deal('in', 'buy', 3, 10, { commission: -2 }),
      deal('inout', 'sell', 3, 20, { profit: 12 }),
    )
    expect(trades).toMatchObject([{ side: 'buy', open: 10_000, booked: 12, net: 10 }])
    expect(stretches).toMatchObject({ 1: { side: 'sell', since: 20_000, cost: 0 } })
  })
  test('an exit without a known entry opens and closes at once, and costs nothing more', () => {
    const { trades } = derive(deal('out', 'buy', 1, 20, { profit: 5, commission: -1 }))
    expect(trades).toMatchObject([{ side: 'sell', open: 20_000, close: 20_000, net: 4, booked: 4 }])
  })
  test('an entry reported after its exit never makes a trade end before it began', () => {
    const derivation = newDerivation({})
    addRecord(derivation, deal('in', 'buy', 1, 10), 99_000, utc)
    addRecord(derivation, deal('out', 'sell', 1, 20), 20_000, utc)
    expect(derivation.trades).toMatchObject([{ open: 20_000, close: 20_000 }])
  })
})

describe('MT4 orders', () => {
  const order = (more: Partial<Mt4Order>): Mt4Order => ({
    ticket: '1',
    type: 'buy',
    symbol: 'EURUSD',
    lots: 1,
    open_time: 10,
    close_time: 20,
    open_price: 1,
    close_price: 1,
    profit: 0,
    swap: 0,
    commission: 0,
    ...more,
  })
  test('a closed order is a trade, all of it booked at the close', () => {
    const { trades, operations } = derive(order({ profit: 10, swap: -1, commission: -2 }))
    expect(trades).toMatchObject([{ open: 10_000, close: 20_000, net: 7, booked: 7, side: 'buy' }])
    expect(operations).toEqual([])
  })
  test('balance rows are deposits and withdrawals, credit is credit', () => {
    const rows = [100, -40].map((profit) => order({ type: 'balance', profit }))
    expect(derive(...rows, order({ type: 'credit', profit: 30 })).operations).toMatchObject([
      { type: 'deposit', amount: 100 },
      { type: 'withdrawal', amount: -40 },
      { type: 'credit', amount: 30 },
    ])
  })
})

describe('types of operation', () => {
  test.each([
    ['balance', -3, 'Swap EURUSD', 'swap'],
    ['balance', -3, 'OVERNIGHT FINANCING', 'swap'],
    ['balance', -3, 'Dividend AAPL', 'dividend'],
    ['balance', -3, 'Prelievo', 'withdrawal'],
    ['balance', 3, 'Dividend AAPL', 'deposit'],
    ['balance', 3, 'Rollover', 'deposit'],
    ['commission_daily', -1, '', 'commission'],
    ['dividend_franked', 1, '', 'dividend'],
    ['buy_canceled', -1, '', 'correction'],
    ['interest', 1, '', 'interest'],
    ['charge', -1, '', 'charge'],
    ['so_and_so', 1, '', 'so_and_so'],
  ])('%s %d "%s" is %s', (type, amount, comment, expected) => {
    expect(operationType(type, amount, comment)).toBe(expected)
  })
})

/** Random deals of a netting account: entries, exits and reversals of one position, in any order of sizes. */
const randomDeals = fc
  .array(
    fc.record({
      entry: fc.constantFrom<Mt5Deal['entry']>('in', 'out', 'out_by', 'inout'),
      type: fc.constantFrom('buy', 'sell', 'balance', 'credit', 'commission'),
      volume: fc.integer({ min: 1, max: 500 }).map((volume) => volume / 100),
      position: fc.constantFrom('1', '2', '3'),
      profit: fc.integer({ min: -5000, max: 5000 }).map((cents) => cents / 100),
      commission: fc.integer({ min: -300, max: 0 }).map((cents) => cents / 100),
    }),
    { maxLength: 60 },
  )
  .map((deals) => deals.map(({ entry, type, volume, ...more }, index) => deal(entry, type, volume, index, more)))

test('for any deals, trades and operations add up to the ledger', () => {
  fc.assert(
    fc.property(randomDeals, (deals) => {
      const { trades, operations } = derive(...deals)
      const booked = trades.reduce((sum, trade) => sum + trade.booked, 0)
      const moved = operations.reduce((sum, { type, amount }) => sum + (type === 'credit' ? 0 : amount), 0)
      const ledger = deals.reduce((sum, one) => sum + ledgerNet(one), 0)
      expect(booked + moved).toBeCloseTo(ledger, 6)
      for (const { open, close, volume } of trades) {
        expect(open).toBeLessThanOrEqual(close)
        expect(volume).toBeGreaterThan(0)
      }
    }),
  )
})

test('once everything is closed, trades have taken exactly the entries’ cost', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 20 }), (parts) => {
      const total = parts.reduce((sum, part) => sum + part, 0)
      const deals = [
        deal('in', 'buy', total / 100, 0, { commission: -7.77 }),
        ...parts.map((part, index) => deal('out', 'sell', part / 100, index + 1, { profit: 1 })),
      ]
      const { trades, stretches } = derive(...deals)
      expect(trades.reduce((sum, { net, booked }) => sum + net - booked, 0)).toBeCloseTo(-7.77, 9)
      expect(stretches).toEqual({})
    }),
  )
})
