import { describe, expect, test } from 'vitest'
import { buy, sell } from '#features/ea/server/testing/synced-account.ts'
import { dealOf, orderOf, type RequestOptions } from '#features/ea/server/testing/world.ts'
import { listedPositions } from '#features/ea/sync-contract.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { Forger } from '../../testing/forger.ts'
import { brokerAt, capital, CheckedAccount, openPosition } from '../../testing/checked-account.ts'

/** Syncs at 0, 5, 10 minutes; the trade's records come with a later one. */
function trade(opened: number, closed: number, { listedAt = [] as number[], at = 15 } = {}): string[] {
  const account = new CheckedAccount()
  account.send({ at: 0, seq: 1, items: [capital()] })
  for (const minute of [5, 10]) {
    const positions = listedAt.includes(minute) ? [openPosition('9', opened * MINUTE_MS, { open_price: 1 })] : []
    account.send({ at: minute * MINUTE_MS, seq: minute, shown: [capital()], positions })
  }
  const items = [buy('21', brokerAt(opened * MINUTE_MS)), sell('22', brokerAt(closed * MINUTE_MS))]
  return account.send({ at: at * MINUTE_MS, seq: 99, items, shown: [capital(), ...items] })
}

describe('trades that were never listed (R53)', () => {
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
    const account = new CheckedAccount()
    account.send({ at: 0, seq: 1, items: [capital()] })
    let shown: NonNullable<RequestOptions['shown']> = [capital()]
    const found = [1, 2, 3].map((index) => {
      const from = index * 20 * MINUTE_MS
      account.send({ at: from, seq: index * 2, shown })
      const position = `9${index}`
      const items = [
        buy(`${index}1`, brokerAt(from - 5 * MINUTE_MS), { position }),
        sell(`${index}2`, brokerAt(from + 5 * MINUTE_MS), { position }),
      ]
      shown = [...shown, ...items]
      return account.send({ at: from + 10 * MINUTE_MS, seq: index * 2 + 1, items, shown })
    })
    expect(found).toEqual([['never_seen_open'], ['never_seen_open'], ['never_seen_open', 'positions_invented']])
  })
  test('a list that does not hold all positions says nothing', () => {
    const account = new CheckedAccount()
    account.send({ at: 0, seq: 1, items: [capital()] })
    account.send({ at: 10 * MINUTE_MS, seq: 2, shown: [capital()], openCount: 1, positions: [], equity: 1001 })
    const items = [buy('21', brokerAt(5 * MINUTE_MS)), sell('22', brokerAt(14 * MINUTE_MS))]
    expect(account.send({ at: 15 * MINUTE_MS, seq: 3, items, shown: [capital(), ...items] })).toEqual([])
  })
  test('an entry that an earlier sync brought, and was never listed', () => {
    const account = new CheckedAccount()
    account.send({ at: 0, seq: 1, items: [capital()] })
    const entry = buy('21', brokerAt(2 * MINUTE_MS))
    account.send({ at: 5 * MINUTE_MS, seq: 2, items: [entry], shown: [capital(), entry] })
    account.send({ at: 10 * MINUTE_MS, seq: 3, shown: [capital(), entry] })
    const exit = sell('22', brokerAt(14 * MINUTE_MS))
    expect(account.send({ at: 15 * MINUTE_MS, seq: 4, items: [exit], shown: [capital(), entry, exit] })).toContain(
      'never_seen_open',
    )
  })
  test('MT4: what a partial close leaves has another ticket, and is the same position', () => {
    const account = new CheckedAccount({ platform: 'MT4' })
    const money = orderOf({ ticket: '1', close_time: brokerAt(-60 * MINUTE_MS), profit: 1000 })
    const order = (ticket: string, close: number) =>
      orderOf({
        ticket,
        type: 'buy',
        symbol: 'EURUSD',
        lots: 0.5,
        open_price: 1.1,
        close_price: 1.1,
        open_time: brokerAt(2 * MINUTE_MS),
        close_time: brokerAt(close * MINUTE_MS),
      })
    account.send({ at: 0, seq: 1, items: [money] })
    account.send({ at: 5 * MINUTE_MS, seq: 2, shown: [money], positions: [openPosition('50', 2 * MINUTE_MS)] })
    const parts = [order('50', 11), order('51', 14)]
    expect(account.send({ at: 15 * MINUTE_MS, seq: 3, items: parts, shown: [money, ...parts] })).toEqual([])
  })
})

