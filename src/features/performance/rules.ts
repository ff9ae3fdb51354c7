import type { Rates } from './rules/currency.ts'
import { FORMULA_VERSION, type EngineState } from './rules/engine-state.ts'
import { intervalRecords, knownSnapshot } from './rules/history.ts'
import type { BalanceOperation, ClosedTrade, HistoryInput, KnownSnapshot, Snapshot } from './rules/history.ts'
import { walkInterval, walkOpening } from './rules/interval.ts'
import type { AccountWalk } from './rules/interval.ts'
import { foldRows, NO_DAYS, withDrawdowns } from './rules/rows.ts'
import type { DailyRow } from './rules/rows.ts'

/** The content of one sync. `records` are those first reported by it, in any order. Late ones are left out. */
export interface SyncInput {
  snapshot: Snapshot
  trades: readonly ClosedTrade[]
  operations: readonly BalanceOperation[]
  rates: Rates
  currency: string
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
 * The imported history of an account: its rows up to the point from which the witnessed part goes on (`docs/ranking.md` 5.2). A loss that
 * is open at the first snapshot belongs to the witnessed part, a gain to this one.
 * @throws RangeError as `openAccount`
 */
export function openImported({ snapshot, ...input }: SyncInput): EngineResult {
  const equity = Math.max(snapshot.balance, snapshot.equity)
  return openAccount({ ...input, snapshot: { ...snapshot, equity }, importedCounts: true })
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
  const before = from?.closed ?? NO_DAYS
  const rows = withDrawdowns(walk.rows, before)
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
    closed: foldRows(rows.slice(0, -1), before),
    profit_total: walk.profitTotal,
    profit_max: walk.profitMax,
  }
  return { state, rows }
}
