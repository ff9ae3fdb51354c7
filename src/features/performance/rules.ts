import type { Rates } from './rules/currency.ts'
import { intervalRecords, knownSnapshot } from './rules/history.ts'
import type { BalanceOperation, ClosedTrade, HistoryInput, KnownSnapshot, Snapshot } from './rules/history.ts'
import { walkInterval, walkOpening } from './rules/interval.ts'
import type { AccountWalk } from './rules/interval.ts'
import type { Segment } from './rules/path.ts'
import { foldRows, NO_DAYS } from './rules/rows.ts'
import type { DailyRow, Totals } from './rules/rows.ts'

/** The version of the formula (`docs/ranking.md`, first line) that made a state. A state of another version is refused, never continued. */
const FORMULA_VERSION = 1

/** The content of one sync. `records` are those first reported by it, in any order. Late ones are left out. */
export interface SyncInput {
  snapshot: Snapshot
  trades: readonly ClosedTrade[]
  operations: readonly BalanceOperation[]
  rates: Rates
  currency: string
}

/** Everything that an account needs to continue from its last sync. Plain JSON. The caller stores the rows of past days. */
export interface EngineState {
  formula: number
  snapshot: KnownSnapshot
  /** Row of the last UTC day on which something happened. */
  row: DailyRow
  segment: Segment
  /** Own equity after the last mark. */
  value: number
  /** UTC day of the first mark. */
  first_day: number
  /** All days before `row`, folded. */
  closed: Totals
  /** Net result of the trades so far, and the highest it has been (at least 0), in account currency. */
  profit_total: number
  profit_max: number
}

export interface EngineResult {
  state: EngineState
  /** The daily rows touched, whole, in day order. */
  rows: DailyRow[]
}

/**
 * The first snapshot of an account (t_0). With `importedCounts` false, the normal case, its records do not count: they are not witnessed.
 * @throws RangeError for amounts that are not finite and for records after the snapshot. `docs/ranking.md` 3.5 and 5.2.
 */
export function openAccount(input: SyncInput & { importedCounts: boolean }): EngineResult {
  const walk = newWalk(input)
  const snapshot = knownSnapshot(input.snapshot)
  const counts = input.importedCounts
  walkOpening(
    walk,
    snapshot,
    intervalRecords(counts ? input.trades : [], counts ? input.operations : [], null, snapshot.t),
  )
  return finish(walk, snapshot, null)
}

/**
 * A later snapshot. It costs the records that it brings, whatever the length of the history. The given state stays unchanged.
 * @throws RangeError for a snapshot that is not later than the last one, for a record outside (last, this] and for amounts that are not
 * finite. `docs/ranking.md` 5.5 and 6.2.
 */
export function applySnapshot(state: EngineState, input: SyncInput): EngineResult {
  const snapshot = knownSnapshot(input.snapshot)
  if (snapshot.t <= state.snapshot.t)
    throw new RangeError(`snapshot at ${snapshot.t} is not later than the last one at ${state.snapshot.t}`)
  const records = intervalRecords(input.trades, input.operations, state.snapshot.t, snapshot.t)
  const walk: AccountWalk = {
    currency: input.currency,
    rates: input.rates,
    value: state.value,
    segment: state.segment,
    rows: [{ ...state.row }],
    profitTotal: state.profit_total,
    profitMax: state.profit_max,
  }
  walkInterval(walk, state.snapshot, snapshot, records)
  return finish(walk, snapshot, state)
}

/**
 * The whole history at once: every row, and the state after the last snapshot known at `as_of`. Null without a snapshot.
 * @throws RangeError for amounts that are not finite and times that are not whole milliseconds. `docs/ranking.md` 3.1 and 5.
 */
export function walkHistory(input: HistoryInput): EngineResult | null {
  const snapshots = knownSnapshots(input)
  const first = snapshots[0]
  const last = snapshots.at(-1)
  if (first === undefined || last === undefined) return null
  const walk = newWalk(input)
  const witnessed = (t: number) => t <= last.t && (input.imported_counts || t > first.t)
  const { trades, operations } = intervalRecords(
    input.trades.filter((trade) => witnessed(trade.close)),
    input.operations.filter((operation) => witnessed(operation.t)),
    null,
    last.t,
  )
  let trade = 0
  let operation = 0
  let before: KnownSnapshot | null = null
  for (const snapshot of snapshots) {
    const firstTrade = trade
    const firstOperation = operation
    while ((trades[trade]?.close ?? Infinity) <= snapshot.t) trade += 1
    while ((operations[operation]?.t ?? Infinity) <= snapshot.t) operation += 1
    const records = {
      trades: trades.slice(firstTrade, trade),
      operations: operations.slice(firstOperation, operation),
    }
    if (before === null) walkOpening(walk, snapshot, records)
    else walkInterval(walk, before, snapshot, records)
    before = snapshot
  }
  return finish(walk, last, null)
}