describe('ways past the list (R53)', () => {
  const never = ['never_seen_open', 'never_seen_open', 'never_seen_open', 'positions_invented']
  test('exits of positions that nothing ever opened', () => {
    const forger = new Forger()
    for (const minute of [5, 10, 15, 20]) {
      forger.send(minute, [
        sell(`${minute}`, brokerAt((minute - 1) * MINUTE_MS), { position: `9${minute}`, profit: 5 }),
      ])
    }
    expect(forger.codes.slice(0, 4)).toEqual(never)
  })
  test('a position that is listed for ever and closed again and again', () => {
    const forger = new Forger()
    const positions = [openPosition('9', MINUTE_MS, { open_price: 1, price: 1 })]
    forger.send(5, [], { positions })
    for (const minute of [10, 15, 20]) {
      forger.send(minute, [sell(`${minute}`, brokerAt((minute - 1) * MINUTE_MS))], { positions })
    }
    expect(forger.codes).toEqual(expect.arrayContaining(never))
  })
  test('a position that was open at t_0, opened before the history began', () => {
    const account = new CheckedAccount()
    const positions = [openPosition('9', -300 * MINUTE_MS, { open_price: 1, price: 1 })]
    account.send({ at: 0, seq: 1, items: [capital()], positions })
    const exit = sell('21', brokerAt(4 * MINUTE_MS))
    expect(account.send({ at: 5 * MINUTE_MS, seq: 2, items: [exit], shown: [capital(), exit] })).toEqual([])
  })
  test('always one position more than is listed: three trades that it hid hold', () => {
    const forger = new Forger()
    const blind = { openCount: 1, positions: [] }
    for (const minute of [5, 15, 25, 35]) {
      const [opened, closed] = [minute - 5, minute + 4].map((at) => brokerAt(at * MINUTE_MS))
      const position = `9${minute}`
      forger.send(minute, [], blind)
      forger.send(
        minute + 5,
        [buy(`${minute}1`, opened ?? 0, { position }), sell(`${minute}2`, closed ?? 0, { position })],
        blind,
      )
    }
    expect(forger.codes.slice(0, 2)).toEqual(['positions_withheld', 'positions_invented'])
  })
  test('more open than a list can hold is said, and ends', () => {
    const forger = new Forger()
    const positions = Array.from({ length: listedPositions }, (_, index) => openPosition(String(index + 1), MINUTE_MS))
    expect(forger.send(5, [], { positions, openCount: listedPositions + 1 })).toEqual(['too_many_positions'])
    forger.send(10, [], { positions })
    expect(forger.account.last?.ended).toEqual(['too_many_positions'])
  })
  describe('MT4: the rest of a partial close', () => {
    const money = orderOf({ ticket: '1', close_time: brokerAt(-60 * MINUTE_MS), profit: 1000 })
    const part = (ticket: string, lots: number, minute: number) =>
      orderOf({
        ticket,
        type: 'buy',
        symbol: 'EURUSD',
        lots,
        open_price: 1.1,
        close_price: 1.1,
        open_time: brokerAt(MINUTE_MS),
        close_time: brokerAt(minute * MINUTE_MS),
      })
    test('no more than what was listed may be closed in parts', () => {
      const forger = new Forger('MT4', money)
      forger.send(5, [], { positions: [openPosition('50', MINUTE_MS)] })
      expect(forger.send(15, [part('50', 0.4, 9), part('51', 0.3, 11), part('52', 0.3, 14)])).toEqual([])
      expect(forger.send(20, [part('53', 0.3, 19)])).toEqual(['never_seen_open'])
    })
    test('a position that is still listed has not been closed', () => {
      const forger = new Forger('MT4', money)
      const positions = [openPosition('50', MINUTE_MS)]
      forger.send(5, [], { positions })
      for (const minute of [10, 15, 20]) forger.send(minute, [part(`6${minute}`, 1, minute - 1)], { positions })
      expect(forger.codes).toEqual(never)
    })
    test('several orders of one moment, each closed in parts', () => {
      const forger = new Forger('MT4', money)
      forger.send(5, [], { positions: [openPosition('50', MINUTE_MS), openPosition('60', MINUTE_MS)] })
      forger.send(10, [part('50', 0.5, 8)], {
        positions: [openPosition('51', MINUTE_MS, { volume: 0.5 }), openPosition('60', MINUTE_MS)],
      })
      forger.send(20, [part('60', 0.5, 11), part('61', 0.5, 14), part('51', 0.2, 16), part('52', 0.3, 19)])
      expect(forger.codes).toEqual([])
    })
  })
})

test('the memory stays small while no sync counts as a snapshot', () => {
  const account = new CheckedAccount()
  account.send({ at: 0, seq: 1, items: [capital()] })
  const missing = dealOf({ ticket: '99', time: brokerAt(0), profit: 5 })
  const sizes = [1, 2, 3, 4, 5, 6, 7, 8].map((round) => {
    const positions = Array.from({ length: listedPositions }, (_, index) =>
      openPosition(String(round * 1000 + index), 0, { symbol: 'S'.repeat(64) }),
    )
    account.send({ at: round * MINUTE_MS, seq: round + 1, more: true, shown: [capital(), missing], positions })
    return Object.keys(Object(account.state.positions['seen'])).length
  })
  expect(sizes).toEqual([1, 2, 2, 2, 2, 2, 2, 2].map((lists) => lists * listedPositions))
})

