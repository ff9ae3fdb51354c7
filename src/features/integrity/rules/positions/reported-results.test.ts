import { describe, expect, test } from 'vitest'
import { buy, sell } from '#features/ea/server/testing/synced-account.ts'
import { dealOf, orderOf } from '#features/ea/server/testing/world.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { Forger } from '../../testing/forger.ts'
import { brokerAt, openPosition } from '../../testing/checked-account.ts'

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
  test('swap that grew while the position was listed belongs to it', () => {
    const forger = new Forger()
    const listed = (swap: number) => ({
      positions: [openPosition('9', 4 * MINUTE_MS, { open_price: 1, price: 1, swap })],
      equity: 1000 + swap,
    })
    forger.send(5, [buy('10', at(4))], listed(0))
    forger.send(10, [], listed(60))
    forger.send(15, [sell('11', at(14), { swap: 65 })])
    expect(forger.codes).toEqual([])
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
    return forger.send(10, [sell('11', at(9), { symbol, ...exit })])
  }
  test('by the value of a lot that the list showed', () => {
    const shown = { price: 1.101, profit: 90 }
    expect(closed(shown, { price: 1.102, profit: 180 })).toEqual([])
    expect(closed(shown, { price: 1.102, profit: 240 })).toEqual([])
    expect(closed(shown, { price: 1.102, profit: 270 })).toEqual(['result_contradicted'])
    expect(closed(shown, { price: 1.095, profit: -450 })).toEqual([])
    // A loss that is reported too small.
    expect(closed(shown, { price: 1.095, profit: -90 })).toEqual(['result_contradicted'])
    // Less than the prices give is no advantage.
    expect(closed(shown, { price: 1.102, profit: 20 })).toEqual([])
  })
  test('of symbols that the list showed nothing of: a pair by its largest contract, the others not', () => {
    expect(closed({ price: 1.1, profit: 1 }, { price: 1.1001, profit: 500 })).toEqual(['result_contradicted'])
    expect(closed({ price: 1.1, profit: 1 }, { price: 1.1011, profit: 100 })).toEqual([])
    expect(closed({ price: 1.1, profit: 1, symbol: 'XYZ' }, { price: 1.1001, profit: 500 })).toEqual([])
  })
  test('a pair that is somewhere else a few minutes later', () => {
    expect(closed({ price: 1.101, profit: 90 }, { price: 1.16, profit: 5400 })).toEqual(['result_contradicted'])
  })
  test('MT4: by prices of the order itself; three hold', () => {
    const forger = new Forger('MT4', orderOf({ ticket: '1', close_time: at(-60), profit: 1000 }))
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
