import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import { openImported, walkHistory } from './rules.ts'
import { minimumCapital } from './rules/currency.ts'
import type { HistoryInput } from './rules/history.ts'
import { stateWithImported, withImported, type ImportedHistory } from './rules/imported.ts'
import type { DailyRow } from './rules/rows.ts'
import { histories, testRates } from './testing/histories.ts'

const start = 20_150 * DAY_MS

/** The stored parts of a history: the walk of the witnessed part, and the opening with the imported part. */
function parts(history: HistoryInput) {
  const witnessed = walkHistory({ ...history, imported_counts: false })
  const times = history.snapshots.filter(({ t }) => t <= history.as_of).map(({ t }) => t)
  const first = history.snapshots.findLast(({ t }) => t === Math.min(...times))
  if (witnessed === null || first === undefined) return null
  const opening = openImported({
    snapshot: first,
    trades: history.trades.filter(({ close }) => close <= first.t),
    operations: history.operations.filter(({ t }) => t <= first.t),
    rates: history.rates,
    currency: history.currency,
  })
  const imported: ImportedHistory = { rows: opening.rows, profit_high: opening.state.profit_max }
  const enough =
    Math.min(first.balance, first.equity) >= minimumCapital(history.rates, history.currency, utcDay(first.t))
  // With a loss open at t_0 the parts meet at the balance. The records differ from it by up to the tolerance of 5.2.
  const allowed = first.equity < first.balance ? 1e-3 : 1e-9
  return { witnessed, imported, plain: enough && opening.state.segment.pad === 0, allowed }
}

/** The places at which two values differ by more than `allowed` of the figure. */
function differences(got: unknown, want: unknown, allowed: number, where = ''): string[] {
  if (typeof got === 'number' && typeof want === 'number') {
    return Math.abs(got - want) <= allowed * Math.max(1, Math.abs(want)) ? [] : [`${where}: ${got} against ${want}`]
  }
  if (typeof want !== 'object' || want === null || typeof got !== 'object' || got === null) {
    return got === want ? [] : [`${where}: ${String(got)} against ${String(want)}`]
  }
  const keys = new Set([...Object.keys(got), ...Object.keys(want)])
  return [...keys].flatMap((key) =>
    differences(got[key as keyof typeof got], want[key as keyof typeof want], allowed, `${where}.${key}`),
  )
}

describe('imported and witnessed part combined (docs/ranking.md 3.5)', () => {
  test('give the rows and the state of one walk over the whole history', () => {
    let compared = 0
    let longer = 0
    fc.assert(
      fc.property(histories, (history) => {
        const known = parts(history)
        if (known === null || !known.plain) return
        const whole = walkHistory({ ...history, imported_counts: true })
        const { state, rows } = stateWithImported(known.witnessed.state, known.imported, known.witnessed.rows)
        expect(differences(rows, whole?.rows, known.allowed)).toEqual([])
        const { segment: _open, ...wanted } = whole?.state ?? { segment: null }
        const { segment: _segment, ...got } = state
        expect(differences(got, wanted, known.allowed)).toEqual([])
        compared += 1
        if (known.imported.rows.length > 1) longer += 1
      }),
      { numRuns: 2000 },
    )
    expect(compared).toBeGreaterThan(500)
    expect(longer).toBeGreaterThan(200)
  })

  test('under the minimum capital the days before and after the day of t_0 are still the same', () => {
    let compared = 0
    fc.assert(
      fc.property(histories, (history) => {
        const known = parts(history)
        if (known === null || known.plain) return
        const rows = withImported(known.imported.rows, known.witnessed.rows)
        const opening = known.witnessed.rows[0]?.day
        // The fall from the peak carries the difference of that day on.
        const others = (all: readonly DailyRow[] = []) =>
          all.filter(({ day }) => day !== opening).map(({ drawdown_end: _fall, ...row }) => row)
        const whole = walkHistory({ ...history, imported_counts: true })
        expect(differences(others(rows), others(whole?.rows), 1e-9)).toEqual([])
        const sums = ({ trades, wins, counted, counted_wins, profit, equity_end, balance_end }: DailyRow) => ({
          trades,
          wins,
          counted,
          counted_wins,
          profit,
          equity_end,
          balance_end,
        })
        expect(differences(rows.map(sums), whole?.rows.map(sums), 1e-3)).toEqual([])
        compared += 1
      }),
      { numRuns: 1000 },
    )
    expect(compared).toBeGreaterThan(100)
  })

  test('an example by hand: +50% imported, -20% witnessed on the same day, +10% on the next', () => {
    const witnessed = walkHistory({
      as_of: start + 2 * DAY_MS,
      currency: 'EUR',
      rates: testRates,
      imported_counts: false,
      operations: [],
      trades: [],
      snapshots: [
        { t: start + 1000, balance: 1500, equity: 1500 },
        { t: start + 2000, balance: 1500, equity: 1200 },
        { t: start + DAY_MS, balance: 1500, equity: 1320 },
      ],
    })
    const imported = openImported({
      snapshot: { t: start + 1000, balance: 1500, equity: 1500 },
      trades: [{ open: start - DAY_MS, close: start + 10, net: 500 }],
      operations: [{ t: start - 3 * DAY_MS, type: 'deposit', amount: 1000 }],
      rates: testRates,
      currency: 'EUR',
    })
    if (witnessed === null) throw new Error('there are snapshots')
    const { state, rows } = stateWithImported(
      witnessed.state,
      { rows: imported.rows, profit_high: imported.state.profit_max },
      witnessed.rows,
    )
    expect(rows.map(({ day }) => day - utcDay(start))).toEqual([-3, 0, 1])
    expect(rows[1]).toMatchObject({ high: 1.5, drawdown: 0.19999999999999996, trades: 1, wins: 1, inflow: 0 })
    expect(rows[1]?.growth).toBeCloseTo(1.2, 12)
    expect(rows[2]?.growth).toBeCloseTo(1.1, 12)
    expect(state.closed.growth * state.row.growth).toBeCloseTo(1.32, 12)
    expect(state).toMatchObject({ profit_total: 500, profit_max: 500, first_day: utcDay(start) - 3 })
  })

  test('rows that do not meet on one day are refused', () => {
    const known = parts({
      as_of: start + DAY_MS,
      currency: 'EUR',
      rates: testRates,
      imported_counts: false,
      operations: [],
      trades: [],
      snapshots: [{ t: start, balance: 1000, equity: 1000 }],
    })
    if (known === null) throw new Error('there is a snapshot')
    expect(() => withImported([], known.witnessed.rows)).toThrow(RangeError)
    expect(() => withImported(known.imported.rows, [])).toThrow(RangeError)
    const earlier = known.imported.rows.map((row) => ({ ...row, day: row.day - 1 }))
    expect(() => withImported(earlier, known.witnessed.rows)).toThrow(RangeError)
  })
})
