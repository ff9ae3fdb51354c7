import { describe, expect, test } from 'vitest'
import { buy, sell } from '#features/ea/server/testing/synced-account.ts'
import { dealOf, orderOf } from '#features/ea/server/testing/world.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { Forger } from '../../testing/forger.ts'
import { brokerAt, capital, CheckedAccount, openPosition } from '../../testing/checked-account.ts'

const at = (minute: number) => brokerAt(minute * MINUTE_MS)

describe('results that no trade brought (R56)', () => {
  test.each(['dividend', 'dividend_franked', 'charge', 'commission', 'commission_daily', 'tax', 'swap', 'financing'])(
    'invented amounts of type %s: above 1%% of the balance a warning, above 5%% a hold',
    (type) => {
      const forger = new Forger()
      const found = [9, 9, 30, 10].map((profit, index) =>
        forger.send((index + 1) * 5, [dealOf({ ticket: `${index + 10}`, time: at(index * 5 + 4), type, profit })]),
      )
      expect(found).toEqual([[], ['results_without_trades'], ['results_without_trades'], ['results_invented']])
    },
  )
  test('an amount that is no result, and one that is taken away', () => {
    const forger = new Forger()
    for (const [index, type] of ['balance', 'bonus', 'interest', 'correction'].entries()) {
      forger.send(index * 5 + 5, [dealOf({ ticket: `${index + 10}`, time: at(index * 5 + 4), type, profit: 200 })])
    }
    forger.send(60, [dealOf({ ticket: '50', time: at(59), type: 'dividend', profit: -200 })])
    expect(forger.codes).toEqual([])
  })
  test('profit of an entry, commissions that pay, swap that no list showed', () => {
    const parts = [{ profit: 60 }, { commission: 60 }, { fee: 60 }]
    for (const part of parts) {
      const forger = new Forger()
      const listed = { positions: [openPosition('9', 4 * MINUTE_MS, { open_price: 1 })] }
      expect(forger.send(5, [buy('10', at(4), part)], listed)).toEqual(['results_invented'])
    }
    for (const part of [{ commission: 60 }, { fee: 60 }, { swap: 60 }]) {
      const forger = new Forger()
      expect(forger.send(5, [buy('10', at(3)), sell('11', at(4), part)])).toEqual(['results_invented'])
    }
  })
  test('a month later they count anew', () => {
    const forger = new Forger()
    const gain = (ticket: string, minute: number) => dealOf({ ticket, time: at(minute), type: 'dividend', profit: 8 })
    expect(forger.send(5, [gain('10', 4)])).toEqual([])
    expect(forger.send((31 * DAY_MS) / MINUTE_MS, [gain('11', (31 * DAY_MS) / MINUTE_MS - 1)])).not.toContain(
      'results_without_trades',
    )
  })
})

/** More than a twentieth of the balance. */
const grave = ['result_contradicted', 'results_invented']

/** Closes far from the last list are found by R64, too. */
const ofResults = (codes: readonly string[]) => codes.filter((code) => !code.startsWith('close'))

