import { describe, expect, test } from 'vitest'
import { buy, sell } from '#features/ea/server/testing/synced-account.ts'
import { orderOf } from '#features/ea/server/testing/world.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, capital, CheckedAccount, openPosition } from '../../testing/checked-account.ts'
import { Forger } from '../../testing/forger.ts'

const at = (minute: number) => brokerAt(minute * MINUTE_MS)

describe('swap beyond financing (R56)', () => {
  const night = 24 * 60
  /** A position listed once a day with the swap of so many nights, then closed. Answers its codes but those of the observation. */
  function held(
    swaps: readonly number[],
    { symbol = 'EURUSD', volume = 0.02, price = 1.1, profit = 0, opened = 3, platform = 'MT5' as 'MT4' | 'MT5' } = {},
  ): string[] {
    const money = platform === 'MT4' ? orderOf({ ticket: '1', close_time: at(-60), profit: 1000 }) : capital()
    const forger = new Forger(platform, money)
    const lot = { symbol, volume }
    const list = (swap: number) => ({
      positions: [
        openPosition('9', opened * MINUTE_MS, { ...lot, open_price: price, price: price * 1.01, profit, swap }),
      ],
      equity: 1000 + profit + swap,
    })
    if (opened < 0) {
      forger.account = new CheckedAccount({ platform })
      forger.account.send({ at: 0, seq: 1, items: [money], ...list(swaps[0] ?? 0) })
    }
    const entry = platform === 'MT5' && opened > 0 ? [buy('10', at(opened), { ...lot, price })] : []
    swaps.forEach((swap, index) => forger.send(5 + index * night, index === 0 ? entry : [], list(swap)))
    const minute = 10 + (swaps.length - 1) * night
    const close = { symbol, profit, swap: swaps.at(-1) ?? 0 }
    const order = {
      ...close,
      ticket: '9',
      type: 'buy' as const,
      lots: volume,
      open_time: at(opened),
      open_price: price,
    }
    forger.send(minute, [
      platform === 'MT5'
        ? sell('11', at(minute - 1), { ...close, volume, price: price * 1.01 })
        : orderOf({ ...order, close_time: at(minute - 1), close_price: price * 1.01 }),
    ])
    return forger.codes.filter((code) => code.startsWith('results') || code.startsWith('result_'))
  }
  const nights = (swap: number, count = 12) => Array.from({ length: count }, (_, index) => swap * index)

  test('a small position whose swap grows by a hundredth of the balance a day', () => {
    expect(held(nights(10, 3))).toEqual(['results_without_trades'])
    expect(held(nights(10))).toContain('results_invented')
  })
  test('a night pays little: of large pairs, of lively ones, of the lira', () => {
    // A tenth of a lot is worth 10,000 euro.
    const lot = { volume: 0.1, profit: 90 }
    expect(held(nights(1), lot)).toEqual([])
    expect(held(nights(8), lot)).toContain('results_invented')
    expect(held(nights(1), { ...lot, symbol: 'EURZAR', price: 20 })).toEqual([])
    expect(held(nights(20), { ...lot, symbol: 'EURZAR', price: 20 })).toContain('results_invented')
  })
  test('swap within financing is a case from 1.4% of the balance in 30 days, and a hold from 7.1%', () => {
    const zar = { volume: 0.1, profit: 90, symbol: 'EURZAR', price: 20 }
    expect(held(nights(1.2), zar)).toEqual([])
    expect(held(nights(1.4), zar)).toContain('results_without_trades')
    expect(held(nights(5), zar)).not.toContain('results_invented')
    const lira = { ...zar, symbol: 'EURTRY', price: 40 }
    expect(held(nights(5), lira)).not.toContain('results_invented')
    expect(held(nights(20), lira)).toContain('results_invented')
  })
  test('swap that is paid on one position is set against swap that another costs', () => {
    const carry = (cost: number) => {
      const forger = new Forger('MT5', capital())
      const lot = { volume: 0.1, open_price: 20, price: 20.2, profit: 90 }
      for (let day = 0; day < 8; day += 1) {
        const paid = openPosition('9', 3 * MINUTE_MS, { ...lot, symbol: 'EURZAR', swap: 4 * day })
        const costs = openPosition('8', 3 * MINUTE_MS, {
          ...lot,
          symbol: 'EURPLN',
          side: 'sell',
          price: 19.8,
          swap: -cost * day,
        })
        const entries = ['EURZAR', 'EURPLN'].map((symbol, index) =>
          (index === 0 ? buy : sell)(`1${index}`, at(3), {
            symbol,
            volume: 0.1,
            price: 20,
            entry: 'in',
            position: `${9 - index}`,
          }),
        )
        const equity = 1180 + (4 - cost) * day
        forger.send(5 + day * night, day === 0 ? entries : [], { positions: [paid, costs], equity })
      }
      return forger.codes.filter((code) => code.startsWith('results'))
    }
    expect(carry(0)).toContain('results_without_trades')
    expect(carry(3.5)).toEqual([])
  })
  test('a triple night, and one that the close brings', () => {
    expect(held([0, 6, 8, 10], { volume: 0.1, profit: 90 })).toEqual([])
    expect(held([0], { volume: 0.1, profit: 90 })).toEqual([])
  })
  test('swap from before t_0 was there', () => {
    const old = { volume: 0.1, profit: 90, opened: -200 * night }
    expect(held([400, 402, 404], old)).toEqual([])
    expect(held([400, 402, 404], { ...old, platform: 'MT4' })).toEqual([])
    expect(held([400, 440, 480], old)).toContain('results_invented')
  })
  test('financing of coins in both directions, and dividends that a broker books as swap', () => {
    const coin = { symbol: 'BTCUSD', volume: 0.1, price: 50_000, profit: 50 }
    expect(held([0, 2, -3, 1, 4, -2], coin)).toEqual([])
    const share = { symbol: 'ENI.MI', volume: 40, price: 14, profit: 5.6 }
    expect(held([0, 0, 9, 9], share)).toEqual([])
    expect(held([0, 0, 25, 25], share)).toEqual(['results_without_trades'])
  })
  test('MT4: the rest of a partly closed order has another ticket', () => {
    const account = new CheckedAccount({ platform: 'MT4' })
    const opened = -200 * DAY_MS
    const money = orderOf({ ticket: '1', close_time: at(-60), profit: 1000 })
    const half = { type: 'buy' as const, symbol: 'EURUSD', lots: 0.5, open_time: brokerAt(opened), open_price: 1.1 }
    const part = orderOf({ ...half, ticket: '50', close_time: at(8), close_price: 1.101, profit: 45, swap: 100 })
    const list = (id: string, volume: number) => ({
      positions: [openPosition(id, opened, { volume, swap: 200 * volume, price: 1.101, profit: 90 * volume })],
    })
    account.send({ at: 0, seq: 1, items: [money], equity: 1290, ...list('50', 1) })
    const later = { at: 10 * MINUTE_MS, seq: 2, items: [part], shown: [money, part], balance: 1145, equity: 1290 }
    expect(account.send({ ...later, ...list('51', 0.5) })).toEqual([])
  })
})
