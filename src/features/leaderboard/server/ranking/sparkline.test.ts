import { expect, test } from 'vitest'
import { sparkline } from './sparkline.ts'

const days = (count: number, grown: (day: number) => number) => Array.from({ length: count }, (_, day) => grown(day))

test('thirty days are every second one, up to the last, which keeps its decimals', () => {
  const index = days(30, (day) => 1 + 0.012345 * day)
  const points = sparkline(index)
  expect(points).toHaveLength(15)
  expect(points.slice(0, 3)).toEqual([1.01, 1.04, 1.06])
  expect(points.at(-1)).toBe(1.358)
})

test('a short history keeps each day', () => {
  expect(sparkline([])).toEqual([])
  expect(sparkline([1.0123])).toEqual([1.0123])
  expect(sparkline([1, 1, 1])).toEqual([1, 1, 1])
  expect(sparkline(days(18, (day) => 1 + day / 10))).toHaveLength(18)
  expect(sparkline(days(19, (day) => 1 + day / 10))).toHaveLength(10)
})

test.each([0.0004, 0.003, 0.02, 0.15, 0.9, 12])('over a range of %d no point is half a pixel off', (range) => {
  const index = days(15, (day) => 1 + (range * ((day * 7) % 15)) / 14)
  const pixels = (value: number) => (28 * (value - 1)) / range
  for (const [day, point] of sparkline(index).entries()) {
    // Four decimals are the most that the wire has.
    const most = Math.max(0.5, (28 * 0.00005) / range)
    expect(Math.abs(pixels(point) - pixels(index[day] ?? 0))).toBeLessThanOrEqual(most + 1e-6)
  }
})
