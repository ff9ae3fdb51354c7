import { expect, test } from 'vitest'
import { correlationOf } from './daily-correlation.ts'

const of = (days: number[], growth: number[]) => ({ days, growth })

test('over the days that both have', () => {
  const one = of([1, 2, 3, 5, 8], [1.01, 0.99, 1.03, 1.02, 0.9])
  expect(correlationOf(one, of([2, 3, 4, 5], [1.01, 0.97, 1.4, 0.98]))).toEqual({ days: 3, correlation: -1 })
  expect(correlationOf(one, one)).toEqual({ days: 5, correlation: 1 })
  expect(correlationOf(one, of([1, 2, 3], [1.02, 1.01, 1.02]))?.correlation).toBeCloseTo(Math.sqrt(3) / 2, 12)
})
test('an account that never changes is like no other', () => {
  expect(correlationOf(of([1, 2, 3], [1.5, 1.5, 1.5]), of([1, 2, 3], [1.1, 1.2, 1.3]))).toBeNull()
  expect(correlationOf(of([1], [1.5]), of([2], [1.1]))).toBeNull()
})
