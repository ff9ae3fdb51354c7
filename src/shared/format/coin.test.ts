import { expect, test } from 'vitest'
import { coinAmount, dollars } from './coin.ts'

test('an amount of coins keeps every digit', () => {
  expect(coinAmount('0.000083', 'BTC')).toBe('0,000083\u00a0BTC')
  expect(coinAmount('1234567.123456789012345678')).toBe('1.234.567,123456789012345678')
  expect(coinAmount('13', 'TRX')).toBe('13,00\u00a0TRX')
  expect(coinAmount('79.9', 'USDT')).toBe('79,90\u00a0USDT')
  expect(coinAmount('999')).toBe('999,00')
  for (const nothing of [null, undefined, '', '-1', '1e-8', 'NaN', '1.', 'x']) {
    expect(coinAmount(nothing, 'BTC')).toBe('N/A')
  }
})

test('dollars of the provider', () => {
  expect(dollars(12.9)).toBe('12,90\u00a0USD')
  expect(dollars(null)).toBe('N/A')
})