/** Snapshots known at `as_of`, by time. When several have one time, the later in the list counts. `docs/ranking.md` 3.1. */
function knownSnapshots(input: HistoryInput): KnownSnapshot[] {
  const byTime = new Map<number, KnownSnapshot>()
  for (const snapshot of input.snapshots) if (snapshot.t <= input.as_of) byTime.set(snapshot.t, knownSnapshot(snapshot))
  return [...byTime.values()].sort((a, b) => a.t - b.t)
}

function newWalk({ currency, rates }: { currency: string; rates: Rates }): AccountWalk {
  return {
    currency,
    rates,
    value: 0,
    segment: { seg: 1, pad: 0, base: 1 },
    rows: [],
    profitTotal: 0,
    profitMax: 0,
  }
}

function finish(walk: AccountWalk, snapshot: KnownSnapshot, from: EngineState | null): EngineResult {
  const { rows } = walk
  const row = rows.at(-1)
  const first = rows[0]
  if (row === undefined || first === undefined) throw new Error('a walk always ends in a mark')
  const state: EngineState = {
    formula: FORMULA_VERSION,
    snapshot,
    row: { ...row },
    segment: walk.segment,
    value: walk.value,
    first_day: from?.first_day ?? first.day,
    closed: foldRows(rows.slice(0, -1), from?.closed ?? NO_DAYS),
    profit_total: walk.profitTotal,
    profit_max: walk.profitMax,
  }
  return { state, rows }
}

/** The stored state is damaged, or another version of the formula made it. */
export class UnknownEngineState extends Error {
  override name = 'UnknownEngineState'
}

/** The numbers of each part of a state. Typed by the part, so that a new field is read as well. */
const stateNumbers = {
  state: numbersOf<Omit<EngineState, 'formula' | 'snapshot' | 'row' | 'segment' | 'closed'>>({
    value: 1,
    first_day: 1,
    profit_total: 1,
    profit_max: 1,
  }),
  snapshot: numbersOf<Omit<KnownSnapshot, 'open_since'>>({ t: 1, balance: 1, equity: 1, credit: 1 }),
  row: numbersOf<DailyRow>({
    day: 1,
    equity_start: 1,
    equity_end: 1,
    balance_end: 1,
    inflow: 1,
    outflow: 1,
    growth: 1,
    high: 1,
    low: 1,
    drawdown: 1,
    trades: 1,
    wins: 1,
    counted: 1,
    counted_wins: 1,
    profit: 1,
  }),
  segment: numbersOf<Segment>({ seg: 1, pad: 1, base: 1 }),
  closed: numbersOf<Totals>(NO_DAYS),
}

function numbersOf<T>(fields: Record<keyof T & string, number>): readonly string[] {
  return Object.keys(fields)
}

/**
 * Reads a state that was stored as JSON.
 * @throws UnknownEngineState for another version of the formula and for a missing part or number
 */
export function readEngineState(value: unknown): EngineState {
  const state = partOf(value, 'state')
  if (state['formula'] !== FORMULA_VERSION)
    throw new UnknownEngineState(`state of formula ${String(state['formula'])}, this is formula ${FORMULA_VERSION}`)
  requireNumbers(state, 'state')
  for (const name of ['row', 'segment', 'closed'] as const) requireNumbers(partOf(state[name], name), name)
  const snapshot = partOf(state['snapshot'], 'snapshot')
  requireNumbers(snapshot, 'snapshot')
  if (snapshot['open_since'] !== null && !Number.isFinite(snapshot['open_since']))
    throw new UnknownEngineState('snapshot: open_since is no time')
  // Every part and number was checked above.
  return value as EngineState
}

function partOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw new UnknownEngineState(`${name} is missing`)
  return value as Record<string, unknown>
}

function requireNumbers(part: Record<string, unknown>, name: keyof typeof stateNumbers): void {
  const missing = stateNumbers[name].find((field) => !Number.isFinite(part[field]))
  if (missing !== undefined) throw new UnknownEngineState(`${name}: ${missing} is no number`)
}
