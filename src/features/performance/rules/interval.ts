import { utcDay } from '#shared/dates.ts'
import { minimumCapital } from './currency.ts'
import type { Rates } from './currency.ts'
import { operationKind } from './history.ts'
import type { BalanceOperation, IntervalRecords, KnownSnapshot, KnownTrade } from './history.ts'
import { capitalFloor, flow, mark, rowAt } from './path.ts'
import type { GrowthPath } from './path.ts'
import { flatAt, sweepPositions, sweepTo, valueBeforeFlow } from './positions.ts'
import { isWin } from './rows.ts'

const TOL_BASE = 0.0005
const TOL_RECORD = 0.0001
const TOL_FLOAT = 0.00005
const MATERIAL = 0.0005

/** The path of an account and the result of its trades. Changed in place. */
export interface AccountWalk extends GrowthPath {
  /** Net result of all counted-in trades, and the highest it has been, in account currency. */
  profitTotal: number
  profitMax: number
}

/** The records of one millisecond. `docs/ranking.md` 5.1. */
interface Group {
  t: number
  closes: KnownTrade[]
  /** Sum of the result operations, null when there is none. */
  results: number | null
  /** Net external flow. */
  flow: number
}

/** A smaller floating result counts as none. Account currency, at the UTC day of the snapshot. `docs/ranking.md` 5.3 and 8.2. */
export function floatTolerance(rates: Rates, currency: string, t: number): number {
  return TOL_FLOAT * minimumCapital(rates, currency, utcDay(t))
}

/** Interval 0: opens the account. `docs/ranking.md` 5.2 and 5.5. */
export function walkOpening(walk: AccountWalk, snapshot: KnownSnapshot, records: IntervalRecords): void {
  const gap = snapshot.balance - recordedSum(records)
  const tolerance = gapTolerance(walk, snapshot, records)
  const groups = groupRecords(records)
  const first = groups[0]
  let closed = 0
  if (first === undefined || gap < -tolerance) {
    // Nothing is known, or more was reported than the balance holds: the account begins with the observed figures. A loss that is
    // open at that moment counts, a gain does not: an invented loss that evaporates gains nothing.
    flow(walk, snapshot.t, 0, Math.max(snapshot.balance, snapshot.equity))
  } else {
    if (gap > tolerance) {
      flow(walk, first.t, 0, gap)
      closed = gap
    }
    for (const group of groups) {
      const before = closed
      closed = afterResults(closed, group)
      countTrades(walk, group, before)
      if (movesResult(group)) mark(walk, group.t, closed)
      if (group.flow !== 0) {
        flow(walk, group.t, closed, group.flow)
        closed += group.flow
      }
      noteBalance(walk, group.t, closed)
    }
  }
  mark(walk, snapshot.t, snapshot.equity)
  noteBalance(walk, snapshot.t, snapshot.balance)
}

/** Interval i >= 1: from one snapshot to the next. `docs/ranking.md` 5.2, 5.3 and 5.5. */
export function walkInterval(
  walk: AccountWalk,
  before: KnownSnapshot,
  snapshot: KnownSnapshot,
  records: IntervalRecords,
): void {
  const gap = snapshot.balance - before.balance - recordedSum(records)
  const tolerance = gapTolerance(walk, snapshot, records)
  const sweep = sweepPositions(records.trades, before, snapshot, floatTolerance(walk.rates, walk.currency, snapshot.t))
  // An unexplained loss is charged first, so that no deposit of the interval can dilute it.
  let closed = gap < -tolerance ? before.balance + gap : before.balance
  for (const group of groupRecords(records)) {
    const start = closed
    closed = afterResults(closed, group)
    sweepTo(sweep, group.t, group.closes)
    countTrades(walk, group, start)
    if (movesResult(group) && flatAt(sweep, group.t)) mark(walk, group.t, closed)
    if (group.flow !== 0) {
      flow(walk, group.t, valueBeforeFlow(sweep, group.t, closed, group.flow), group.flow)
      closed += group.flow
    }
    noteBalance(walk, group.t, closed)
  }
  const value = snapshot.equity
  if (gap > tolerance) flow(walk, snapshot.t, value - gap, gap)
  mark(walk, snapshot.t, value)
  noteBalance(walk, snapshot.t, snapshot.balance)
}

function recordedSum(records: IntervalRecords): number {
  let sum = 0
  for (const operation of records.operations) sum += operation.amount
  for (const trade of records.trades) sum += trade.booked
  return sum
}

function gapTolerance(walk: AccountWalk, snapshot: KnownSnapshot, records: IntervalRecords): number {
  return balanceTolerance(walk.rates, walk.currency, snapshot.t, records.trades.length + records.operations.length)
}

/** A smaller change of the balance that no record explains counts as none. Account currency. `docs/ranking.md` 5.2. */
export function balanceTolerance(rates: Rates, currency: string, t: number, records: number): number {
  return minimumCapital(rates, currency, utcDay(t)) * (TOL_BASE + TOL_RECORD * records)
}

/** Groups of equal millisecond in time order; the records arrive sorted. */
function groupRecords({ trades, operations }: IntervalRecords): Group[] {
  const groups: Group[] = []
  let trade = 0
  let operation = 0
  for (;;) {
    const t = Math.min(trades[trade]?.close ?? Infinity, operations[operation]?.t ?? Infinity)
    if (t === Infinity) return groups
    const group: Group = { t, closes: [], results: null, flow: 0 }
    for (let next = trades[trade]; next?.close === t; next = trades[++trade]) group.closes.push(next)
    for (let next = operations[operation]; next?.t === t; next = operations[++operation]) addOperation(group, next)
    groups.push(group)
  }
}

function addOperation(group: Group, { type, amount }: BalanceOperation): void {
  if (operationKind(type, amount) === 'flow') group.flow += amount
  else group.results = (group.results ?? 0) + amount
}

function movesResult(group: Group): boolean {
  return group.closes.length > 0 || group.results !== null
}

function afterResults(closed: number, group: Group): number {
  let balance = closed
  for (const trade of group.closes) balance += trade.booked
  return balance + (group.results ?? 0)
}

/** Counts the closes of a group in the row of its day; `balance` is the closed balance before the group. `docs/ranking.md` 5.6. */
function countTrades(walk: AccountWalk, group: Group, balance: number): void {
  if (group.closes.length === 0) return
  const row = rowAt(walk, group.t)
  const fullSize = MATERIAL * Math.max(balance, capitalFloor(walk, row.day))
  for (const { net } of group.closes) {
    const weight = Math.min(1, Math.abs(net) / fullSize)
    row.trades += 1
    row.counted += weight
    row.profit += net
    if (isWin(net)) {
      row.wins += 1
      row.counted_wins += weight
    }
    walk.profitTotal += net
  }
  walk.profitMax = Math.max(walk.profitMax, walk.profitTotal)
}

/** Only when the day has a row: a group without a mark must not change the day before it. */
function noteBalance(walk: AccountWalk, t: number, balance: number): void {
  const row = walk.rows.at(-1)
  if (row?.day === utcDay(t)) row.balance_end = balance
}
