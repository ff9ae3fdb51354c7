import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resultsByEntry } from './rules/entries.ts'
import { daysBelow, deepestAndLongestFall, extremesOf, yearResults } from './rules/periods.ts'
import { foldRows, type DailyRow } from './rules/rows.ts'
import { row } from './testing/rows.ts'

/** Monday 2025-03-03. */
const MONDAY = 20_150
const rowsOf = (...growths: number[]): DailyRow[] => growths.map((growth, index) => row(MONDAY + index, growth))

/** Rows with gaps, falls inside a day, and days that end at nothing. */
const anyRows = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 40 }),
      growth: fc.oneof(fc.double({ min: 0.5, max: 2, noNaN: true }), fc.constantFrom(0, 1)),
      above: fc.double({ min: 1, max: 1.5, noNaN: true }),
      below: fc.double({ min: 0.5, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((list) => {
    let day = MONDAY
    return list.map(({ gap, growth, above, below }) => {
      day += gap
      const high = Math.max(1, growth) * above
      const low = Math.min(1, growth) * below
      return row(day, growth, { high, low, drawdown: 1 - low / high })
    })
  })

describe('best and worst day, week and month', () => {
  test('by hand: a week begins on Monday, a month on its first day', () => {
    // Sunday 2 March +10 %; Monday 3 March -20 %, Tuesday +50 %; Tuesday 1 April -5 %.
    const rows = [row(MONDAY - 1, 1.1), row(MONDAY, 0.8), row(MONDAY + 1, 1.5), row(MONDAY + 29, 0.95)]
    const extremes = extremesOf(rows)
    expect(extremes?.day).toEqual({
      best: { from: MONDAY + 1, roi: 0.5 },
      worst: { from: MONDAY, roi: expect.closeTo(-0.2, 12) },
    })
    expect(extremes?.week).toEqual({
      best: { from: MONDAY, roi: expect.closeTo(0.2, 12) },
      worst: { from: MONDAY + 28, roi: expect.closeTo(-0.05, 12) },
    })
    expect(extremes?.month).toEqual({
      best: { from: MONDAY - 2, roi: expect.closeTo(0.32, 12) },
      worst: { from: MONDAY + 29, roi: expect.closeTo(-0.05, 12) },
    })
    expect(extremesOf([])).toBeNull()
  })

  test('of one day, best and worst are the same', () => {
    const extremes = extremesOf([row(MONDAY, 0.9)])
    expect(extremes?.month.best).toEqual(extremes?.month.worst)
  })
})

test('years by hand: growth, deepest fall inside the year, months that gained', () => {
  // 2024-12-31 is day 20,088.
  const rows = [row(20_088, 0.5), row(20_089, 1.2), row(20_120, 0.9), row(20_121, 1), row(20_150, 1.1, { trades: 3 })]
  expect(yearResults(rows)).toEqual([
    { year: '2024', roi: -0.5, drawdown: 0.5, months: 1, months_up: 0, trades: 0 },
    {
      year: '2025',
      roi: expect.closeTo(0.188, 12),
      drawdown: expect.closeTo(0.1, 12),
      months: 3,
      months_up: 2,
      trades: 3,
    },
  ])
})

test('the years of any history compound to its growth', () => {
  fc.assert(
    fc.property(anyRows, (rows) => {
      const growth = yearResults(rows).reduce((product, { roi }) => product * (1 + roi), 1)
      expect(growth).toBeCloseTo(foldRows(rows).growth, 6)
    }),
  )
})

describe('falls', () => {
  test('by hand: the deepest is short, the longest is shallow', () => {
    // Peak 1.1 on the first day, 0.55 on the second, 1.1 again on the third; then 1.045 until day 22, never the peak again.
    const rows = [...rowsOf(1.1, 0.5, 2, 0.95), row(MONDAY + 22, 1.01)]
    expect(deepestAndLongestFall(rows, MONDAY + 30)).toEqual({
      deepest: { peak_day: MONDAY + 1, low_day: MONDAY + 1, recovered_day: MONDAY + 2, depth: 0.5 },
      longest: { peak_day: MONDAY + 3, low_day: MONDAY + 3, recovered_day: null, depth: expect.closeTo(0.05, 12) },
    })
  })

  test('a fall inside a day that ends at its peak is over on that day', () => {
    const [day] = rowsOf(1.2)
    if (day === undefined) throw new Error('one row')
    expect(deepestAndLongestFall([{ ...day, low: 0.9, drawdown: 0.25 }], MONDAY + 9)?.longest).toEqual({
      peak_day: MONDAY,
      low_day: MONDAY,
      recovered_day: MONDAY,
      depth: 0.25,
    })
  })

  test('without a fall there is none; an account that lost all never comes back', () => {
    expect(deepestAndLongestFall(rowsOf(1, 1.1, 1.2), MONDAY + 3)).toBeNull()
    expect(deepestAndLongestFall([], MONDAY)).toBeNull()
    expect(deepestAndLongestFall(rowsOf(1.5, 0, 3), MONDAY + 3)?.deepest).toEqual({
      peak_day: MONDAY + 1,
      low_day: MONDAY + 1,
      recovered_day: null,
      depth: 1,
    })
  })

  test('the deepest fall of any history is its largest drawdown, and stands within its own days', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const today = (rows.at(-1)?.day ?? 0) + 1
        const falls = deepestAndLongestFall(rows, today)
        expect(falls?.deepest.depth ?? 0).toBeCloseTo(foldRows(rows).drawdown, 9)
        const { deepest, longest } = falls ?? {}
        for (const { peak_day, low_day, recovered_day } of [deepest, longest].filter((fall) => fall !== undefined)) {
          expect(low_day).toBeGreaterThanOrEqual(peak_day)
          expect(recovered_day ?? today).toBeGreaterThanOrEqual(low_day)
        }
        const length = (fall = deepest) => (fall === undefined ? 0 : (fall.recovered_day ?? today) - fall.peak_day)
        expect(length(longest)).toBeGreaterThanOrEqual(length(deepest))
      }),
    )
  })

  test('days below a depth, by hand: the moment counts, not only the end of the day', () => {
    const rows = [...rowsOf(1.1, 0.95, 0.95), row(MONDAY + 3, 1.1, { low: 0.9, drawdown: 0.1 })]
    // 4.5 % below at the end of the second day's fall, 9.75 % on the third, 18.8 % during the fourth.
    expect(daysBelow(rows, 0.1)).toBe(1)
    expect(daysBelow(rows, 0.09)).toBe(2)
    expect(daysBelow(rows, 0.2)).toBe(0)
  })
})

