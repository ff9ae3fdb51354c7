import { expect, test } from 'vitest'
import { DAY_MS, dayText } from '#shared/dates.ts'
import { clearOfTag, drawdownRange, growthRange, tickLabels } from './ticks.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => dayText(Date.parse(first) / DAY_MS + index))

test('a long axis names months, with the year at the first and at each turn of the year', () => {
  const label = tickLabels(daysFrom('2025-03-10', 600))
  expect(label('2025-03-10', 'day')).toBe('')
  expect(label('2025-04-01', 'month')).toBe('apr 2025')
  expect(label('2025-06-01', 'month')).toBe('giu')
  expect(label('2026-01-01', 'year')).toBe('gen 2026')
  expect(label('2026-02-01', 'month')).toBe('feb')
})

test('a short axis names days, with the year at the first label that has room', () => {
  const label = tickLabels(daysFrom('2026-10-12', 30))
  expect(label('2026-10-12', 'day')).toBe('12 ott 2026')
  expect(label('2026-10-20', 'day')).toBe('20 ott')
  expect(label('2026-11-01', 'month')).toBe('nov')
  expect(tickLabels(daysFrom('2026-10-30', 30))('2026-11-01', 'month')).toBe('nov 2026')
})

test('an axis of one day or of none has its labels', () => {
  expect(tickLabels(['2026-11-20'])('2026-11-20', 'day')).toBe('20 nov 2026')
  expect(tickLabels([])('2026-11-20', 'month')).toBe('nov')
})

test('the tag of the last value covers no label', () => {
  expect(clearOfTag(['+4%', '+3%', '+2%'], [10, 40, 70], 22)).toEqual(['', '+3%', '+2%'])
  expect(clearOfTag(['+4%', '+3%'], [10, null], null)).toEqual(['+4%', '+3%'])
})

test('an axis holds zero, and has a height where the line is flat', () => {
  expect(growthRange({ minValue: 2, maxValue: 8 })).toEqual({ minValue: 0, maxValue: 8 })
  expect(growthRange({ minValue: -3, maxValue: -1 })).toEqual({ minValue: -3, maxValue: 0 })
  expect(growthRange({ minValue: 0, maxValue: 0 })).toEqual({ minValue: 0, maxValue: 1 })
  expect(drawdownRange({ minValue: -4, maxValue: -1 })).toEqual({ minValue: -4, maxValue: 0 })
  expect(drawdownRange({ minValue: 0, maxValue: 0 })).toEqual({ minValue: -1, maxValue: 0 })
})
