import { expect, test } from 'vitest'
import { HOUR_MS } from '#shared/dates.ts'
import { CheckedAccount, capital, openPosition } from '../../testing/checked-account.ts'
import { hourlyMove, type PriceMoves } from './price-moves.ts'

/** The moves that are remembered after hourly lists of these prices. */
function listed(symbol: string, prices: readonly number[]): PriceMoves {
  const account = new CheckedAccount()
  for (const [hour, price] of prices.entries()) {
    const positions = [openPosition('9', -HOUR_MS, { symbol, open_price: price, price })]
    account.send({
      at: hour * HOUR_MS,
      seq: hour + 1,
      items: hour === 0 ? [capital()] : [],
      shown: [capital()],
      positions,
    })
  }
  return account.state.results['moves'] as PriceMoves
}

/** Prices that go up and down by a share each hour. */
const swinging = (share: number, hours: number) =>
  Array.from({ length: hours }, (_, hour) => 1.1 * (1 + (hour % 2) * share))

test('a symbol that no list showed: large pairs are calm, gold and indices less so, others not at all', () => {
  expect(hourlyMove({}, 'EURUSD.r')).toBeCloseTo(0.0015, 10)
  for (const symbol of ['XAUUSD', 'GOLD', 'NAS100', 'US30.cash', 'GER40', '#US500']) {
    expect(hourlyMove({}, symbol)).toBeCloseTo(0.003, 10)
  }
  for (const symbol of ['USDTRY', 'XAGUSD', 'NATGAS', 'BTCUSD', 'ESZ26', 'US5000']) {
    expect(hourlyMove({}, symbol)).toBeCloseTo(0.0045, 10)
  }
})

test('lists show how far a symbol goes in an hour', () => {
  expect(hourlyMove(listed('EURUSD', swinging(0.0008, 100)), 'EURUSD')).toBeCloseTo(0.00086, 5)
  expect(hourlyMove(listed('XAUUSD', swinging(0.002, 100)), 'XAUUSD')).toBeCloseTo(0.00207, 5)
  expect(hourlyMove(listed('EURUSD', swinging(0.0008, 3)), 'EURUSD')).toBeCloseTo(0.00136, 4)
})

test('a price that stands still adds its time to the next move', () => {
  const still = listed('EURUSD', [1.1, 1.1, 1.1, 1.1, 1.1022])
  expect(still['EURUSD']?.[1]).toBeCloseTo(4, 5)
})

test('a list that jumps widens the moves to three times the assumed ones at most', () => {
  expect(hourlyMove(listed('EURUSD', swinging(0.03, 50)), 'EURUSD')).toBeCloseTo(0.0045, 10)
})

test('older moves fade', () => {
  const wild = listed('EURUSD', [...swinging(0.004, 200), ...swinging(0.0004, 700)])
  expect(hourlyMove(wild, 'EURUSD')).toBeLessThan(0.0012)
})
