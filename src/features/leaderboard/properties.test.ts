import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readRates } from '#features/performance/rules/currency.ts'
import { walkHistory } from '#features/performance/rules.ts'
import type { HistoryInput } from '#features/performance/rules/history.ts'
import { between, histories } from '#features/performance/testing/histories.ts'
import { literalHistory } from '#features/performance/testing/literal.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '#shared/dates.ts'
import { evaluateTrader } from './rules.ts'
import { scoreOf, type Measures } from './rules/score.ts'

/** The properties of `docs/ranking.md` 9.1 that concern a whole evaluation, or the score on both sides of a limit. */

const trader = {
  is_ea_verified: true,
  is_real_account: true,
  leaderboard_expires: Number.MAX_SAFE_INTEGER,
  diamond_expires: null,
}

function evaluated(history: HistoryInput, as_of = history.as_of) {
  const walked = walkHistory(history)
  if (walked === null) throw new Error('a history without snapshot')
  return evaluateTrader({ ...history, ...walked, as_of, trader })
}

/** Where a limit of the formula lies, or anywhere. */
const ordinary: fc.Arbitrary<Measures> = fc.record({
  growth90: fc.oneof(fc.constant(1), between(0.05, 3)),
  startDrawdown: fc.oneof(fc.constant(0), between(0, 0.95)),
  countedTrades: fc.oneof(fc.constant(200), between(1, 400)),
  countedWins: fc.constant(0),
  equity: fc.oneof(fc.constant(0), between(0, 0.99)),
  floatingRatio: fc.oneof(fc.constantFrom(0.1, 0.5), between(0, 1)),
})

describe('the score (docs/ranking.md 9.1)', () => {
  test('rises with growth, wins and equity, and falls with a fall before the window and with an open loss', () => {
    fc.assert(
      fc.property(ordinary, between(0.01, 0.5), (measures, part) => {
        const { score } = scoreOf(measures)
        const higher = (change: Partial<Measures>) => scoreOf({ ...measures, ...change }).score - score
        expect(higher({ growth90: measures.growth90 * (1 + part) })).toBeGreaterThan(0)
        expect(higher({ countedWins: measures.countedTrades * part })).toBeGreaterThan(0)
        expect(higher({ equity: measures.equity + (1 - measures.equity) * part })).toBeGreaterThan(0)
        const gained = { growth90: measures.growth90 + 1 }
        expect(higher({ ...gained, startDrawdown: measures.startDrawdown + 0.05 })).toBeLessThan(higher(gained))
        const [least, most] = [0.1 + 0.4 * part, 0.1 + 0.4 * (part + 0.01)]
        expect(higher({ floatingRatio: most })).toBeLessThan(higher({ floatingRatio: least }))
      }),
    )
  })

  test('jumps nowhere: a millionth more or less of anything moves it by thousandths at most', () => {
    const names = ['growth90', 'startDrawdown', 'countedTrades', 'countedWins', 'equity', 'floatingRatio'] as const
    fc.assert(
      fc.property(ordinary, fc.constantFrom(...names), fc.constantFrom(-1e-6, 1e-6), (measures, name, step) => {
        const moved = scoreOf({ ...measures, [name]: measures[name] + step }).score
        expect(Math.abs(moved - scoreOf(measures).score)).toBeLessThan(1e-3)
      }),
    )
  })
})

