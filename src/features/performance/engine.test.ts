import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '#shared/dates.ts'
import { applySnapshot, openAccount, walkHistory } from './rules.ts'
import { readEngineState, UnknownEngineState } from './rules/engine-state.ts'
import { foldRows, windowRows } from './rules/rows.ts'
import { histories, shuffled, testRates } from './testing/histories.ts'
import { literalHistory, literalWindow } from './testing/literal.ts'
import { streamHistory } from './testing/stream.ts'

const RUNS = { numRuns: 300 }
const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

/** 1e-9 of the figure, as the vectors ask. */
function expectClose(got: number, want: number, what: string): void {
  const off = Math.abs(got - want)
  expect(off <= 1e-9 * Math.max(1, Math.abs(want)), `${what}: ${got} against ${want}`).toBe(true)
}

describe('streaming, whole and literal walks of random histories (docs/ranking.md 9.1)', () => {
  test('sync by sync through JSON gives the state and the rows of the whole walk, bit for bit', () => {
    fc.assert(
      fc.property(histories, (history) => {
        expect(streamHistory(history)).toEqual(throughJson(walkHistory(history)))
      }),
      RUNS,
    )
  })

  test('rows and folded totals give the growth and the falls of one literal scan', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const result = walkHistory(history)
        if (result === null) return
        const literal = literalHistory(history)
        const today = utcDay(history.as_of)
        for (const days of [1, 3, 30, 90, 10_000]) {
          const folded = foldRows(windowRows(result.rows, today, days))
          const scanned = literalWindow(literal, today - days + 1)
          expectClose(folded.growth, scanned.growth, `growth over ${days} days`)
          expectClose(folded.drawdown, scanned.drawdown, `drawdown over ${days} days`)
        }
        const totals = foldRows([result.state.row], result.state.closed)
        const scanned = literalWindow(literal, -Infinity)
        expectClose(totals.growth, scanned.growth, 'growth')
        expectClose(totals.drawdown, scanned.drawdown, 'drawdown')
        expect(totals.trades).toBe(literal.trades)
        let counted = 0
        let wins = 0
        for (const day of literal.counted.values()) {
          counted += Math.min(20, day.counted)
          if (day.counted > 0) wins += (day.wins * Math.min(20, day.counted)) / day.counted
        }
        expectClose(totals.counted, counted, 'counted trades')
        expectClose(totals.counted_wins, wins, 'counted wins')
      }),
      RUNS,
    )
  })

  test('the order of the records does not matter', () => {
    fc.assert(
      fc.property(
        histories.chain((history) => shuffled(history).map((other) => [history, other] as const)),
        ([history, other]) => {
          expect(streamHistory(other)).toEqual(throughJson(walkHistory(history)))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('every number of state and rows is finite and every index within its bounds', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const result = walkHistory(history)
        if (result === null) return
        expect(throughJson(result)).toEqual(JSON.parse(JSON.stringify(result, refuseNonFinite)))
        for (const row of result.rows) {
          expect(row.low <= row.growth && row.growth <= row.high && row.low >= 0).toBe(true)
          expect(row.drawdown >= 0 && row.drawdown <= 1).toBe(true)
          expect(row.counted_wins <= row.counted && row.counted <= row.trades && row.wins <= row.trades).toBe(true)
          expect(row.inflow >= 0 && row.outflow >= 0).toBe(true)
        }
        const days = result.rows.map((row) => row.day)
        expect(days).toEqual([...new Set(days)].sort((a, b) => a - b))
        expect(days[0]).toBe(result.state.first_day)
      }),
      { numRuns: 200 },
    )
  })

  test('records that are not witnessed change nothing (3.5)', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const first = Math.min(...history.snapshots.map((snapshot) => snapshot.t))
        const witnessed = {
          ...history,
          trades: history.trades.filter((trade) => trade.close > first),
          operations: history.operations.filter((operation) => operation.t > first),
        }
        expect(walkHistory({ ...history, imported_counts: false })).toEqual(
          walkHistory({ ...witnessed, imported_counts: true }),
        )
      }),
      { numRuns: 200 },
    )
  })

  test('later syncs never touch a day before the last one', () => {
    fc.assert(
      fc.property(histories, fc.constantFrom(MINUTE_MS, 30 * HOUR_MS), (history, ahead) => {
        const result = walkHistory(history)
        if (result === null) return
        const t = result.state.snapshot.t + ahead
        const before = throughJson(result.state)
        const next = applySnapshot(result.state, {
          snapshot: { t, balance: 1, equity: 1 },
          trades: [{ open: t - 5, close: t - 1, net: 1 }],
          operations: [],
          rates: testRates,
          currency: history.currency,
        })
        expect(throughJson(result.state)).toEqual(before)
        expect(next.rows[0]?.day).toBe(result.state.row.day)
        expect(next.rows.every((row) => row.day >= result.state.row.day)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  test('days fold in any grouping (6.1)', () => {
    fc.assert(
      fc.property(histories, fc.nat(30), (history, cut) => {
        const rows = walkHistory(history)?.rows ?? []
        expect(foldRows(rows.slice(cut), foldRows(rows.slice(0, cut)))).toEqual(foldRows(rows))
        const joined = rows.reduce<typeof rows>((pairs, row, i) => {
          const last = pairs.at(-1)
          if (i % 2 === 0 || last === undefined) return [...pairs, row]
          return [
            ...pairs.slice(0, -1),
            {
              ...row,
              growth: last.growth * row.growth,
              high: Math.max(last.high, last.growth * row.high),
              low: Math.min(last.low, last.growth * row.low),
              drawdown: Math.max(last.drawdown, row.drawdown, 1 - (last.growth * row.low) / last.high),
            },
          ]
        }, [])
        expectClose(foldRows(joined).growth, foldRows(rows).growth, 'growth')
        expectClose(foldRows(joined).drawdown, foldRows(rows).drawdown, 'drawdown')
      }),
      { numRuns: 200 },
    )
  })
})

function refuseNonFinite(key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${key} is ${value}`)
  return value
}

const opening = {
  snapshot: { t: 1_000, balance: 500, equity: 500 },
  trades: [],
  operations: [],
  rates: testRates,
  currency: 'EUR',
  importedCounts: false,
}

describe('refused inputs', () => {
  const { state } = openAccount(opening)
  const sync = { ...opening, snapshot: { t: 2_000, balance: 500, equity: 500 } }

  test.each([
    ['a snapshot that is not later', { ...sync, snapshot: { ...sync.snapshot, t: 1_000 } }, 'not later'],
    ['an equity that is no number', { ...sync, snapshot: { ...sync.snapshot, equity: NaN } }, 'not an amount'],
    ['an infinite amount', { ...sync, operations: [{ t: 1_500, type: 'deposit', amount: Infinity }] }, 'not an amount'],
    ['a record of before', { ...sync, operations: [{ t: 1_000, type: 'deposit', amount: 1 }] }, 'outside'],
    ['a record of after', { ...sync, trades: [{ open: 1_500, close: 2_001, net: 1 }] }, 'outside'],
    ['a close before its open', { ...sync, trades: [{ open: 1_700, close: 1_600, net: 1 }] }, 'before it was opened'],
    ['a broken millisecond', { ...sync, trades: [{ open: 1_500.5, close: 1_600, net: 1 }] }, 'whole milliseconds'],
  ])('%s', (_what, input, message) => {
    expect(() => applySnapshot(state, input)).toThrow(message)
    expect(() => applySnapshot(state, input)).toThrow(RangeError)
  })

  test('an index that no double holds stays a number', () => {
    let current = openAccount({ ...opening, snapshot: { t: 1_000, balance: 1e-9, equity: 1e-9 } }).state
    for (let i = 1; i <= 60; i += 1) {
      const t = i * DAY_MS
      const rich = { ...sync, snapshot: { t, balance: 1e15, equity: 1e15 }, trades: [{ open: t, close: t, net: 1e15 }] }
      current = applySnapshot(current, rich).state
      const poor = { ...sync, snapshot: { t: t + 9, balance: 0, equity: 0 } }
      const withdrawn = [{ t: t + 5, type: 'withdrawal', amount: -1e15 }]
      current = applySnapshot(current, { ...poor, operations: withdrawn }).state
    }
    const totals = foldRows([current.row], current.closed)
    expect(totals.growth).toBe(1e300)
    expect(totals.drawdown).toBe(0)
  })
})

describe('a stored state', () => {
  test('is read back as it was made', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const state = throughJson(walkHistory(history)?.state ?? null)
        expect(state && readEngineState(state)).toEqual(state)
      }),
      { numRuns: 200 },
    )
  })

  const { state } = openAccount(opening)

  test.each([
    ['nothing', undefined, 'state is missing'],
    ['a later formula', { ...state, formula: 3 }, 'formula 3'],
    ['one without a formula', { ...state, formula: undefined }, 'formula undefined'],
    ['one without its totals', { ...state, closed: null }, 'closed is missing'],
    ['one whose row lacks a number', { ...state, row: { ...state.row, growth: null } }, 'row: growth'],
    ['one without its value', { ...state, value: undefined }, 'state: value'],
    ['an open position without a time', { ...state, snapshot: { ...state.snapshot, open_since: 'x' } }, 'open_since'],
  ])('is refused where it is %s', (_what, value, message) => {
    expect(() => readEngineState(value)).toThrow(UnknownEngineState)
    expect(() => readEngineState(value)).toThrow(message)
  })
})