describe('closes that bring more than their prices give (R54)', () => {
  test('a later entry of the position says nothing of an earlier exit', () => {
    const forger = new Forger()
    forger.send(5, [
      buy('10', at(1), { price: 1.1 }),
      sell('11', at(2), { price: 1.101, volume: 0.5, profit: 45 }),
      buy('12', at(3), { price: 1.15 }),
      sell('13', at(4), { price: 1.151, volume: 1.5, profit: 2400 }),
    ])
    expect(forger.codes).not.toContain('result_contradicted')
  })
  /** A position of one lot, listed with this price and profit, then closed. */
  function closed(listed: { price: number; profit: number; symbol?: string }, exit: { price: number; profit: number }) {
    const { symbol = 'EURUSD' } = listed
    const forger = new Forger()
    const positions = [openPosition('9', 4 * MINUTE_MS, { open_price: 1.1, ...listed, symbol })]
    forger.send(5, [buy('10', at(4), { price: 1.1, symbol })], { positions, equity: 1000 + listed.profit })
    return ofResults(forger.send(10, [sell('11', at(9), { symbol, ...exit })]))
  }
  test('by the value of a lot that the list showed', () => {
    const shown = { price: 1.101, profit: 90 }
    expect(closed(shown, { price: 1.102, profit: 180 })).toEqual([])
    expect(closed(shown, { price: 1.102, profit: 190 })).toEqual([])
    expect(closed(shown, { price: 1.102, profit: 240 })).toEqual(['result_contradicted'])
    expect(closed(shown, { price: 1.102, profit: 270 })).toEqual(grave)
    expect(closed(shown, { price: 1.095, profit: -450 })).toEqual([])
    // A loss that is reported too small.
    expect(closed(shown, { price: 1.095, profit: -90 })).toEqual(grave)
    // Less than the prices give is no advantage.
    expect(closed(shown, { price: 1.102, profit: 20 })).toEqual([])
  })
  test('of symbols that the list showed nothing of: a pair by its largest contract, the others not', () => {
    expect(closed({ price: 1.1, profit: 1 }, { price: 1.1001, profit: 500 })).toEqual(grave)
    expect(closed({ price: 1.1, profit: 1 }, { price: 1.1011, profit: 100 })).toEqual([])
    expect(closed({ price: 1.1, profit: 1, symbol: 'XYZ' }, { price: 1.1001, profit: 15 })).toEqual([])
  })
  test('closes of a symbol that no list valued may bring 2% of the balance', () => {
    const unvalued = { price: 1.1, profit: 1, symbol: 'XYZ' }
    expect(closed(unvalued, { price: 1.1001, profit: 19 })).toEqual([])
    expect(closed(unvalued, { price: 1.1001, profit: 40 })).toEqual(['result_contradicted'])
    expect(closed(unvalued, { price: 1.1001, profit: 500 })).toEqual(grave)
  })
  test('a price that is somewhere else a few minutes later', () => {
    expect(closed({ price: 1.101, profit: 90 }, { price: 1.16, profit: 5400 })).toEqual(['result_contradicted'])
    const coin = { price: 1.101, profit: 90, symbol: 'BTCUSD' }
    expect(closed(coin, { price: 1.2, profit: 9000 })).toEqual([])
    expect(closed(coin, { price: 1.22, profit: 10_800 })).toEqual(['result_contradicted'])
  })
  test('at t_0: a loss that was listed, and whose close is 2.4% nearer twenty minutes later', () => {
    const lost = (from: number, to: number, minutes: number, symbol = 'EURUSD') => {
      const account = new CheckedAccount()
      const lot = { symbol, volume: 0.1 }
      const given = (price: number) => Math.round((price - 1.1) * 9200 * 100) / 100
      const listed = openPosition('9', -60 * MINUTE_MS, { ...lot, open_price: 1.1, price: from, profit: given(from) })
      const entry = buy('5', brokerAt(-60 * MINUTE_MS), { ...lot, price: 1.1 })
      const items = [capital(), entry]
      account.send({ at: 0, seq: 1, items, positions: [listed], equity: 1000 + given(from) })
      const exit = sell('11', brokerAt((minutes - 1) * MINUTE_MS), { ...lot, price: to, profit: given(to) })
      const balance = 1000 + exit.profit
      return ofResults(
        account.send({ at: minutes * MINUTE_MS, seq: 2, items: [exit], shown: [...items, exit], balance }),
      )
    }
    expect(lost(1.0735, 1.0993, 20)).toEqual(['result_contradicted'])
    // An hour of news moves the yen by three per cent, the lira by more. A weekend lies between two weeks.
    expect(lost(1.067, 1.0993, 60)).toEqual([])
    expect(lost(1.05, 1.0993, 60)).toEqual(['result_contradicted'])
    expect(lost(1.05, 1.0993, 60, 'EURTRY')).toEqual([])
    expect(lost(1.02, 1.0993, 49 * 60)).not.toContain('result_contradicted')
    // Farther away is no advantage.
    expect(lost(1.0993, 1.0735, 20)).toEqual([])
  })
  test('one move of the market closes many positions, and is one fact', () => {
    const forger = new Forger()
    const ids = ['91', '92', '93', '94']
    const entries = ids.map((id) => buy(`1${id}`, at(3), { position: id, price: 1.1, volume: 0.01 }))
    const positions = ids.map((id) => openPosition(id, 3 * MINUTE_MS, { volume: 0.01, price: 1.101, profit: 0.9 }))
    forger.send(5, entries, { positions, equity: 1003.6 })
    const exits = ids.map((id) => sell(`2${id}`, at(9), { position: id, price: 1.13, volume: 0.01, profit: 27 }))
    expect(ofResults(forger.send(10, exits))).toEqual(['result_contradicted'])
    expect(forger.account.evidence('result_contradicted')).toMatchObject({ records: [{}, {}, {}, {}] })
  })
  test('the value of a lot that a list showed is no more than that of the largest contract', () => {
    const shown = { price: 1.101, profit: 900 }
    expect(closed(shown, { price: 1.102, profit: 1800 })).toEqual(['listed_results_invented', ...grave])
  })

  describe('positions that closed each other', () => {
    const long = buy('10', at(3), { position: '8', price: 1.1 })
    const short = sell('11', at(3), { position: '9', entry: 'in', price: 1.102 })
    const positions = [
      openPosition('8', 3 * MINUTE_MS, { open_price: 1.1, price: 1.101, profit: 92 }),
      openPosition('9', 3 * MINUTE_MS, { open_price: 1.102, price: 1.101, side: 'sell', profit: 92 }),
    ]
    const by = (profit: number, more: object = {}) => [
      sell('12', at(9), { position: '8', entry: 'out_by', price: 1.102, profit, ...more }),
      buy('13', at(9), { position: '9', entry: 'out_by', price: 1.1 }),
    ]
    const closing = (...deals: ReturnType<typeof buy>[]) => {
      const forger = new Forger()
      forger.send(5, [long, short], { positions, equity: 1184 })
      return forger.send(10, deals)
    }
    test('together they bring what lies between their opening prices', () => {
      expect(closing(...by(184))).toEqual([])
      expect(closing(...by(6 * 184))).toEqual(grave)
      // A pair that lost: both opened at the worse price.
      expect(closing(...by(-60))).toEqual([])
    })
    test('opened and closed between two syncs', () => {
      const within = (profit: number) => new Forger().send(10, [long, short, ...by(profit)])
      expect(within(184)).toEqual([])
      expect(within(6 * 184)).toEqual(grave)
    })
    test('without another position an exit is one at its own price', () => {
      const alone = (profit: number) => closing(...by(profit).slice(0, 1))
      expect(alone(184)).toEqual([])
      expect(alone(6 * 184)).toEqual(grave)
    })
    test('a real pair: the result on one of them, at the price of the other', () => {
      const symbol = 'XAUUSD'
      const gold = (ticket: string, position: string, price: number, more: object) =>
        buy(ticket, at(3), { symbol, position, price, volume: 0.2, ...more })
      const found = new Forger().send(10, [
        gold('1', '127936461', 4583.72, {}),
        gold('2', '127559418', 4701.18, { type: 'sell' }),
        gold('3', '127936461', 4701.18, { type: 'sell', entry: 'out_by', profit: 2349.2, swap: 2.18 }),
        gold('4', '127559418', 4583.72, { entry: 'out_by' }),
      ])
      expect(found).not.toContain('result_contradicted')
    })
  })

  describe('a reversal', () => {
    /** A position of one lot at 1.1, reversed at 1.102 and then closed. */
    const reversed = (profit: number, last = 0) => {
      const forger = new Forger()
      const positions = [openPosition('9', 3 * MINUTE_MS, { open_price: 1.1, price: 1.101, profit: 92 })]
      forger.send(5, [buy('10', at(3), { price: 1.1 })], { positions, equity: 1092 })
      const reversal = sell('11', at(8), { entry: 'inout', volume: 1.5, price: 1.102, profit })
      const exit = buy('12', at(9), { entry: 'out', volume: 0.5, price: 1.1025, profit: last })
      return forger.send(10, last === 0 ? [reversal] : [reversal, exit])
    }
    test('brings what the closed part gives', () => {
      expect(reversed(184)).toEqual([])
      expect(reversed(6 * 184)).toEqual(grave)
    })
    test('and its rest is closed by the price of the reversal', () => {
      expect(reversed(184, -23)).toEqual([])
      expect(reversed(184, 200)).toEqual(grave)
    })
  })
  /** A tenth of a lot that its prices give 9.2 at. */
  const order = (ticket: string, minute: number, profit: number) =>
    orderOf({
      ticket,
      type: 'buy',
      symbol: 'EURUSD',
      lots: 0.1,
      open_time: at(minute - 1),
      open_price: 1.1,
      close_time: at(minute),
      close_price: 1.101,
      profit,
    })
  test('a fifth more at each close: above 1% of the balance together a warning, above 5% a hold', () => {
    const forger = new Forger('MT4', orderOf({ ticket: '1', close_time: at(-60), profit: 1000 }))
    const listed = {
      ...openPosition('9', 4 * MINUTE_MS, { open_price: 1.1, price: 1.101, profit: 92 }),
      symbol: 'EURUSD',
    }
    const open = { positions: [listed] }
    const sent = Array.from({ length: 33 }, (_, index) => {
      const minute = 5 * index + 10
      return forger.send(minute, [order(`${index + 10}`, minute - 1, 11.04)], {
        ...open,
        equity: forger.balance + 11.04 + 92,
      })
    })
    const first = sent.findIndex((codes) => codes.includes('result_contradicted'))
    const held = sent.findIndex((codes) => codes.includes('results_invented'))
    expect([first, held]).toEqual([6, 32])
  })
  test('differences of both signs are none, and worse results are not saved up', () => {
    const forger = new Forger('MT4', orderOf({ ticket: '1', close_time: at(-60), profit: 1000 }))
    const open = { positions: [openPosition('9', 4 * MINUTE_MS, { open_price: 1.1, price: 1.101, profit: 92 })] }
    const roundings = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 10 : 8.4))
    const profits = [...roundings, 2, 2, 2, 2, ...Array.from({ length: 7 }, () => 11.04)]
    const sent = profits.map((profit, index) => {
      const minute = 5 * index + 10
      const equity = forger.balance + profit + 92
      return forger.send(minute, [order(`${index + 10}`, minute - 1, profit)], { ...open, equity })
    })
    expect(sent.findIndex((codes) => codes.includes('result_contradicted'))).toBe(24 + 6)
  })
  test('MT4: by prices of the order itself; three hold', () => {
    const forger = new Forger('MT4', orderOf({ ticket: '1', close_time: at(-60), profit: 10_000 }))
    expect(forger.send(5, [order('10', 4, 9.1)])).toEqual([])
    expect(forger.send(10, [order('11', 9, 91)])).toEqual(['result_contradicted'])
    expect(forger.send(15, [order('12', 14, 91), order('13', 14, 91)])).toEqual([
      'result_contradicted',
      'results_invented',
    ])
    expect(forger.account.evidence('results_invented')).toMatchObject({
      found: 3,
      records: [
        { ticket: '12', profit: 91, prices_give: 9.99 },
        { ticket: '13', profit: 91, prices_give: 9.99 },
      ],
    })
  })
  test('MT4: an order closed by another one', () => {
    const forger = new Forger('MT4', orderOf({ ticket: '1', close_time: at(-60), profit: 1000 }))
    const part = { symbol: 'EURUSD', lots: 1, open_time: at(3), close_time: at(4), close_price: 1.09 }
    const items = [
      orderOf({ ticket: '10', type: 'buy', open_price: 1.1, profit: 0, ...part }),
      orderOf({ ticket: '11', type: 'sell', open_price: 1.095, profit: -455, ...part }),
    ]
    expect(forger.send(5, items)).toEqual([])
  })
})