describe('records against listed positions (R54)', () => {
  const mt4 = (more: Partial<Parameters<typeof orderOf>[0]>) => {
    const account = new CheckedAccount({ platform: 'MT4' })
    const money = orderOf({ ticket: '1', close_time: brokerAt(-60 * MINUTE_MS), profit: 1000 })
    account.send({ at: 0, seq: 1, items: [money] })
    account.send({ at: 5 * MINUTE_MS, seq: 2, shown: [money], positions: [openPosition('50', 2 * MINUTE_MS)] })
    const order = orderOf({
      ticket: '50',
      type: 'buy',
      symbol: 'EURUSD',
      lots: 1,
      open_price: 1.1,
      open_time: brokerAt(2 * MINUTE_MS),
      close_time: brokerAt(8 * MINUTE_MS),
      ...more,
    })
    return account.send({ at: 10 * MINUTE_MS, seq: 3, items: [order], shown: [money, order] })
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
    const account = new CheckedAccount()
    const entry = buy('21', brokerAt(2 * MINUTE_MS))
    const position = openPosition('9', 2 * MINUTE_MS, { open_price: 1 })
    account.send({ at: 0, seq: 1, items: [capital()] })
    account.send({ at: 5 * MINUTE_MS, seq: 2, items: [entry], shown: [capital(), entry], positions: [position] })
    account.send({ at: 10 * MINUTE_MS, seq: 3, shown: [capital(), entry], positions: [position] })
    return account.send({ at: 20 * MINUTE_MS, seq: 4, items: deals, shown: [capital(), entry, ...deals] })
  }
  const at = brokerAt(12 * MINUTE_MS)
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
      const account = new CheckedAccount()
      account.send({ at: 0, seq: 1, items: [capital()] })
      const entry = buy('21', brokerAt(2 * MINUTE_MS), more)
      const positions = [openPosition('9', 2 * MINUTE_MS, { open_price: 1, ...listed })]
      return account.send({ at: 5 * MINUTE_MS, seq: 2, items: [entry], shown: [capital(), entry], positions })
    }
    expect(entered({}, {})).toEqual([])
    expect(entered({ price: 1.00009 }, {})).toEqual([])
    expect(entered({ price: 1.00011 }, {})).toEqual(['position_contradicted'])
    expect(entered({}, { side: 'sell' })).toEqual(['position_contradicted'])
    // Netting: the position holds more than this deal.
    expect(entered({ price: 1.2 }, { volume: 2 })).toEqual([])
  })
  test('MT5: an entry that is held back, and reported with the exit at a better price', () => {
    const heldBack = (more: object, listed: object = {}, exit: object = {}) => {
      const forger = new Forger()
      const positions = [openPosition('9', MINUTE_MS, { open_price: 1, ...listed })]
      forger.send(5, [], { positions })
      forger.send(10, [], { positions })
      return forger.send(15, [buy('21', brokerAt(MINUTE_MS), more), sell('22', brokerAt(14 * MINUTE_MS), exit)])
    }
    expect(heldBack({})).toEqual([])
    expect(heldBack({ price: 0.95 })).toEqual(['position_contradicted'])
    expect(heldBack({ volume: 2 }, {}, { volume: 2 })).toEqual(['position_contradicted'])
    // Its profit is that of a buy.
    expect(heldBack({}, { side: 'sell' })).toEqual(['position_contradicted', 'listed_results_invented'])
  })
  test('MT5: netting, where the list was read between two deals', () => {
    const forger = new Forger()
    const positions = [openPosition('9', 4 * MINUTE_MS, { open_price: 1 })]
    forger.send(5, [buy('21', brokerAt(4 * MINUTE_MS))], { positions })
    forger.send(10, [], { positions })
    expect(forger.send(15, [buy('22', brokerAt(14.99 * MINUTE_MS), { price: 1.01 })], { positions })).toEqual([])
    const both = [openPosition('8', 19 * MINUTE_MS, { open_price: 1.005, volume: 2 }), ...positions]
    const deals = [
      buy('23', brokerAt(19 * MINUTE_MS), { position: '8' }),
      buy('24', brokerAt(19.5 * MINUTE_MS), { position: '8', price: 1.01 }),
    ]
    expect(forger.send(20, deals, { positions: both })).toEqual([])
  })
  test('MT5: a split while the terminal was off', () => {
    const share = { symbol: 'NVDA', volume: 10, open_price: 1000, price: 1010 }
    const split = (minute: number, exit: object) => {
      const forger = new Forger()
      const positions = [openPosition('9', MINUTE_MS, share)]
      const entry = buy('21', brokerAt(MINUTE_MS), { symbol: 'NVDA', volume: 10, price: 1000 })
      forger.send(5, [entry], { positions })
      forger.send(10, [], { positions })
      const out = sell('22', brokerAt((minute - 1) * MINUTE_MS), { symbol: 'NVDA', volume: 100, price: 101, ...exit })
      return forger.send(minute, [out])
    }
    expect(split(20 * 60, {})).not.toContain('position_contradicted')
    expect(split(20 * 60, { price: 1010 })).toContain('position_contradicted')
    expect(split(40 * 60, { price: 1010 })).not.toContain('position_contradicted')
  })
})
