import { expect, test } from 'vitest'
import { witnessed, importedDay } from '../testing/profile.ts'
import { cellOf, dayMonths, dayResults, fullColour } from './days.ts'

test('results by hand: each day on the index before it, imported days without one left out', () => {
  const results = dayResults([importedDay(-1, 9_000), witnessed(0, 0), witnessed(1, 10), witnessed(2, -1)])
  expect(results.map(({ date }) => date)).toEqual(['2026-01-01', '2026-01-02', '2026-01-03'])
  expect(results.map(({ roi }) => Number(roi.toFixed(6)))).toEqual([0, 10, -10])
})

test('after a total loss no day has a result', () => {
  expect(dayResults([witnessed(0, -100), witnessed(1, -100)]).map(({ roi }) => roi)).toEqual([-100, 0])
})

test('a year begins in the column of its first week, Monday first', () => {
  // 1 January 2026 is a Thursday, 5 January a Monday.
  expect(cellOf('2026-01-01')).toEqual({ x: 0, y: 3 })
  expect(cellOf('2026-01-05')).toEqual({ x: 1, y: 0 })
  expect(cellOf('2026-12-31')).toEqual({ x: 52, y: 3 })
  // 2028 begins on a Saturday and has 366 days: the widest year.
  expect(cellOf('2028-12-31')).toEqual({ x: 52, y: 6 })
})

test('the full colour leaves out the largest tenth and quiet days', () => {
  const days = [0, 0, 1, -2, 3, -4, 5, -6, 7, -8, 9, 100].map((roi) => ({ date: '2026-01-01', roi }))
  expect(fullColour(days)).toBe(100)
  expect(fullColour(days.slice(0, -1))).toBe(9)
  expect(fullColour([])).toBe(0.1)
})

test('months of days, newest first', () => {
  const days = [
    { date: '2026-01-30', roi: 1 },
    { date: '2026-02-02', roi: -2 },
    { date: '2026-02-03', roi: 0.004 },
    { date: '2026-02-04', roi: 3 },
  ]
  expect(dayMonths(days)).toEqual([
    { month: '2026-02', up: 1, down: 1, best: 3, worst: -2 },
    { month: '2026-01', up: 1, down: 0, best: 1, worst: 1 },
  ])
})
