import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'
import { nightFactsWith, reviewFactsWith } from '../testing/facts.ts'
import { centAccount } from './account/cent-account.ts'
import type { PricedTrade } from './dealings.ts'
import { valuePerLot } from './peers/value-per-lot.ts'
import { defaultThresholds } from './thresholds.ts'

const limits = defaultThresholds
let tickets = 0
/** A move of `points` on `lots`, worth `value` for a lot and unit of price. */
function trade(points: number, lots: number, value: number, more: Partial<PricedTrade> = {}): PricedTrade {
  tickets += 1
  const profit = Math.round(points * lots * value * 100) / 100
  return {
    ticket: String(tickets),
    symbol: 'EURUSD',
    side: 'buy',
    volume: lots,
    open: 0,
    close: HOUR_MS,
    net: profit,
    open_price: 1.1,
    close_price: 1.1 + points,
    profit,
    by_another: false,
    ...more,
  }
}
const honest = (count: number) =>
  Array.from({ length: count }, (_, index) => trade(0.00123 + index / 10_000, 0.17, 100_000))
const outliers = (trades: PricedTrade[]) =>
  valuePerLot.detect(nightFactsWith({ trades, currency: 'GBP' }), limits).map(({ occurrences }) => occurrences)

test('R22: three results that their prices do not give', () => {
  const forged = (count: number, factor: number) =>
    Array.from({ length: count }, () => trade(0.002, 0.1, 100_000 * factor))
  expect(outliers([...honest(10), ...forged(3, 1.06)])).toEqual([3])
  expect(outliers([...honest(10), ...forged(2, 1.06)])).toEqual([])
  expect(outliers([...honest(10), ...forged(3, 1.04)])).toEqual([])
  expect(outliers([...honest(10), ...forged(3, -1)])).toEqual([3])
  expect(outliers([...honest(10), ...forged(3, 0)])).toEqual([3])
})

test('R22: an exchange books results apart from its closes', () => {
  const forged = [...honest(10), ...Array.from({ length: 3 }, () => trade(0.002, 0.1, 106_000))]
  const found = (margin_mode: 'netting' | 'exchange') =>
    valuePerLot.detect(nightFactsWith({ trades: forged, currency: 'GBP', margin_mode }), limits).length
  expect([found('netting'), found('exchange')]).toEqual([1, 0])
})

test('R22: other days, other symbols, sales, rounding and closes by another position are no contradiction', () => {
  const days = [0, 1, 2].flatMap((day) =>
    Array.from({ length: 4 }, (_, index) =>
      trade(0.002 + index / 1000, 0.1, 100_000 * (1 + day / 10), { close: day * DAY_MS }),
    ),
  )
  expect(outliers(days)).toEqual([])
  const gold = Array.from({ length: 5 }, () => trade(1, 0.1, 100, { symbol: 'XAUUSD' }))
  const sales = Array.from({ length: 5 }, () => trade(-0.002, 0.1, -100_000, { side: 'sell' }))
  const cents = Array.from({ length: 9 }, () => trade(0.00001, 0.01, 100_000, { profit: 0.02 }))
  const others = Array.from({ length: 5 }, () => trade(0.002, 0.1, 0, { by_another: true }))
  expect(outliers([...honest(5), ...gold, ...sales, ...cents, ...others])).toEqual([])
})

test('R22: accounts that book whole units are read by them', () => {
  const yen = Array.from({ length: 12 }, (_, index) => {
    const one = trade(0.0003 + index / 10_000, 0.01, 1_000_000)
    return { ...one, profit: Math.round(one.profit) }
  })
  expect(outliers(yen)).toEqual([])
})

test('R22: order and scale of the money do not matter', () => {
  const all = [...honest(10), ...Array.from({ length: 4 }, () => trade(0.002, 0.1, 120_000))]
  expect(outliers(all.toReversed())).toEqual([4])
  expect(outliers(all.map((one) => ({ ...one, profit: one.profit * 150 })))).toEqual([4])
})

test('R22: three lots of a pair with the account’s currency that stand for more than a lot', () => {
  const larger = (count: number, units: number, more: Partial<PricedTrade> = {}) =>
    Array.from({ length: count }, (_, index) => trade(0.00234, 0.1, units, { close: index * DAY_MS, ...more }))
  const found = (trades: PricedTrade[], currency = 'USD') =>
    valuePerLot.detect(nightFactsWith({ trades, currency }), limits)
  // One a day: nothing to compare with.
  expect(found(larger(3, 1_000_000))).toMatchObject([
    { code: 'value_per_lot', occurrences: 3, evidence: { found: { outliers: 0, larger_lots: 3 } } },
  ])
  expect(found(larger(2, 1_000_000))).toEqual([])
  expect(found(larger(9, 109_000))).toEqual([])
  expect(found(larger(3, -1_000_000))).toHaveLength(1)
  expect(found(larger(9, 1_000_000, { symbol: 'BTCUSD' }))).toEqual([])
  expect(found(larger(9, 1_000_000, { by_another: true }))).toEqual([])
  // Euro as base, at the closing price. Pounds would need a rate that the trades do not show.
  expect(found(larger(3, 1_000_000 / 1.1), 'EUR')).toHaveLength(1)
  expect(found(larger(3, 99_000 / 1.1), 'EUR')).toEqual([])
  expect(found(larger(3, 1_000_000), 'GBP')).toEqual([])
  // With others of the day that are as they should be, one trade is found once.
  expect(found([...honest(10), ...larger(3, 1_000_000, { close: 0 })])).toMatchObject([{ occurrences: 3 }])
})

test('R12: cent currencies, and lots of a hundredth', () => {
  const cent = (trades: PricedTrade[], currency = 'USD') =>
    centAccount.detect(reviewFactsWith({ trades, currency }), limits).map(({ code }) => code)
  const lots = (units: number, count = 5) => Array.from({ length: count }, () => trade(0.01234, 1, units))
  expect(cent([], 'USC')).toEqual(['cent_account'])
  expect(cent(lots(1000))).toEqual(['cent_account'])
  expect(cent(lots(1000, 4))).toEqual([])
  expect(cent(lots(10_000))).toEqual([])
  expect(cent(lots(100_000))).toEqual([])
  // Euro as base: the value at the closing price.
  expect(cent(lots(1000 / 1.11), 'EUR')).toEqual(['cent_account'])
  // Pounds would need a rate that the trades do not show.
  expect(cent(lots(1000), 'GBP')).toEqual([])
})
