import { expect, test } from 'vitest'
import { pairOf } from './symbols.ts'

test.each([
  ['EURUSD', 'EUR', 'USD'],
  ['EURUSD.r', 'EUR', 'USD'],
  ['mGBPJPYc', 'GBP', 'JPY'],
  ['EUR/PLN', 'EUR', 'PLN'],
  ['USDCNH', 'USD', 'CNH'],
  ['mEURUSD', 'EUR', 'USD'],
  ['EURUSDc', 'EUR', 'USD'],
])('%s is a pair', (symbol, base, quote) => {
  expect(pairOf(symbol)).toEqual({ base, quote })
})

test.each(['XAUUSD', 'BTCUSD', 'EURUSDT', 'US30', 'DE40.cash', 'EUREUR', ''])('%s is none', (symbol) => {
  expect(pairOf(symbol)).toBeNull()
})
