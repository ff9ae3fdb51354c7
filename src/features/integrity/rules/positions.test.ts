import { describe, expect, test } from 'vitest'
import { buy, sell } from '#features/ea/server/testing/keeper.ts'
import { dealOf, orderOf, type RequestOptions } from '#features/ea/server/testing/world.ts'
import { brokerAt, capital, JudgedAccount, MINUTE, openPosition } from '../testing/judged-account.ts'

/** Syncs at 0, 5, 10 minutes; the trade's records come with a later one. */
function trade(opened: number, closed: number, { listedAt = [] as number[], at = 15 } = {}): string[] {
  const account = new JudgedAccount()
  account.send({ at: 0, seq: 1, items: [capital()] })
  for (const minute of [5, 10]) {
    const positions = listedAt.includes(minute) ? [openPosition('9', opened * MINUTE, { open_price: 1 })] : []
    account.send({ at: minute * MINUTE, seq: minute, shown: [capital()], positions })
  }
  const items = [buy('21', brokerAt(opened * MINUTE)), sell('22', brokerAt(closed * MINUTE))]
  return account.send({ at: at * MINUTE, seq: 99, items, shown: [capital(), ...items] })
}

describe('trades that were never seen open (R53)', () => {
  test('a trade that spans a look of two minutes’ distance from its edges', () => {
    expect(trade(7, 13)).toContain('never_seen_open')
    expect(trade(7.99, 12.05)).toContain('never_seen_open')
    expect(trade(8.05, 13)).toEqual([])
    expect(trade(7, 12)).toEqual([])
    expect(trade(11, 14)).toEqual([])
  })
  test('one that was listed once is no finding', () => {
    expect(trade(2, 13, { listedAt: [5] })).toEqual([])
    expect(trade(2, 13, { listedAt: [10] })).toEqual([])
  })
  test('three in a month hold', () => {
    const account = new JudgedAccount()
    account.send({ at: 0, seq: 1, items: [capital()] })
    let shown: NonNullable<RequestOptions['shown']> = [capital()]
    const found = [1, 2, 3].map((index) => {
      const from = index * 20 * MINUTE
      account.send({ at: from, seq: index * 2, shown })
      const position = `9${index}`
      const items = [
        buy(`${index}1`, brokerAt(from - 5 * MINUTE), { position }),
        sell(`${index}2`, brokerAt(from + 5 * MINUTE), { position }),
      ]
      shown = [...shown, ...items]
      return account.send({ at: from + 10 * MINUTE, seq: index * 2 + 1, items, shown })
    })
    expect(found).toEqual([['never_seen_open'], ['never_seen_open'], ['never_seen_open', 'positions_invented']])
  })
  test('a list that does not hold all positions says nothing', () => {
    const account = new JudgedAccount()
    account.send({ at: 0, seq: 1, items: [capital()] })
    account.send({ at: 10 * MINUTE, seq: 2, shown: [capital()], openCount: 1, positions: [], equity: 1001 })
    const items = [buy('21', brokerAt(5 * MINUTE)), sell('22', brokerAt(14 * MINUTE))]
    expect(account.send({ at: 15 * MINUTE, seq: 3, items, shown: [capital(), ...items] })).toEqual([])
  })
  test('an entry that an earlier sync brought, and was never listed', () => {
    const account = new JudgedAccount()
    account.send({ at: 0, seq: 1, items: [capital()] })
    const entry = buy('21', brokerAt(2 * MINUTE))
    account.send({ at: 5 * MINUTE, seq: 2, items: [entry], shown: [capital(), entry] })
    account.send({ at: 10 * MINUTE, seq: 3, shown: [capital(), entry] })
    const exit = sell('22', brokerAt(14 * MINUTE))
    expect(account.send({ at: 15 * MINUTE, seq: 4, items: [exit], shown: [capital(), entry, exit] })).toContain(
      'never_seen_open',
    )
  })
  test('MT4: what a partial close leaves has another ticket, and is the same position', () => {
    const account = new JudgedAccount({ platform: 'MT4' })
    const money = orderOf({ ticket: '1', close_time: brokerAt(-60 * MINUTE), profit: 1000 })
    const order = (ticket: string, close: number) =>
      orderOf({
        ticket,
        type: 'buy',
        symbol: 'EURUSD',
        lots: 0.5,
        open_price: 1.1,
        close_price: 1.1,
        open_time: brokerAt(2 * MINUTE),
        close_time: brokerAt(close * MINUTE),
      })
    account.send({ at: 0, seq: 1, items: [money] })
    account.send({ at: 5 * MINUTE, seq: 2, shown: [money], positions: [openPosition('50', 2 * MINUTE)] })
    const parts = [order('50', 11), order('51', 14)]
    expect(account.send({ at: 15 * MINUTE, seq: 3, items: parts, shown: [money, ...parts] })).toEqual([])
  })
})

