import * as fc from 'fast-check'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/dates.ts'
import { readRates } from '../rules/currency.ts'
import type { BalanceOperation, ClosedTrade, HistoryInput, Snapshot } from '../rules/history.ts'

/** 2025-03-03. */
const START = 20_150 * DAY_MS

export const testRates = readRates({
  USD: { '2025-02-20': 1.05, '2025-03-04': 1.09, '2025-03-10': 1.11, '2025-04-02': 1.08 },
  JPY: { '2025-01-02': 158.1, '2025-03-12': 161.7 },
})

/** Evenly between two bounds. fast-check's own doubles are even in their bits, so nearly all of them are close to zero. */
export function between(min: number, max: number): fc.Arbitrary<number> {
  return fc.integer({ min: 0, max: 1e9 }).map((part) => min + ((max - min) * part) / 1e9)
}

const step = fc.record({
  dt: fc.oneof(
    fc.constant(0),
    fc.nat(3),
    fc.nat(HOUR_MS),
    fc.nat(HOUR_MS),
    fc.nat(12 * HOUR_MS),
    fc.nat(3 * DAY_MS),
    fc.constant(DAY_MS),
  ),
  kind: fc.constantFrom(
    ...repeated('trade', 8),
    ...repeated('snapshot', 8),
    ...repeated('deposit', 3),
    ...repeated('withdrawal', 3),
    'bonus',
    'credit',
    'swap',
    'tax',
    'correction',
    'hidden',
    'cents',
  ),
  /** Part of the balance, or of 80 units where the account is empty. */
  size: fc.oneof(between(-0.3, 0.3), between(-0.002, 0.002), between(-1.3, 1.5), fc.constantFrom(-1, 0)),
  /** The number of steps since a position was opened, and how long before that step. */
  back: fc.nat(8),
  lead: fc.constantFrom(0, 0, 1, 5 * HOUR_MS),
  floating: fc.oneof(fc.constant(0), between(-0.4, 0.4), fc.constantFrom(-1.1, 0.00001)),
  sinceKnown: fc.boolean(),
  bookedApart: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function repeated<const T>(value: T, times: number): T[] {
  return Array.from({ length: times }, () => value)
}

/**
 * Amounts in 64ths of a unit, which binary numbers add without rounding. A difference between two walks is then a difference of rules
 * and never of the order of a sum, not even when equity comes to nothing.
 */
const exact = (amount: number) => Math.round(amount * 64) / 64
/** Keeps unexplained amounts away from the exact limit of 5.2. */
const OFF_LIMIT = 1 / 256

/**
 * Random accounts: deposits and withdrawals with and without open positions, credit, records that never arrive, several records of one
 * millisecond, gaps of days, accounts emptied or blown up, own equity below the minimum capital.
 */
export const histories: fc.Arbitrary<HistoryInput> = fc
  .record({
    steps: fc.array(step, { minLength: 8, maxLength: 80, size: 'max' }),
    currency: fc.constantFrom('EUR', 'EUR', 'USD', 'JPY', 'USC', 'XXX'),
    capital: fc.constantFrom(0, 0, 150, 5_000, 900_000),
    imported_counts: fc.boolean(),
    early: fc.constantFrom(0, 0, 0, HOUR_MS, DAY_MS),
  })
  .map(({ steps, currency, capital, imported_counts, early }) => {
    const history = build(steps, capital)
    const last = history.snapshots.at(-1)?.t ?? START
    return { ...history, as_of: last + MINUTE_MS - early, currency, imported_counts, rates: testRates }
  })

function build(steps: readonly Step[], capital: number) {
  const snapshots: Snapshot[] = []
  const trades: ClosedTrade[] = []
  const operations: BalanceOperation[] = []
  const moments = [START]
  let t = START
  let balance = capital
  let credit = 0
  if (capital > 0) operations.push({ t, type: 'deposit', amount: capital })
  for (const { dt, kind, size, back, lead, floating, sinceKnown, bookedApart } of steps) {
    t += dt
    const amount = exact(size * (balance > 0 ? balance : 80))
    moments.push(t)
    const opened = (moments.at(-1 - back) ?? START) - lead
    if (kind === 'snapshot') {
      const result = exact(floating * Math.max(balance, 0))
      const open_since = result !== 0 && sinceKnown ? opened : null
      snapshots.push({ t, balance, equity: balance + result, open_since })
    } else if (kind === 'trade') {
      const booked = bookedApart ? exact(amount * 1.01) : amount
      trades.push({ open: opened, close: t, net: amount, booked })
      balance += booked
    } else if (kind === 'hidden' || kind === 'cents') {
      balance = balance + (kind === 'cents' ? Math.sign(size) / 16 : amount) + OFF_LIMIT
    } else {
      const signed = kind === 'deposit' ? Math.abs(amount) + 50 : kind === 'withdrawal' ? -Math.abs(amount) : amount
      operations.push({ t, type: kind, amount: signed })
      if (kind === 'credit') credit = Math.max(0, credit + signed)
      else balance += signed
    }
  }
  return { snapshots, trades, operations }
}

/** Records in another order. Snapshots stay, since of several with one time the later counts. */
export function shuffled(history: HistoryInput): fc.Arbitrary<HistoryInput> {
  const anyOrder = <T>(list: readonly T[]) => fc.shuffledSubarray([...list], { minLength: list.length })
  return fc
    .tuple(anyOrder(history.trades), anyOrder(history.operations))
    .map(([trades, operations]) => ({ ...history, trades, operations }))
}