describe('an evaluation (docs/ranking.md 9.1)', () => {
  test('the fall before the window is that of one literal scan, wherever the window begins', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 120 }), (history, later) => {
        fc.pre(walkHistory(history) !== null)
        const as_of = history.as_of + later * DAY_MS
        const { components } = evaluated(history, as_of)
        let [before, index, high] = [1, 1, 1]
        let day: number | null = null
        for (const point of literalHistory(history).path) {
          if (point.day > utcDay(as_of) - 90) break
          if (point.day !== day && index === 0) high = index = 1
          if (point.day !== day) before = index
          day = point.day
          index = before * point.index
          high = Math.max(high, index)
        }
        const fall = index === 0 ? 0 : 1 - index / high
        expect(components?.start_drawdown).toBeCloseTo(fall, 9)
        const { growth_90: growth = NaN, scoring_growth: scoring } = components ?? {}
        const wanted = growth <= 1 ? growth : 1 + (growth - 1) * (1 - fall)
        expect(Math.abs((scoring ?? NaN) - wanted)).toBeLessThanOrEqual(1e-9 * Math.max(1, wanted))
      }),
      { numRuns: 500 },
    )
  })

  test('a higher equity at the last snapshot lowers neither ROI nor score where nothing was withdrawn since the one before', () => {
    fc.assert(
      fc.property(histories, between(0, 1e5), fc.integer({ min: 0, max: 120 }), (history, more, later) => {
        const known = history.snapshots.filter(({ t }) => t <= history.as_of).sort((a, b) => a.t - b.t)
        const last = known.at(-1)
        fc.pre(last !== undefined && last.open_since !== null)
        fc.pre(history.snapshots.every((each) => each === last || each.t !== last?.t))
        const before = known.at(-2)?.t ?? -Infinity
        fc.pre(history.operations.every(({ t, amount }) => t <= before || t > (last?.t ?? 0) || amount >= 0))
        const raised = history.snapshots.map((each) => (each === last ? { ...each, equity: each.equity + more } : each))
        const as_of = history.as_of + later * DAY_MS
        const [was, is] = [evaluated(history, as_of), evaluated({ ...history, snapshots: raised }, as_of)]
        expect(is.roi_90 ?? NaN).toBeGreaterThanOrEqual((was.roi_90 ?? NaN) - 1e-9 * (2 + (was.roi_90 ?? 0)))
        expect(is.score ?? NaN).toBeGreaterThanOrEqual((was.score ?? NaN) - 1e-9)
      }),
      { numRuns: 200 },
    )
  })

  /** Each day a trade of parts of the balance; the last position is still open. */
  const days = fc.record({
    capital: fc.oneof(between(60, 300), between(300, 200_000)),
    results: fc.array(between(-0.2, 0.25), { minLength: 1, maxLength: 60, size: 'max' }),
    floating: between(-0.7, 0.3),
  })
  type Days = typeof days extends fc.Arbitrary<infer T> ? T : never
  const start = 20_150 * DAY_MS
  const rates = readRates({ USD: { '2025-01-01': 1.0856 }, JPY: { '2025-01-01': 161.4 } })

  function account({ capital, results, floating }: Days, { currency = 'EUR', unit = 1, more = 0 } = {}): HistoryInput {
    let balance = (capital + more) * unit
    const snapshots: HistoryInput['snapshots'][number][] = [{ t: start, balance, equity: balance }]
    const trades = results.map((result, index) => {
      const close = start + (index + 1) * DAY_MS
      const net = capital * unit * result * 0.02 + more * unit
      balance += net
      snapshots.push({ t: close + MINUTE_MS, balance, equity: balance })
      return { open: close - HOUR_MS, close, net }
    })
    const t = start + (results.length + 1) * DAY_MS
    snapshots.push({ t, balance, equity: balance * (1 + floating), open_since: t - HOUR_MS })
    return { as_of: t, snapshots, trades, operations: [], imported_counts: false, currency, rates }
  }

  test.each(['USD', 'JPY', 'USC', 'EUC'])('at equal euro value the score in %s is that in euro', (currency) => {
    const unit = rates.unitsPerEuro(currency, 20_150) ?? NaN
    fc.assert(
      fc.property(days, (one) => {
        const [euro, other] = [evaluated(account(one)), evaluated(account(one, { currency, unit }))]
        expect(other.score).toBeCloseTo(euro.score ?? NaN, 7)
        expect(other.roi_90).toBeCloseTo(euro.roi_90 ?? NaN, 9)
        expect(other.counted_trades).toBeCloseTo(euro.counted_trades, 7)
      }),
    )
  })

  test('a millionth of a euro more or less in each amount moves the score by a hundredth at most', () => {
    fc.assert(
      fc.property(days, fc.constantFrom(-1e-6, 1e-6), (one, more) => {
        const moved = evaluated(account(one, { more })).score ?? NaN
        expect(Math.abs(moved - (evaluated(account(one)).score ?? NaN))).toBeLessThan(1e-2)
      }),
    )
  })
})
