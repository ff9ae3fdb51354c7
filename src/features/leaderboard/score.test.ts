import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { between } from '#features/performance/testing/histories.ts'
import { equityScale, floatingRatio, roiForScore, scoreOf } from './rules/score.ts'
import type { Measures } from './rules/score.ts'

const measures: fc.Arbitrary<Measures> = fc
  .record({
    growth90: fc.oneof(between(0, 3), fc.constantFrom(0, 1, 1e-200, 1e200, 1e300)),
    startDrawdown: fc.oneof(fc.constant(0), fc.constant(1), between(0, 1)),
    countedTrades: fc.oneof(fc.constant(0), between(0, 1000)),
    wonPart: between(0, 1),
    equity: between(0, 1),
    floatingRatio: between(0, 1),
  })
  .map(({ wonPart, ...rest }) => ({ ...rest, countedWins: rest.countedTrades * wonPart }))

const neutral: Measures = {
  growth90: 1,
  startDrawdown: 0,
  countedTrades: 0,
  countedWins: 0,
  equity: 0,
  floatingRatio: 0,
}
const part = between(0, 1)

describe('score (docs/ranking.md 7 and 9.1)', () => {
  test('lies between 0 and 100 and is the sum of its five contributions', () => {
    fc.assert(
      fc.property(measures, (m) => {
        const { score, points, components, levers } = scoreOf(m)
        expect(score >= 0 && score <= 100).toBe(true)
        const sum = Object.values(points).reduce((total, each) => total + each, 0)
        expect(Math.abs(sum - score)).toBeLessThan(1e-9)
        for (const value of Object.values(components)) expect(Number.isFinite(value)).toBe(true)
        for (const value of Object.values(levers)) expect(Number.isFinite(value)).toBe(true)
        expect(components.risk_cut >= 0 && components.risk_cut <= 0.1).toBe(true)
      }),
    )
  })

  test('growth, wins and equity never lower it; floating losses and a fall before the window never raise it', () => {
    fc.assert(
      fc.property(measures, part, (m, more) => {
        const { score } = scoreOf(m)
        const least = score - 1e-12
        expect(scoreOf({ ...m, growth90: m.growth90 * (1 + more) }).score).toBeGreaterThanOrEqual(least)
        const wins = m.countedWins + (m.countedTrades - m.countedWins) * more
        expect(scoreOf({ ...m, countedWins: wins }).score).toBeGreaterThanOrEqual(least)
        expect(scoreOf({ ...m, equity: m.equity + (1 - m.equity) * more }).score).toBeGreaterThanOrEqual(least)
        expect(scoreOf({ ...m, floatingRatio: m.floatingRatio * more }).score).toBeGreaterThanOrEqual(least)
        expect(scoreOf({ ...m, startDrawdown: m.startDrawdown * more }).score).toBeGreaterThanOrEqual(least)
      }),
    )
  })

  test('ROI moves at most 60 points, and 1% more growth at most 0.6', () => {
    fc.assert(
      fc.property(measures, between(0, 10), (m, growth90) => {
        const { score } = scoreOf(m)
        expect(Math.abs(scoreOf({ ...m, growth90 }).score - score)).toBeLessThanOrEqual(60 + 1e-9)
        expect(scoreOf({ ...m, growth90: m.growth90 * 1.01 }).score - score).toBeLessThanOrEqual(0.6 + 1e-9)
      }),
    )
  })

  test('more trades give the same result more weight, up and down', () => {
    const at = (growth90: number, countedTrades: number) =>
      scoreOf({ ...neutral, growth90, countedTrades, countedWins: countedTrades / 2 }).score
    expect(at(1.3, 150)).toBeGreaterThan(at(1.3, 50))
    expect(at(0.7, 150)).toBeLessThan(at(0.7, 50))
    expect(at(1, 150)).toBeCloseTo(at(1, 0), 12)
    expect(at(1.3, 400)).toBeCloseTo(at(1.3, 200), 12)
  })

  test.each([
    [0, 0],
    [0.5, 0.02],
    [1, 0.25],
    [1.316, 0.5],
    [2, 0.842],
    [5, 0.995],
  ])('the curve at growth %d is %d', (growth90, curve) => {
    expect(scoreOf({ ...neutral, growth90 }).components.roi_curve).toBeCloseTo(curve, 3)
  })

  test.each([
    [0, 0, 0.5],
    [10, 10, 0.625],
    [35, 50, 0.625],
    [140, 200, 0.674],
  ])('%d wins of %d are a component of %d', (countedWins, countedTrades, component) => {
    expect(scoreOf({ ...neutral, countedWins, countedTrades }).components.win_rate).toBeCloseTo(component, 3)
  })

  test.each([
    [100, 0],
    [99, 0],
    [-5, 0],
    [1000, 1 / 3],
    [10_000, 2 / 3],
    [100_000, 1],
    [1e9, 1],
  ])('equity of %d euro stands at %d', (euro, place) => {
    expect(equityScale(euro)).toBeCloseTo(place, 12)
  })

  test.each([
    [100, 100, 0],
    [120, 100, 0],
    [70, 100, 0.3],
    [-10, 100, 1],
    [-10, -5, 1],
    [-5, -5, 0],
  ])('own equity %d of a balance of %d floats %d below', (own, balance, ratio) => {
    expect(floatingRatio(own, balance)).toBeCloseTo(ratio, 12)
  })
})

