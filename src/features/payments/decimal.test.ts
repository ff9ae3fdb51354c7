import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amountOfCents,
  centsOf,
  centsUp,
  compareDec,
  coverage,
  decimalOf,
  isCovered,
  larger,
  sharePaidCents,
} from './decimal.ts'

/** Coin amounts as integers of 10⁻⁸, so that the expectation is exact arithmetic of another kind. */
const units = fc.bigInt({ min: 0n, max: 10n ** 18n })
const positive = fc.bigInt({ min: 1n, max: 10n ** 18n })
const cents = fc.integer({ min: 1, max: 100_000 })

function text(amount: bigint): string {
  const digits = amount.toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
}

describe('a decimal from outside', () => {
  test.each([
    [0, '0'],
    [-0, '0'],
    ['0.000', '0'],
    [13, '13'],
    ['13.0', '13'],
    ['0013.50', '13.5'],
    [0.000083, '0.000083'],
    [1e-7, '0.0000001'],
    ['1.23E-7', '0.000000123'],
    [1e21, '1000000000000000000000'],
    [' 5 ', '5'],
    [69.242455, '69.242455'],
    ['123456789.123456789123456789', '123456789.123456789123456789'],
  ])('%j is %s', (value, expected) => expect(decimalOf(value)).toBe(expected))

  test.each([
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [-1],
    ['-1'],
    ['-0.5'],
    ['+5'],
    [''],
    ['  '],
    ['null'],
    ['NaN'],
    ['Infinity'],
    ['1,5'],
    ['1_000'],
    ['0x10'],
    ['1e999999'],
    ['1e41'],
    ['1e-41'],
    ['9'.repeat(61)],
    ['.5'],
    ['5.'],
    ['1e'],
    ['١٢'],
    [null],
    [undefined],
    [true],
    [12n],
    [[1]],
    [{}],
  ])('%s is none', (value) => expect(decimalOf(value)).toBeNull())

  test('is canonical: read again it stays as it is, and equal numbers are equal texts', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e20, noNaN: true }), (value) => {
        const first = decimalOf(value)
        fc.pre(value === 0 || value > 1e-39)
        expect(first).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
        expect(decimalOf(first)).toBe(first)
        expect(Number(first)).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})

describe('coverage', () => {
  test('is the share, never rounded up', () => {
    expect(coverage('2', '3')).toBe('0.66666666')
    expect(coverage('69.25', '69.242455')).toBe('1.00010896')
    expect(coverage('1', '0')).toBeNull()
    expect(coverage('0', '5')).toBe('0')
  })

  test('case 32: within the tolerance, just outside it, at the dollar cap', () => {
    // 1 % of 11.99 is 11.99 cents: the percent decides.
    expect(isCovered(1199, '0.99', '1')).toBe(true)
    expect(isCovered(1199, '0.98999999', '1')).toBe(false)
    // 1 % of 249.99 would be 2.50: the dollar decides, at 248.99 / 249.99 of the coins.
    expect(isCovered(24_999, '248.99', '249.99')).toBe(true)
    expect(isCovered(24_999, '248.98999999', '249.99')).toBe(false)
    expect(isCovered(24_999, '0.99', '1')).toBe(false)
    expect(isCovered(10_000, '0.99', '1')).toBe(true)
  })

  test('cases 29, 33, 40: exact and over are covered, nothing asked or nothing received is not', () => {
    expect(isCovered(1199, '69.242455', '69.242455')).toBe(true)
    expect(isCovered(1199, '700', '69.242455')).toBe(true)
    expect(isCovered(1199, '0', '69.242455')).toBe(false)
    expect(isCovered(1199, '5', '0')).toBe(false)
    expect(isCovered(1199, '0', '0')).toBe(false)
  })

  test('agrees with whole-number arithmetic for every price and amount', () => {
    fc.assert(
      fc.property(cents, units, positive, (price, received, asked) => {
        const missing = asked - received
        const expected = received > 0n && received * 100n >= asked * 99n && BigInt(price) * missing <= 100n * asked
        expect(isCovered(price, text(received), text(asked))).toBe(expected)
      }),
      { numRuns: 500 },
    )
  })

  test('holds at its very edge, one unit on either side', () => {
    fc.assert(
      fc.property(cents, positive, (price, asked) => {
        const up = (a: bigint, b: bigint) => (a + b - 1n) / b
        const byPercent = up(asked * 99n, 100n)
        const byDollar = up(asked * (BigInt(price) - 100n), BigInt(price))
        const least = [byPercent, byDollar, 1n].reduce((a, b) => (a > b ? a : b))
        expect(isCovered(price, text(least), text(asked))).toBe(true)
        expect(isCovered(price, text(least - 1n), text(asked))).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('arrived coins are worth their share, cut off to cents', () => {
    fc.assert(
      fc.property(cents, units, positive, (price, received, asked) => {
        const expected = (BigInt(price) * received) / asked
        const share = sharePaidCents(price, text(received), text(asked))
        expect(share).toBe(expected <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(expected) : null)
      }),
    )
    expect(sharePaidCents(1199, '1', '0')).toBeNull()
  })
})

describe('cents', () => {
  test('and amounts are the same both ways', () => {
    fc.assert(fc.property(cents, (value) => centsOf(amountOfCents(value)) === value))
    expect(amountOfCents(1199)).toBe('11.99')
    expect(amountOfCents(2490)).toBe('24.9')
  })
  test('a part of a cent is no price; a minimum is rounded up', () => {
    expect(centsOf('11.991')).toBeNull()
    expect(centsOf('12')).toBe(1200)
    expect(centsOf('9'.repeat(30))).toBeNull()
    expect(centsUp('11.4100001')).toBe(1142)
    expect(centsUp('11.41')).toBe(1141)
  })
  test('amounts compare as numbers, not as texts', () => {
    expect(compareDec('9', '10')).toBe(-1)
    expect(compareDec('1.5', '1.5')).toBe(0)
    expect(larger('9.1', '10')).toBe('10')
  })
})
