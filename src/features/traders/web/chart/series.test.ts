import { expect, test } from 'vitest'
import { importedDay, witnessed } from '../testing/profile.ts'
import { chosenRange, type WindowName } from './range.ts'
import { deepestFall, drawableSeries, flowsOf, growthWithin, seriesOf, within } from './series.ts'

const daily = [importedDay(-1, 9_500), witnessed(0, 0), witnessed(1, 10), witnessed(2, 5, -4.55), witnessed(40, 21)]
const values = (points: readonly { value: number }[]) => points.map(({ value }) => Number(value.toFixed(6)))
const rangeOf = (rows: typeof daily, window: WindowName) =>
  chosenRange(window, { from: rows[0]?.date ?? '', to: rows.at(-1)?.date ?? '' }).range

test('growth has no imported day, the balance has', () => {
  expect(values(seriesOf(daily, 'growth'))).toEqual([0, 10, 5, 21])
  expect(seriesOf(daily, 'balance').map(({ imported }) => imported)).toEqual([true, false, false, false, false])
})

test('a window of growth starts again from the day before it', () => {
  const month = growthWithin(seriesOf(daily, 'growth'), rangeOf(daily, '30'))
  expect(month).toHaveLength(1)
  // From +5 % to +21 %: 1.21 / 1.05 - 1.
  expect(values(month)).toEqual([Number(((1.21 / 1.05 - 1) * 100).toFixed(6))])
})

test('a window that holds the whole history changes nothing', () => {
  const growth = seriesOf(daily, 'growth')
  expect(growthWithin(growth, rangeOf(daily, '90'))).toEqual(growth)
  expect(growthWithin(growth, rangeOf(daily, 'all'))).toEqual(growth)
})

test('a window counts its last day: 30 days end with it', () => {
  const rows = Array.from({ length: 40 }, (_, index) => witnessed(index, index))
  expect(within(seriesOf(rows, 'equity'), rangeOf(rows, '30'))).toHaveLength(30)
  expect(within(seriesOf(rows, 'equity'), rangeOf(rows, '7'))).toHaveLength(7)
})

test('after a growth of -100 % there is no base to measure from', () => {
  const rows = [witnessed(0, 0), witnessed(1, -100, -100), witnessed(60, -100, -100)]
  expect(values(growthWithin(seriesOf(rows, 'growth'), rangeOf(rows, '30')))).toEqual([-100])
})

test('a fall is negative, whatever its sign in the answer', () => {
  expect(values(seriesOf([witnessed(0, 0, 8)], 'drawdown'))).toEqual([-8])
  expect(deepestFall(seriesOf(daily, 'drawdown'))?.value).toBe(-4.55)
  expect(deepestFall([])).toBeNull()
})

test('with hidden amounts only growth and drawdown remain', () => {
  const hidden = daily.map((row) => ({ ...row, balance: null, equity: null }))
  expect(drawableSeries(hidden)).toEqual(['growth', 'drawdown'])
  expect(drawableSeries(daily)).toEqual(['growth', 'money', 'drawdown'])
  expect(drawableSeries([])).toEqual([])
})

test('the capital of the first counted day is no payment; those before and after it are', () => {
  const flow = (row: (typeof daily)[number], net_flow: number | null) => ({ ...row, net_flow })
  const rows = [flow(importedDay(-1, 9_500), 9_300), flow(witnessed(0, 0), 10_000), flow(witnessed(1, 1), -250)]
  expect(flowsOf(rows).map(({ amount }) => amount)).toEqual([9_300, -250])
  expect(flowsOf([witnessed(0, 0), flow(witnessed(1, 1), null)])).toEqual([])
})