describe('a gain after a loss (docs/ranking.md 7.1)', () => {
  const components = (growth90: number, startDrawdown: number) =>
    scoreOf({ ...neutral, growth90, startDrawdown }).components

  test('counts on the peak before the window: doubled after a fall of 80%, it has regained 20 points', () => {
    expect(components(2, 0.8).scoring_growth).toBeCloseTo(1.2, 12)
    expect(components(2, 0.8).roi_curve).toBeCloseTo(components(1.2, 0).roi_curve, 12)
  })

  test('a loss counts in full, and at the peak nothing is taken away', () => {
    fc.assert(
      fc.property(between(0, 1), between(0, 1), between(1, 9), (loss, fall, gain) => {
        expect(components(loss, fall).scoring_growth).toBe(loss)
        expect(components(gain, 0).scoring_growth).toBe(gain)
        expect(components(gain, fall).scoring_growth).toBeLessThanOrEqual(gain)
        expect(components(gain, fall).scoring_growth).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})

describe('levers: what raises a score (docs/ranking.md 7.4)', () => {
  test('the needed ROI reaches exactly the target', () => {
    fc.assert(
      fc.property(measures, between(0, 100), (m, target) => {
        const needed = roiForScore(scoreOf(m).components, target)
        fc.pre(needed !== null && m.countedTrades > 1)
        expect(scoreOf({ ...m, growth90: (needed ?? 0) + 1 }).score).toBeCloseTo(target, 7)
      }),
    )
  })

  test('null where no ROI reaches the target', () => {
    expect(roiForScore(scoreOf(neutral).components, 50)).toBeNull()
    const traded = scoreOf({ ...neutral, countedTrades: 200, countedWins: 100 }).components
    expect(roiForScore(traded, 100)).toBeNull()
    expect(roiForScore(traded, 10)).toBeNull()
    expect(roiForScore(traded, 30)).toBeCloseTo(0, 12)
  })

  test('the stated sensitivity is the slope of the score', () => {
    fc.assert(
      fc.property(measures, between(0.1, 5), (m, growth90) => {
        // At 1 the slope itself steps.
        fc.pre(Math.abs(growth90 - 1) > 1e-4)
        const at = (growth: number) => scoreOf({ ...m, growth90: growth }).score
        const slope = (at(growth90 + 1e-5) - at(growth90 - 1e-5)) / 2e-5
        const { roi_weight: c, risk_cut: cut } = scoreOf({ ...m, growth90 }).components
        const { scoring_growth: s } = scoreOf({ ...m, growth90 }).components
        const share = growth90 > 1 ? 1 - m.startDrawdown : 1
        const written = ((60 * c * (1 - cut) * 12 * s ** 3) / (3 + s ** 4) ** 2) * share
        expect(written).toBeCloseTo(slope, 4)
      }),
    )
  })
})
