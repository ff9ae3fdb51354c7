import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { walkHistory } from './rules.ts'
import { readRates } from './rules/currency.ts'
import type { BalanceOperation, ClosedTrade, HistoryInput, Snapshot } from './rules/history.ts'
import { foldRows } from './rules/rows.ts'
import { between, histories } from './testing/histories.ts'

const START = 20_150 * DAY_MS + 9 * HOUR_MS
const rates = readRates({ USD: { '2025-01-01': 1.0856 }, JPY: { '2025-01-01': 161.4 } })

function totalsOf(history: HistoryInput) {
  const result = walkHistory(history)
  if (result === null) throw new Error('a history without snapshot')
  return foldRows([result.state.row], result.state.closed)
}

/** The figures that differ by more than the tolerance. */
function differing(got: ReturnType<typeof totalsOf>, want: ReturnType<typeof totalsOf>, tolerance = 1e-9): string[] {
  const keys = ['growth', 'drawdown', 'counted', 'counted_wins', 'trades', 'wins'] as const
  return keys.filter((key) => Math.abs(got[key] - want[key]) > tolerance * Math.max(1, want[key]))
}

/** An account that is flat at every record: each step a result in parts of the balance, a flow in parts of it, or a sync. */
const flatStep = fc.record({
  wait: fc.oneof(fc.integer({ min: 1, max: 2 * HOUR_MS }), fc.integer({ min: 1, max: 3 * DAY_MS })),
  // Whole hundredths of a percent: a smaller result could fall below the fixed limit of a win (5e-9 units).
  result: fc.integer({ min: -2000, max: 2500 }).map((parts) => parts / 10_000),
  flow: fc.oneof(fc.constant(0), between(-0.5, 3)),
  sync: fc.boolean(),
})
const flatSteps = fc.array(flatStep, { minLength: 3, maxLength: 40, size: 'max' })
type FlatStep = typeof flatStep extends fc.Arbitrary<infer T> ? T : never

/** The same results with or without the flows and with or without the syncs in between. Never below the minimum capital. */
function flatAccount(
  steps: readonly FlatStep[],
  { flows = true, syncs = true, unit = 1, currency = 'EUR', shift = 0, capital = 1e6 } = {},
): HistoryInput {
  const snapshots: Snapshot[] = []
  const trades: ClosedTrade[] = []
  const operations: BalanceOperation[] = []
  let t = START + shift
  let balance = capital * unit
  operations.push({ t, type: 'deposit', amount: balance })
  snapshots.push({ t, balance, equity: balance })
  for (const { wait, result, flow, sync } of steps) {
    t += wait
    const net = balance * result
    trades.push({ open: t - 1, close: t, net })
    balance += net
    const after = (balance * (1 + flow)) / unit
    // A larger value leaves no room for cents in a double.
    if (flows && flow !== 0 && after > 200 && after < 1e8) {
      t += 1
      operations.push({ t, type: flow > 0 ? 'deposit' : 'withdrawal', amount: balance * flow })
      balance += balance * flow
    } else t += 1
    if (syncs && sync) snapshots.push({ t: (t += 1), balance, equity: balance })
    else t += 1
  }
  snapshots.push({ t: t + MINUTE_MS, balance, equity: balance })
  return { as_of: t + 2 * MINUTE_MS, snapshots, trades, operations, imported_counts: true, currency, rates }
}

