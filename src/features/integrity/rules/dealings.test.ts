import { expect, test } from 'vitest'
import { MINUTE_MS } from '#shared/dates.ts'
import { dealingsOf, type ReviewRecord, type ReviewTrade } from './dealings.ts'

const deal = (ticket: string, at: number, more: Partial<ReviewRecord> = {}): ReviewRecord => ({
  ticket,
  at,
  type: 'buy',
  entry: 'in',
  position: 'p',
  order: null,
  volume: 1,
  price: 1,
  open_price: null,
  profit: 0,
  sl: 0,
  ...more,
})
const out = (ticket: string, at: number, more: Partial<ReviewRecord> = {}) =>
  deal(ticket, at, { type: 'sell', entry: 'out', ...more })
const trade = (ticket: string, open: number, close: number, more: Partial<ReviewTrade> = {}): ReviewTrade => ({
  ticket,
  symbol: 'EURUSD',
  side: 'buy',
  volume: 1,
  open,
  close,
  net: 1,
  ...more,
})

test('exits of one position are one position, at the average price of its entries', () => {
  const records = [deal('1', 0, { price: 1 }), deal('2', 10, { price: 2 }), out('3', 20), out('4', 30)]
  const { trades, positions } = dealingsOf([trade('3', 0, 20), trade('4', 0, 30, { net: 2 })], records)
  expect(trades.map(({ open_price }) => open_price)).toEqual([1.5, 1.5])
  expect(positions).toHaveLength(1)
  expect(positions[0]).toMatchObject({ open: 0, close: 30, net: 3, volume: 2, tickets: ['3', '4'] })
  expect(positions[0]?.entries.map(({ at, price, volume }) => [at, price, volume])).toEqual([
    [0, 1, 1],
    [10, 2, 1],
  ])
})

test('a position id that is used again after it was flat is another position', () => {
  const records = [deal('1', 0), out('2', 10), deal('3', 20, { price: 3 }), out('4', 30)]
  const { positions } = dealingsOf([trade('2', 0, 10), trade('4', 20, 30)], records)
  expect(positions.map(({ entries }) => entries.map(({ price }) => price))).toEqual([[1], [3]])
})

test('a reversal closes one position and opens the rest as another', () => {
  const records = [
    deal('1', 0),
    deal('2', 10, { type: 'sell', entry: 'inout', volume: 3, price: 5 }),
    deal('3', 20, { entry: 'out', volume: 2 }),
  ]
  const { trades, positions } = dealingsOf(
    [trade('2', 0, 10), trade('3', 10, 20, { side: 'sell', volume: 2 })],
    records,
  )
  expect(trades.map(({ open_price }) => open_price)).toEqual([1, 5])
  expect(positions[1]?.entries).toMatchObject([{ price: 5, volume: 2 }])
})

test('an exit whose entry was not reported has no opening price; its position has no entries', () => {
  const { trades, positions } = dealingsOf([trade('2', 10, 10)], [out('2', 10)])
  expect(trades[0]?.open_price).toBeNull()
  expect(positions[0]?.entries).toEqual([])
})

const order = (ticket: string, more: Partial<ReviewRecord> = {}) =>
  deal(ticket, 50, { entry: null, position: null, open_price: 1, ...more })

test('parts of an MT4 order are one position; another price or second is another', () => {
  const trades = [
    trade('1', 1000, 50_000),
    trade('2', 1000, MINUTE_MS),
    trade('3', 2000, MINUTE_MS),
    trade('4', 1000, 70_000),
  ]
  const { positions } = dealingsOf(trades, [order('1'), order('2'), order('3'), order('4', { open_price: 1.1 })])
  expect(positions.map(({ tickets }) => tickets)).toEqual([['1', '2'], ['4'], ['3']])
})

test('one observed stop is enough, and stops are unknown where the terminal does not report them', () => {
  const stopOf = (first: number | null, second: number | null) =>
    dealingsOf([trade('1', 0, 10)], [deal('0', 0, { sl: first }), out('1', 10, { sl: second })]).positions[0]?.stop
  expect([stopOf(0, 0), stopOf(1, 0), stopOf(0, 1), stopOf(null, 0), stopOf(null, null)]).toEqual([
    false,
    true,
    true,
    false,
    null,
  ])
})

test('the order of either list has no meaning', () => {
  const records = [deal('1', 0, { price: 1 }), deal('2', 10, { price: 2 }), out('3', 20), out('4', 30)]
  const trades = [trade('3', 0, 20), trade('4', 0, 30)]
  expect(dealingsOf(trades.toReversed(), records.toReversed())).toEqual(dealingsOf(trades, records))
})
