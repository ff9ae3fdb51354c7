import { expect, test } from 'vitest'
import { monthlyYears, tintStep } from './monthly.ts'

test('years stand newest first, with twelve months and their compounded total', () => {
  const years = monthlyYears([
    { month: '2025-12', roi: 4 },
    { month: '2026-01', roi: 10 },
    { month: '2026-02', roi: -5 },
    { month: '2026-03', roi: null },
  ])
  expect(years.map(({ year }) => year)).toEqual(['2026', '2025'])
  expect(years.map(({ months }) => months.length)).toEqual([12, 12])
  expect(years[0]?.months.slice(0, 4)).toEqual([10, -5, null, null])
  expect(years[0]?.total).toBeCloseTo(4.5, 9)
  expect(years[1]?.months[11]).toBe(4)
})

test('a year without known months has no total', () => {
  expect(monthlyYears([{ month: '2026-01', roi: null }])[0]?.total).toBeNull()
  expect(monthlyYears([])).toEqual([])
})

test('the tint is full from 18 % and absent where the figure prints as zero', () => {
  expect([0, 0.04, 0.06, -2.3, 9, 18, 40].map(tintStep)).toEqual([0, 0, 1, 2, 4, 8, 8])
})
