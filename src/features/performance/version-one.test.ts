import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import { applySnapshot, openAccount, walkHistory } from './rules.ts'
import { recompute } from './rules/version-one.ts'
import { histories, testRates } from './testing/histories.ts'

const start = 20_150 * DAY_MS
const currency = 'EUR'
const empty = { trades: [], operations: [], rates: testRates, currency }

test('a history whose first snapshot had no open loss is the same in both versions', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const walked = walkHistory({ ...history, imported_counts: false })
      if (walked === null) return
      const { state, rows } = walked
      const without = rows.map((row) => ({ ...row, drawdown_end: 0 }))
      const old = { ...state, row: { ...state.row, drawdown_end: 0 }, closed: { ...state.closed, peak_share: 1 } }
      expect(recompute(old, without, null, history.rates)).toEqual({ state, rows })
    }),
    { numRuns: 200 },
  )
})

test.each([0, 1])('the loss that was open at the first snapshot counts from the start, %d days later too', (days) => {
  // Version 1 measured on own equity: the same walk as on an account whose balance was its equity.
  const first = { t: start, balance: 800, equity: 800 }
  const next = { t: start + 1000 + days * DAY_MS, balance: 800, equity: 900 }
  const opened = openAccount({ ...empty, snapshot: first, importedCounts: false })
  const old = applySnapshot(opened.state, { ...empty, snapshot: next })
  const before = days === 0 ? [] : opened.rows
  const wanted = applySnapshot(
    openAccount({ ...empty, snapshot: { ...first, balance: 1000 }, importedCounts: false }).state,
    { ...empty, snapshot: { ...next, balance: 1000 } },
  )
  const opening = { balance: 1000, equity: 800, currency, day: utcDay(start) }
  const { state } = recompute(old.state, [...before, ...old.rows], opening, testRates)
  expect(state.closed).toEqual(wanted.state.closed)
  expect(state.row.growth * state.closed.growth).toBeCloseTo(0.9, 12)
  for (const field of ['growth', 'high', 'low', 'drawdown', 'drawdown_end'] as const)
    expect(state.row[field]).toBeCloseTo(wanted.state.row[field], 12)
  const later = { t: next.t + 1000, balance: 1000, equity: 1100 }
  const went = applySnapshot(
    { ...state, snapshot: { ...state.snapshot, balance: 1000 } },
    { ...empty, snapshot: later },
  )
  const would = applySnapshot(wanted.state, { ...empty, snapshot: later })
  expect(went.state.row.growth).toBeCloseTo(would.state.row.growth, 12)
})
