import type { Rates } from './currency.ts'

/** The account's state in one sync. Amounts in account currency, `t` in milliseconds UTC. `docs/ranking.md` 3. */
export interface Snapshot {
  t: number
  balance: number
  /** Own equity V: balance and the result of the open positions, never the broker's credit. `docs/ranking.md` 3.3. */
  equity: number
  /** Open time of the oldest open position; null without one and when it is unknown. */
  open_since?: number | null
}

/** A closed trade. `net`: profit + swap + commission + fees; `booked`: what its close added to the balance (missing: net). */
export interface ClosedTrade {
  open: number
  close: number
  net: number
  booked?: number
}

/** A movement of the balance that is not a trade; a withdrawal is negative. */
export interface BalanceOperation {
  t: number
  type: string
  amount: number
}

export interface HistoryInput {
  as_of: number
  snapshots: readonly Snapshot[]
  trades: readonly ClosedTrade[]
  operations: readonly BalanceOperation[]
  /** False: nothing from before the first snapshot counts. `docs/ranking.md` 3.5. */
  imported_counts: boolean
  currency: string
  rates: Rates
}

/** A snapshot with nothing left out. */
export type KnownSnapshot = Required<Snapshot>
export type KnownTrade = Required<ClosedTrade>

/** The records between two snapshots, in their canonical order, credit left out. */
export interface IntervalRecords {
  trades: KnownTrade[]
  operations: BalanceOperation[]
}

const FLOWS: ReadonlySet<string> = new Set(['deposit', 'withdrawal', 'transfer', 'bonus'])
const RESULTS: ReadonlySet<string> = new Set(['dividend', 'charge', 'commission', 'swap', 'tax'])

/**
 * The effect of a balance operation on growth. An unknown kind never raises it: a plus is a flow, a minus a result.
 * `docs/ranking.md` 3.2.
 */
export function operationKind(type: string, amount: number): 'flow' | 'result' | 'ignored' {
  if (type === 'credit') return 'ignored'
  if (FLOWS.has(type)) return 'flow'
  if (RESULTS.has(type)) return 'result'
  return amount >= 0 ? 'flow' : 'result'
}

/** @throws RangeError for amounts that are not finite and times that are not whole milliseconds */
export function knownSnapshot(snapshot: Snapshot): KnownSnapshot {
  const { t, balance, equity, open_since = null } = snapshot
  requireTime('snapshot', t)
  requireAmount('snapshot', balance, equity)
  if (open_since !== null) requireTime('open_since', open_since)
  return { t, balance, equity, open_since }
}

/**
 * The records of one interval in canonical order, so that their order of arrival does not matter.
 * @throws RangeError for a record whose time is outside (after, until], for amounts that are not finite and for a close before its open.
 * `docs/ranking.md` 3.1 and 5.1.
 */
export function intervalRecords(
  trades: readonly ClosedTrade[],
  operations: readonly BalanceOperation[],
  after: number | null,
  until: number,
): IntervalRecords {
  const records: IntervalRecords = { trades: [], operations: [] }
  for (const { open, close, net, booked = net } of trades) {
    requireTime('trade', open, close)
    requireAmount('trade', net, booked)
    if (open > close) throw new RangeError(`trade closed at ${close} before it was opened at ${open}`)
    requireWithin('trade', close, after, until)
    records.trades.push({ open, close, net, booked })
  }
  for (const { t, type, amount } of operations) {
    requireTime('operation', t)
    requireAmount('operation', amount)
    requireWithin('operation', t, after, until)
    if (operationKind(type, amount) !== 'ignored') records.operations.push({ t, type, amount })
  }
  records.trades.sort(compareTrades)
  records.operations.sort(compareOperations)
  return records
}

function compareTrades(a: KnownTrade, b: KnownTrade): number {
  return a.close - b.close || a.open - b.open || a.net - b.net || a.booked - b.booked
}

function compareOperations(a: BalanceOperation, b: BalanceOperation): number {
  return a.t - b.t || a.amount - b.amount || (a.type < b.type ? -1 : a.type > b.type ? 1 : 0)
}

function requireTime(what: string, ...times: number[]): void {
  for (const time of times)
    if (!Number.isSafeInteger(time)) throw new RangeError(`${what}: ${time} is not a time in whole milliseconds`)
}

function requireAmount(what: string, ...amounts: number[]): void {
  for (const amount of amounts)
    if (!Number.isFinite(amount)) throw new RangeError(`${what}: ${amount} is not an amount`)
}

function requireWithin(what: string, time: number, after: number | null, until: number): void {
  if (time > until || (after !== null && time <= after))
    throw new RangeError(`${what} at ${time} is outside its interval (${after ?? 'start'}, ${until}]`)
}
