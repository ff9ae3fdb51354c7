import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundTo } from './rounding.ts'

test('a rounded number is the one that its text with so many decimals says, near the middle of two as well', () => {
  const decimals = fc.integer({ min: 0, max: 8 })
  const middle = fc
    .tuple(fc.integer({ min: -2_000_000, max: 2_000_000 }), decimals, fc.integer({ min: -3, max: 3 }))
    .map(([units, digits, steps]) => (units + 0.5) / 10 ** digits + steps * Number.EPSILON)
  const value = fc.oneof(fc.double(), fc.double({ min: -1e9, max: 1e9, noNaN: true }), middle)
  fc.assert(
    fc.property(value, decimals, (number, digits) => {
      expect(roundTo(number, digits)).toBe(Number(number.toFixed(digits)) + 0)
    }),
    { numRuns: 20_000 },
  )
})
