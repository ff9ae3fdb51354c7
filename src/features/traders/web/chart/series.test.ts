import { expect, test } from 'vitest'
import { importedDay, witnessed } from '../testing/profile.ts'
import { deepestFall, drawableSeries, seriesOf, windowOf } from './series.ts'

const daily = [importedDay(-1, 9_500), witnessed(0, 0), witnessed(1, 10), witnessed(2, 5, -4.55), witnessed(40, 21)]
const values = (points: readonly { value: number }[]) => points.map(({ value }) => Number(value.toFixed(6)))

test('growth has no imported day, the balance has', () => {
  expect(values(seriesOf(daily, 'growth'))).toEqual([0, 10, 5, 21])
  expect(seriesOf(daily, 'balance').map(({ imported }) => imported)).toEqual([true, false, false, false, false])
})

test('a window of growth starts again from the day before it', () => {
  const month = windowOf(seriesOf(daily, 'growth'), 'growth', '1M')
  expect(month).toHaveLength(1)
  // From +5 % to +21 %: 1.21 / 1.05 - 1.
  expect(values(month)).toEqual([Number(((1.21 / 1.05 - 1) * 100).toFixed(6))])
})

test('a window that holds the whole history changes nothing', () => {
  const growth = seriesOf(daily, 'growth')
  expect(windowOf(growth, 'growth', '3M')).toEqual(growth)
  expect(windowOf(growth, 'growth', 'all')).toEqual(growth)
})

test('a window counts its last day: 30 days end with it', () => {
  const rows = Array.from({ length: 40 }, (_, index) => witnessed(index, index))
  expect(windowOf(seriesOf(rows, 'equity'), 'equity', '1M')).toHaveLength(30)
})

test('after a growth of -100 % there is no base to measure from', () => {
  const rows = [witnessed(0, 0), witnessed(1, -100, -100), witnessed(60, -100, -100)]
  expect(values(windowOf(seriesOf(rows, 'growth'), 'growth', '1M'))).toEqual([-100])
})

test('a fall is negative, whatever its sign in the answer', () => {
  expect(values(seriesOf([witnessed(0, 0, 8)], 'drawdown'))).toEqual([-8])
  expect(deepestFall(seriesOf(daily, 'drawdown'))?.value).toBe(-4.55)
  expect(deepestFall([])).toBeNull()
})

test('with hidden amounts only growth and drawdown remain', () => {
  const hidden = daily.map((row) => ({ ...row, balance: null, equity: null }))
  expect(drawableSeries(hidden)).toEqual(['growth', 'drawdown'])
  expect(drawableSeries([])).toEqual([])
})
