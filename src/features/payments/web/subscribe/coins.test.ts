import { expect, test } from 'vitest'
import { arrangeCoins, coinName, defaultCoin, fits, matches } from './coins.ts'
import { coinWith, coins, moreCoins } from '../testing/payments.ts'

const codes = (list: { code: string }[]) => list.map(({ code }) => code)
const coin = (code: string) => moreCoins.find((entry) => entry.code === code)!

test('case 59: a coin whose minimum is above the plan does not fit; an unknown minimum is left to the provider', () => {
  expect(fits(coin('btc'), 11.99)).toBe(false)
  expect(fits(coin('btc'), 12.9)).toBe(true)
  expect(fits(coinWith('ltc', { minimum_usd: null }), 0.01)).toBe(true)
})

test('the six known coins come first in their order, Tether on its cheapest network', () => {
  expect(codes(arrangeCoins(moreCoins).first)).toEqual(['usdtbsc', 'btc', 'eth', 'bnbbsc', 'ada', 'xrp'])
  expect(codes(arrangeCoins(moreCoins).others)).toEqual(['usdttrc20', 'ltc', 'sol', 'usdcmatic'])
})

test('a short list is shown whole, and so is one without a known coin', () => {
  expect(codes(arrangeCoins(coins).first)).toEqual(['usdtbsc', 'btc', 'eth', 'bnbbsc', 'ada', 'xrp', 'usdttrc20'])
  const unknown = Array.from({ length: 12 }, (_, index) => coinWith(`x${index}`))
  expect(arrangeCoins(unknown)).toEqual({ first: unknown, others: [] })
  expect(arrangeCoins([])).toEqual({ first: [], others: [] })
})

test('a coin on a network of another stands for itself where its own is not offered', () => {
  const elsewhere = coinWith('ethbase', { symbol: 'ETH', minimum_usd: 5 })
  const cheaper = coinWith('etharb', { symbol: 'ETH', minimum_usd: 2 })
  expect(codes(arrangeCoins([elsewhere, cheaper]).first)).toEqual(['etharb', 'ethbase'])
})

test('the first choice can pay the plan: a Tether, else the first coin that fits, else none', () => {
  expect(defaultCoin(coins, 79.9)?.code).toBe('usdtbsc')
  const without = coins.filter(({ code }) => code !== 'usdtbsc')
  expect(defaultCoin(without, 11.99)?.code).toBe('usdttrc20')
  expect(defaultCoin(without, 11)?.code).toBe('bnbbsc')
  expect(defaultCoin(coins, 0.5)).toBeNull()
  expect(defaultCoin([], 79.9)).toBeNull()
})

test('a coin is found by name, symbol, network or code, in any order of words', () => {
  expect(matches(coin('usdcmatic'), 'POLYGON usd')).toBe(true)
  expect(matches(coin('ltc'), 'ltc')).toBe(true)
  expect(matches(coin('ltc'), '')).toBe(true)
  expect(matches(coin('ltc'), 'sol')).toBe(false)
})

test('the network is named where the coin alone is not unique', () => {
  expect(coinName(coin('usdtbsc'))).toBe('Tether (USDT), BNB Smart Chain (BEP20)')
  expect(coinName(coin('btc'))).toBe('Bitcoin (BTC)')
})