test('what is remembered stays small while no sync counts as a snapshot', () => {
  const account = new JudgedAccount()
  account.send({ at: 0, seq: 1, items: [capital()] })
  const missing = dealOf({ ticket: '99', time: brokerAt(0), profit: 5 })
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8].map((round) => {
    const positions = Array.from({ length: 200 }, (_, index) =>
      openPosition(String(round * 1000 + index), 0, { symbol: 'S'.repeat(64) }),
    )
    account.send({ at: round * MINUTE, seq: round + 1, more: true, shown: [capital(), missing], positions })
    return Object.keys(account.state.positions.seen).length
  })
  expect(sizes).toEqual([200, 400, 400, 400, 400, 400, 400, 400])
})

describe('records against what was seen open (R54)', () => {
  const mt4 = (more: Partial<Parameters<typeof orderOf>[0]>) => {
    const account = new JudgedAccount({ platform: 'MT4' })
    const money = orderOf({ ticket: '1', close_time: brokerAt(-60 * MINUTE), profit: 1000 })
    account.send({ at: 0, seq: 1, items: [money] })
    account.send({ at: 5 * MINUTE, seq: 2, shown: [money], positions: [openPosition('50', 2 * MINUTE)] })
    const order = orderOf({
      ticket: '50',
      type: 'buy',
      symbol: 'EURUSD',
      lots: 1,
      open_price: 1.1,
      open_time: brokerAt(2 * MINUTE),
      close_time: brokerAt(8 * MINUTE),
      ...more,
    })
    return account.send({ at: 10 * MINUTE, seq: 3, items: [order], shown: [money, order] })
  }
  test('MT4: price, side and volume of the closed order', () => {
    expect(mt4({})).toEqual([])
    expect(mt4({ lots: 0.4 })).toEqual([])
    expect(mt4({ open_price: 1.1 * 1.00009 })).toEqual([])
    expect(mt4({ open_price: 1.1 * 1.00011 })).toEqual(['position_contradicted'])
    expect(mt4({ lots: 1.01 })).toEqual(['position_contradicted'])
    expect(mt4({ type: 'sell' })).toEqual(['position_contradicted'])
  })

  /** A position of one lot, listed at 5 and 10 minutes; then these deals, ten minutes later what they left. */
  const mt5 = (...deals: ReturnType<typeof buy>[]) => {
    const account = new JudgedAccount()
    const entry = buy('21', brokerAt(2 * MINUTE))
    const position = openPosition('9', 2 * MINUTE, { open_price: 1 })
    account.send({ at: 0, seq: 1, items: [capital()] })
    account.send({ at: 5 * MINUTE, seq: 2, items: [entry], shown: [capital(), entry], positions: [position] })
    account.send({ at: 10 * MINUTE, seq: 3, shown: [capital(), entry], positions: [position] })
    return account.send({ at: 20 * MINUTE, seq: 4, items: deals, shown: [capital(), entry, ...deals] })
  }
  const at = brokerAt(12 * MINUTE)
  test('MT5: more leaves a position than was in it', () => {
    expect(mt5(sell('22', at))).toEqual([])
    expect(mt5(sell('22', at, { volume: 1.01 }))).toEqual(['position_contradicted'])
    expect(mt5(sell('22', at, { volume: 0.5 }), sell('23', at, { volume: 0.6 }))).toEqual(['position_contradicted'])
  })
  test('MT5: what was added in between may leave as well, a reversal anything', () => {
    expect(mt5(buy('22', at), sell('23', at + 1, { volume: 2 }))).toEqual([])
    expect(mt5(sell('22', at, { entry: 'inout', volume: 3 }))).toEqual([])
  })
  test('MT5: an exit on the side of the position', () => {
    expect(mt5(buy('22', at, { entry: 'out' }))).toEqual(['position_contradicted'])
  })
  test('MT5: a position opened by another deal than the one recorded', () => {
    const entered = (more: object, listed: object) => {
      const account = new JudgedAccount()
      account.send({ at: 0, seq: 1, items: [capital()] })
      const entry = buy('21', brokerAt(2 * MINUTE), more)
      const positions = [openPosition('9', 2 * MINUTE, { open_price: 1, ...listed })]
      return account.send({ at: 5 * MINUTE, seq: 2, items: [entry], shown: [capital(), entry], positions })
    }
    expect(entered({}, {})).toEqual([])
    expect(entered({ price: 1.00009 }, {})).toEqual([])
    expect(entered({ price: 1.00011 }, {})).toEqual(['position_contradicted'])
    expect(entered({}, { side: 'sell' })).toEqual(['position_contradicted'])
    // Netting: the position holds more than this deal.
    expect(entered({ price: 1.2 }, { volume: 2 })).toEqual([])
  })
})