describe('results by day of entry', () => {
  test('by hand: three entries of two days', () => {
    // Entries: days 1-2 (1.1 × 0.5), days 2-3 (0.5 × 1), days 3-4 (1 × 1.2); the fourth day is too young.
    const rows = [row(MONDAY, 1.1), row(MONDAY + 1, 0.5), row(MONDAY + 3, 1.2)]
    expect(resultsByEntry(rows, MONDAY + 3, 2)).toEqual({
      days: 2,
      entries: 3,
      worst: expect.closeTo(-0.5, 12),
      median: expect.closeTo(-0.45, 12),
      best: expect.closeTo(0.2, 12),
      losing: 2 / 3,
    })
    expect(resultsByEntry(rows, MONDAY + 3, 4)?.entries).toBe(1)
    expect(resultsByEntry(rows, MONDAY + 3, 5)).toBeNull()
    expect(resultsByEntry([], MONDAY, 1)).toBeNull()
  })

  test('an account that lost all: who was there has nothing, who came later has the new growth', () => {
    const results = resultsByEntry(rowsOf(1.5, 0, 1, 1.1), MONDAY + 3, 2)
    expect(results).toMatchObject({ entries: 3, worst: -1, median: -1, losing: 2 / 3 })
    expect(results?.best).toBeCloseTo(0.1, 12)
  })

  test('they are those of a literal product over each window', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1, max: 90 }), (rows, days) => {
        const first = rows[0]?.day ?? 0
        const today = rows.at(-1)?.day ?? 0
        const literal: number[] = []
        for (let entry = first; entry + days - 1 <= today; entry += 1) {
          const held = rows.filter(({ day }) => day >= entry && day < entry + days)
          literal.push(held.reduce((product, { growth }) => product * growth, 1) - 1)
        }
        literal.sort((a, b) => a - b)
        const results = resultsByEntry(rows, today, days)
        expect(results?.entries ?? 0).toBe(literal.length)
        const { worst = 0, median = 0, best = 0, losing = 0 } = results ?? {}
        const least = literal[0] ?? 0
        const most = literal.at(-1) ?? 0
        expect((1 + worst) / (1 + least || 1)).toBeCloseTo(least === -1 ? 0 : 1, 6)
        expect((1 + best) / (1 + most || 1)).toBeCloseTo(most === -1 ? 0 : 1, 6)
        expect(losing).toBeCloseTo(literal.filter((result) => result < -1e-12).length / Math.max(1, literal.length), 1)
        expect(worst).toBeLessThanOrEqual(median)
        expect(median).toBeLessThanOrEqual(best)
      }),
    )
  })
})
