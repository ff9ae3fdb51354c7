import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commonSpan, correlation, dailyReturns, growthDays, growthIn, sampledDays, sharedFalls } from './rules.ts'

const history = (first: number, index: readonly number[]) => ({ first, index })

test('a day without an event ends as the one before', () => {
  expect(growthDays([])).toBeNull()
  const points = [
    { day: 10, index: 1.1 },
    { day: 13, index: 1.2 },
  ]
  expect(growthDays(points)).toEqual({ first: 10, index: [1.1, 1.1, 1.1, 1.2] })
})

test('the span is what every history has, and its last days', () => {
  const [long, late] = [
    history(
      0,
      Array.from({ length: 100 }, () => 1),
    ),
    history(
      80,
      Array.from({ length: 30 }, () => 1),
    ),
  ]
  expect(commonSpan([long, late], null)).toEqual({ from: 80, to: 99 })
  expect(commonSpan([long, late], 7)).toEqual({ from: 93, to: 99 })
  expect(commonSpan([long, late], 365)).toEqual({ from: 80, to: 99 })
  expect(commonSpan([long, history(200, [1])], null)).toBeNull()
  expect(commonSpan([long, null], null)).toBeNull()
  expect(commonSpan([], null)).toBeNull()
})

test('growth starts at the end of the day before the span, and at 1 before the history', () => {
  const account = history(5, [1.1, 1.21, 0.605])
  expect(growthIn(account, { from: 6, to: 7 })).toEqual([expect.closeTo(0.1, 12), expect.closeTo(-0.45, 12)])
  expect(growthIn(account, { from: 5, to: 5 })).toEqual([expect.closeTo(0.1, 12)])
  expect(dailyReturns(account, { from: 5, to: 7 })).toEqual([
    expect.closeTo(0.1, 12),
    expect.closeTo(0.1, 12),
    expect.closeTo(-0.5, 12),
  ])
})

test('an account that lost everything has no growth afterwards', () => {
  const emptied = history(0, [0.5, 0, 0])
  expect(growthIn(emptied, { from: 0, to: 2 })).toEqual([-0.5, -1, -1])
  expect(growthIn(emptied, { from: 2, to: 2 })).toBeNull()
  expect(dailyReturns(emptied, { from: 0, to: 2 })).toEqual([-0.5, -1, 0])
})

describe('correlation', () => {
  /** `times` the four days (1, 2), (-1, 0), (2, 1), (-2, -3) in percent. By hand: sums of products 11, of squares 10 and 14. */
  const repeat = (values: readonly number[], times: number) => Array.from({ length: times }, () => values).flat()
  const a = repeat([0.01, -0.01, 0.02, -0.02], 5)
  const b = repeat([0.02, 0, 0.01, -0.03], 5)

  test('of an example by hand: 10 / √(10 × 14) = 0.8452', () => {
    expect(correlation(a, b)).toEqual({ moved: 20, value: expect.closeTo(10 / Math.sqrt(140), 12) })
  })

  test('days on which neither moved count for nothing', () => {
    const quiet = Array.from({ length: 50 }, () => 0)
    expect(correlation([...a, ...quiet], [...b, ...quiet])).toEqual({ moved: 20, value: expect.closeTo(0.8452, 4) })
  })

  test('is unknown under 20 days, and beside an account that does not vary', () => {
    expect(correlation(a.slice(1), b.slice(1))).toEqual({ moved: 19, value: null })
    expect(
      correlation(
        a,
        a.map(() => 0.01),
      ),
    ).toEqual({ moved: 20, value: null })
    expect(correlation([], [])).toEqual({ moved: 0, value: null })
  })

  const returns = fc.array(
    fc.record({ a: fc.integer({ min: -500, max: 500 }), b: fc.integer({ min: -500, max: 500 }) }),
    { minLength: 20, maxLength: 60 },
  )
  test('lies between -1 and 1, is the same both ways, 1 with itself and -1 with its opposite; size does not matter', () => {
    fc.assert(
      fc.property(returns, fc.integer({ min: 1, max: 9 }), (days, factor) => {
        const [first, second] = [days.map(({ a }) => a / 1e4), days.map(({ b }) => b / 1e4)]
        const { value } = correlation(first, second)
        const scaled = correlation(
          first.map((each) => each * factor),
          second,
        )
        expect(correlation(second, first).value ?? 9).toBeCloseTo(value ?? 9, 9)
        expect(scaled.value ?? 9).toBeCloseTo(value ?? 9, 9)
        expect(Math.abs(value ?? 0)).toBeLessThanOrEqual(1)
        expect(correlation(first, first).value ?? 1).toBeCloseTo(1, 9)
        const opposite = first.map((each) => -each)
        expect(correlation(first, opposite).value ?? -1).toBeCloseTo(-1, 9)
      }),
    )
  })
})

describe('falls of two accounts', () => {
  // Under 95 % of the peak: days 1, 2, 3; and days 2, 3, 4.
  const first = history(0, [1, 0.9, 0.9, 0.95, 1])
  const second = history(0, [1, 0.96, 0.94, 0.8, 0.9])

  test('of an example by hand: four days, two of them together', () => {
    expect(sharedFalls(first, second, { from: 0, to: 4 })).toEqual({ either: 4, both: 2 })
    expect(sharedFalls(first, second, { from: 3, to: 4 })).toEqual({ either: 2, both: 1 })
  })

  test('the peak is older than the span', () => {
    const down = history(0, [2, 1.5, 1.5, 1.5])
    expect(sharedFalls(down, down, { from: 2, to: 3 })).toEqual({ either: 2, both: 2 })
  })

  const index = fc.array(
    fc.integer({ min: 0, max: 300 }).map((value) => value / 100),
    { minLength: 10, maxLength: 10 },
  )
  test('both are never more than either, the same both ways, and all of them with itself', () => {
    fc.assert(
      fc.property(index, index, (one, other) => {
        const [a, b, span] = [history(0, one), history(0, other), { from: 0, to: 9 }]
        const falls = sharedFalls(a, b, span)
        expect(falls.both).toBeLessThanOrEqual(falls.either)
        expect(sharedFalls(b, a, span)).toEqual(falls)
        const own = sharedFalls(a, a, span)
        expect(own.both).toBe(own.either)
      }),
    )
  })
})

test('a chart has a bounded number of days, and always the last one', () => {
  expect(sampledDays({ from: 1, to: 90 }, 91)).toHaveLength(90)
  const days = sampledDays({ from: 0, to: 1_094 }, 91)
  expect(days.length).toBeLessThanOrEqual(91)
  expect(days.at(-1)).toBe(1_094)
})
