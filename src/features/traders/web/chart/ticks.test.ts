import { expect, test } from 'vitest'
import { DAY_MS, dayText } from '#shared/dates.ts'
import { clearOfTags, tickLabels } from './ticks.ts'

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

test('the tags of last values cover no label', () => {
  expect(clearOfTags(['+4%', '+3%', '+2%'], [10, 40, 70], [22])).toEqual(['', '+3%', '+2%'])
  expect(clearOfTags(['+4%', '+3%', '+2%'], [10, 40, 70], [22, 75])).toEqual(['', '+3%', ''])
  expect(clearOfTags(['+4%', '+3%'], [10, null], [null])).toEqual(['+4%', '+3%'])
})