describe('growth (docs/ranking.md 9.1)', () => {
  test('deposits and withdrawals of a flat account change neither ROI nor drawdown', () => {
    fc.assert(
      fc.property(flatSteps, (steps) => {
        const totals = totalsOf(flatAccount(steps))
        const without = totalsOf(flatAccount(steps, { flows: false }))
        expect(Math.abs(totals.growth / without.growth - 1)).toBeLessThan(1e-9)
        expect(Math.abs(totals.drawdown - without.drawdown)).toBeLessThan(1e-9)
      }),
      { numRuns: 200 },
    )
  })

  test('number and moments of the syncs do not change a flat account', () => {
    fc.assert(
      fc.property(flatSteps, (steps) => {
        expect(differing(totalsOf(flatAccount(steps)), totalsOf(flatAccount(steps, { syncs: false })))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test.each(['USD', 'JPY', 'USC', 'EUC'])('the currency %s changes nothing at equal euro value', (currency) => {
    const unit = rates.unitsPerEuro(currency, 20_150) ?? 0
    expect(unit).toBeGreaterThan(1)
    fc.assert(
      fc.property(flatSteps, fc.constantFrom(120, 5_000), (steps, capital) => {
        const euro = totalsOf(flatAccount(steps, { capital }))
        expect(differing(totalsOf(flatAccount(steps, { capital, currency, unit })), euro, 1e-8)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })

  test('a shift by whole days changes nothing', () => {
    fc.assert(
      fc.property(flatSteps, fc.integer({ min: -300, max: 300 }), (steps, days) => {
        expect(totalsOf(flatAccount(steps, { shift: days * DAY_MS }))).toEqual(totalsOf(flatAccount(steps)))
      }),
      { numRuns: 200 },
    )
  })

  test('a higher last equity never lowers the ROI where nothing was withdrawn since the sync before', () => {
    fc.assert(
      fc.property(histories, between(0, 1e6), (history, more) => {
        const known = [...history.snapshots].filter((s) => s.t <= history.as_of).sort((a, b) => a.t - b.t)
        const last = known.findLast((s) => s.open_since !== null)
        fc.pre(last !== undefined && last === known.at(-1))
        fc.pre(history.snapshots.every((s) => s === last || s.t !== last?.t))
        const before = known.at(-2)?.t ?? -Infinity
        fc.pre(history.operations.every((o) => o.t <= before || o.t > (last?.t ?? 0) || o.amount >= 0))
        const raised = history.snapshots.map((s) => (s === last ? { ...s, equity: s.equity + more } : s))
        const was = totalsOf(history).growth
        expect(totalsOf({ ...history, snapshots: raised }).growth).toBeGreaterThanOrEqual(was * (1 - 1e-9))
      }),
      { numRuns: 200 },
    )
  })

  test('a gain that is not reported never raises the ROI of a flat account from which nothing was withdrawn', () => {
    fc.assert(
      fc.property(flatSteps, fc.nat(40), (steps, pick) => {
        const history = flatAccount(steps.map((step) => ({ ...step, flow: Math.max(0, step.flow) })))
        const growth = totalsOf(history).growth
        const gains = history.trades.filter((trade) => trade.net > 0)
        const hidden = gains[pick % Math.max(1, gains.length)]
        const trades = history.trades.filter((trade) => trade !== hidden)
        // The tolerance of 5.2 ignores cents in both directions.
        expect(totalsOf({ ...history, trades }).growth).toBeLessThanOrEqual(growth * (1 + 1e-5))
      }),
      { numRuns: 300 },
    )
  })
})

describe('growth, by hand', () => {
  const base = { imported_counts: true, currency: 'EUR', rates, as_of: START + 9 * HOUR_MS }
  const opening = {
    snapshots: [{ t: START, balance: 1000, equity: 1000 }],
    operations: [{ t: START - 1, type: 'deposit', amount: 1000 }],
  }

  test('a deposit during an unobserved floating loss is valued by the less flattering estimate (5.3)', () => {
    const totals = totalsOf({
      ...base,
      snapshots: [...opening.snapshots, { t: START + HOUR_MS, balance: 10_700, equity: 10_700 }],
      operations: [...opening.operations, { t: START + 30 * MINUTE_MS, type: 'deposit', amount: 10_000 }],
      trades: [{ open: START + MINUTE_MS, close: START + 40 * MINUTE_MS, net: -300 }],
    })
    expect(totals.growth).toBeCloseTo(0.7, 12)
    expect(totals.drawdown).toBeCloseTo(0.3, 12)
  })

  test('an unexplained rise of the balance is a deposit, an unexplained fall a loss charged first (5.2)', () => {
    const rise = { t: START + HOUR_MS, balance: 3000, equity: 3000 }
    expect(totalsOf({ ...base, ...opening, snapshots: [...opening.snapshots, rise], trades: [] }).growth).toBe(1)
    const fall = { t: START + HOUR_MS, balance: 8000, equity: 8000 }
    const deposit = { t: START + MINUTE_MS, type: 'deposit', amount: 7500 }
    const totals = totalsOf({
      ...base,
      snapshots: [...opening.snapshots, fall],
      operations: [...opening.operations, deposit],
      trades: [],
    })
    expect(totals.growth).toBeCloseTo(0.5, 12)
  })

  test('nothing from before the first snapshot counts unless a person has matched it (3.5)', () => {
    const history = {
      ...base,
      snapshots: [{ t: START, balance: 2000, equity: 2000 }],
      operations: [{ t: START - DAY_MS, type: 'deposit', amount: 1000 }],
      trades: [{ open: START - HOUR_MS, close: START - 1, net: 1000 }],
    }
    expect(totalsOf(history).growth).toBeCloseTo(2, 12)
    expect(totalsOf({ ...history, imported_counts: false })).toMatchObject({ growth: 1, trades: 0, counted: 0 })
  })

  test('profit and its highest point follow the closes', () => {
    const at = (n: number) => START + n * MINUTE_MS
    const result = walkHistory({
      ...base,
      ...opening,
      snapshots: [...opening.snapshots, { t: at(9), balance: 1070, equity: 1070 }],
      trades: [
        { open: at(1), close: at(2), net: 100 },
        { open: at(1), close: at(3), net: -50 },
        { open: at(1), close: at(4), net: 20 },
      ],
    })
    expect(result?.state).toMatchObject({ profit_total: 70, profit_max: 100 })
    expect(result?.rows.at(-1)).toMatchObject({ profit: 70, trades: 3, wins: 2, balance_end: 1070, equity_end: 1070 })
  })
})
