import { expect, test } from 'vitest'
import { buy, sell } from '#features/ea/server/testing/synced-account.ts'
import type { OpenPosition } from '#features/ea/sync-contract.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { brokerAt, openPosition } from '../../testing/checked-account.ts'
import { Forger } from '../../testing/forger.ts'

const moment = (minute: number) => brokerAt(minute * MINUTE_MS)
/** Prices of one listed lot of gold, an hour apart. A lot is 100 ounces; the account is in euro. */
const prices = [2000, 2004, 1997, 2010, 2012, 1990, 1994, 2006]
const given = (price: number, volume = 0.01) => (price - 2000) * 92 * volume

/** Lists gold at each of these prices; `shown` changes what the list says. */
function listed(
  shown: (one: OpenPosition, index: number) => Partial<OpenPosition>,
  { exchange = false, closes = false, hoursApart = 1 } = {},
): string[] {
  const forger = new Forger()
  prices.forEach((price, index) => {
    const base = openPosition('9', 4 * MINUTE_MS, {
      symbol: 'XAUUSD',
      volume: 0.01,
      open_price: 2000,
      price,
      profit: given(price),
    })
    const positions = [{ ...base, ...shown(base, index) }]
    const entries = positions.map(({ id }) =>
      buy(`${id}0`, moment(4), { symbol: 'XAUUSD', position: id, volume: 0.01, price: 2000 }),
    )
    const equity = 1000 + positions.reduce((sum, { profit }) => sum + profit, 0)
    forger.send(5 + index * 60 * hoursApart, index === 0 ? entries : [], {
      positions,
      equity,
      ...(exchange && {
        adjust: (request) => ({ ...request, account: { ...request.account, margin_mode: 'exchange' as const } }),
      }),
    })
  })
  if (closes) {
    const minute = prices.length * 60
    const [price = 0] = prices.slice(-1)
    const lot = { symbol: 'XAUUSD', volume: 0.01, price, profit: given(price) }
    forger.send(minute, [sell('91', moment(minute - 5), lot)])
  }
  return [...new Set(forger.codes.filter((code) => code.startsWith('listed_')))]
}

test('results that their prices give, within some per cent, are left alone', () => {
  expect(listed(() => ({}))).toEqual([])
  expect(listed(({ profit }, index) => ({ profit: profit * (1 + (index % 3) / 20) }))).toEqual([])
  // Less than the prices give is no advantage.
  expect(listed(({ profit }) => ({ profit: profit - 30 }))).toEqual([])
})
test('more than the prices give is a case from 1% of the balance, and holds from 5%', () => {
  expect(listed(({ profit }, index) => ({ profit: profit + (index > 3 ? 16 : 0) }))).toEqual([
    'listed_result_contradicted',
  ])
  expect(listed(({ profit }, index) => ({ profit: profit + (index > 3 ? 70 : 0) }))).toEqual([
    'listed_results_invented',
  ])
})
test('of two values of a lot the less flattering counts, and a gain against the price is none at all', () => {
  expect(listed(({ profit }) => ({ profit: profit + 30 }))).toContain('listed_results_invented')
  expect(listed(({ profit }) => ({ profit: Math.abs(profit) + 70 }))).toContain('listed_results_invented')
})
test('a loss that was listed before and is smaller at the same price holds', () => {
  const smaller = (index: number) => ({ volume: 0.1, price: 1990, profit: index < 2 ? -92 : -5 })
  expect(listed((_one, index) => smaller(index))).toEqual(['listed_results_invented'])
})
test('two lists are a case, and the second one says how much', () => {
  const grown = (before: number, now: number) =>
    listed(({ profit }, index) => ({ profit: profit + (index === 6 ? before : index === 7 ? now : 0) }))
  expect(grown(20, 70)).toEqual(['listed_results_invented'])
  expect(grown(70, 20)).toEqual(['listed_result_contradicted'])
})
test('a single list may show two moments', () => {
  expect(listed(({ profit }, index) => ({ profit: profit + (index === 7 ? 70 : 0) }))).toEqual([])
  expect(listed(({ profit }, index) => ({ profit: profit + (index === 6 ? 70 : 0) }), { closes: true })).toEqual([])
})
test('a position that the next snapshot no longer lists counts as it was listed last', () => {
  const last = (more: number) =>
    listed(({ profit }, index) => ({ profit: profit + (index === 7 ? more : 0) }), { closes: true })
  expect(last(0)).toEqual([])
  expect(last(20)).toEqual(['listed_result_contradicted'])
  expect(last(70)).toEqual(['listed_results_invented'])
})
test('a value of a lot does not jump after a month', () => {
  const grown = (factor: number) =>
    listed((_one, index) => (index < 6 ? {} : { price: 2006 + index, profit: factor * given(2006 + index) }), {
      hoursApart: 5 * 24,
    })
  expect(grown(1.2)).toEqual([])
  expect(grown(10)).toContain('listed_results_invented')
})
test('a clearing of an exchange opens positions anew at its price, so that their results agree with their prices', () => {
  const cleared = ({ profit }: OpenPosition, index: number) =>
    index < 5 ? {} : { open_price: 2012, profit: profit - given(2012) }
  expect(listed(cleared, { exchange: true })).toEqual([])
  expect(listed(({ profit }) => ({ profit: profit + 70 }), { exchange: true })).toContain('listed_results_invented')
})
