import { applySnapshot, openAccount, type EngineResult } from '#features/performance/rules.ts'
import { balanceTolerance } from '#features/performance/rules/interval.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import type { Snapshot } from '#features/performance/rules/history.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { SyncAnswer, SyncRequest } from '../../sync-contract.ts'
import { currentAnswer } from '../reception/answer.ts'
import { bookCancelled, isNothing, nothingCancelled, withZeroed } from './cancelled.ts'
import {
  correctionsOf,
  costsChanged,
  countedRecords,
  deriveCounted,
  deriveLate,
  prunedStretches,
  type Derived,
} from './counting.ts'
import type { DerivedOperation, DerivedTrade, Origin, StoredOperation, StoredTrade } from './derivation.ts'
import { toUtc } from '../reception/clock.ts'
import { chartMessage } from '../reception/messages.ts'
import { chartPoints, type ChartPoint } from './points.ts'
import { halfDigit } from '../reception/reading.ts'
import type { Received } from '../reception/receive.ts'
import { expectedLedger } from '../reception/roll-up.ts'
import type { PendingRecord } from '../records.ts'
import { heldMoments, lessFlatteringOrder } from './moments.ts'
import { unexplainedChange } from './retained-loss.ts'
import { oldestOpen, snapshotOf } from './snapshot.ts'
import { followPositions, isNothingListed, nothingListed } from './vanished.ts'
import type { AccountState, Boot, Intake } from '../state.ts'

/** Second half of a sync: counts its records, derives the account's new state and the answer. */

/** The results of a sync, besides the records themselves. */
export interface SyncOutcome {
  account: AccountState
  answer: SyncAnswer
  /** All records that the snapshot counts, in the order of the history. */
  records: readonly PendingRecord[]
  trades: StoredTrade[]
  operations: StoredOperation[]
  /** The changed daily rows, whole. */
  rows: DailyRow[]
  points: ChartPoint[]
  /** The snapshot to store; null where the request counts as none. */
  snapshot: Required<Snapshot> | null
}

/** The account's integrity as the chart shows it. `docs/integrity.md`. */
export interface AccountStatus {
  /** Held out of the ranking: `open` until a person decides, `upheld` after a decision. */
  held: 'open' | 'upheld' | null
  ledger: { ledger_length: number; ledger_head: string }
}

/** Answers are repeated for so many starts of an advisor; numbers are remembered for so many starts before them. */
const recentBoots = 3
const olderBoots = 50

/**
 * Sums the corrections that wait for the next snapshot, gains apart from losses: they enter one interval anyway, and the state stays small.
 */
function oneOfEachSign(corrections: Intake['corrections']): Intake['corrections'] {
  return [corrections.filter(({ amount }) => amount > 0), corrections.filter(({ amount }) => amount < 0)]
    .filter((those) => those.length > 0)
    .map((those) => ({
      t: Math.max(...those.map(({ t }) => t)),
      amount: those.reduce((sum, { amount }) => sum + amount, 0),
    }))
}

const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

/** @param pending all uncounted records of the account, needed where the request counts as a snapshot or ends a roll-up */
export function countSync(
  account: AccountState,
  request: SyncRequest,
  received: Received,
  pending: readonly PendingRecord[],
  rates: Rates,
  status: AccountStatus,
): SyncOutcome {
  const { intake } = account
  const { receipt, fresh, changed } = received
  const corrected = correctionsOf(changed, receipt)
  const corrections = oneOfEachSign([...intake.corrections, ...corrected.sums])
  const stretches = costsChanged(intake.stretches, changed)
  const late = deriveLate(received, pending, stretches, intake.late_stretches)
  const records = received.snapshot ? countedRecords(received, pending) : []
  const opened = oldestOpen(request, received)
  const since = account.engine === null ? -Infinity : account.engine.snapshot.t + 1
  const moments = heldMoments({ records, opened, clock: received.clock, since, receipt })
  let snapshot = received.snapshot ? snapshotOf(request, received, opened, moments) : null

  let { vanished = nothingListed } = intake
  let trades: DerivedTrade[] = []
  let lateExits: DerivedTrade[] = []
  let cancelled = withZeroed(intake.cancelled ?? nothingCancelled, changed, receipt)
  let taken: DerivedOperation[] = []
  let derived: Derived = { stretches, trades: [], operations: [] }
  let result: EngineResult | null = null
  if (snapshot !== null) {
    const { currency, engine } = account
    derived = deriveCounted(records, moments, stretches)
    if (engine !== null) derived = lessFlatteringOrder(derived, records)
    const moved = engine === null ? null : snapshot.balance - engine.snapshot.balance
    const booked = bookCancelled(cancelled, {
      moved,
      trades: derived.trades,
      operations: derived.operations,
      others: corrections,
      receipt,
      half: halfDigit(request.account.digits),
    })
    cancelled = booked.cancelled
    taken = booked.corrections
    derived = { ...derived, operations: booked.operations }
    const operations = [
      ...derived.operations,
      ...taken,
      ...corrections.map(({ t, amount }) => ({ ticket: '', t, type: 'correction', amount })),
    ]
    const { positions = [], open_count } = request.snapshot
    const followed = followPositions(vanished, {
      at: receipt,
      since: engine?.snapshot.t ?? receipt,
      positions,
      complete: open_count <= positions.length,
      result: snapshot.equity - snapshot.balance,
      records: records.map(({ record }) => record),
      trades: derived.trades,
      stretches: derived.stretches,
      utc: (seconds) => toUtc(received.clock, seconds),
      operations,
      unexplained: unexplainedChange(moved, derived.trades, operations, (count) =>
        balanceTolerance(rates, currency, receipt, count),
      ),
    })
    vanished = followed.vanished
    trades = followed.trades
    lateExits = followed.late
    snapshot = {
      ...snapshot,
      equity: snapshot.equity + followed.retained,
      open_since: earlier(snapshot.open_since, followed.open_since),
    }
    result =
      engine === null
        ? openAccount({ snapshot, trades: [], operations: [], rates, currency, importedCounts: false })
        : applySnapshot(engine, { snapshot, trades, operations: followed.operations, rates, currency })
  }

  const origin: Origin = account.first_snapshot === null ? 'imported' : 'witnessed'
  const uncounted = intake.pending - received.rolled.length + fresh.filter((one) => !one.late).length
  const { points, point } = chartPoints(account, request, received, snapshot)
  const next: AccountState = {
    ...account,
    last_receipt: receipt,
    sync_count: account.sync_count + 1,
    first_snapshot: account.first_snapshot ?? snapshot?.t ?? null,
    engine: result?.state ?? account.engine,
    imported:
      snapshot !== null && account.first_snapshot === null
        ? importedSums(derived, pending, received)
        : account.imported,
    intake: {
      ...intake,
      cursor: received.reading.cursor,
      ledger: received.ledger,
      rolled_up: received.rolled_up,
      balance_rows: snapshot !== null || received.balance_rows.length === 0 ? undefined : received.balance_rows,
      shown: { count: request.ledger.count, net: request.ledger.net, equal: received.equal },
      clock: received.own,
      opening_tick: account.first_snapshot === null && snapshot !== null ? received.tick : intake.opening_tick,
      stretches: snapshot === null ? stretches : prunedStretches(derived.stretches, request),
      late_stretches: prunedStretches(late.late_stretches, request),
      pending: snapshot === null ? uncounted : 0,
      corrections: snapshot === null ? corrections : [],
      cancelled: isNothing(cancelled) ? undefined : cancelled,
      vanished: isNothingListed(vanished) ? undefined : vanished,
      reread: received.reading.reread,
      more: request.history.more,
      limits: received.limits,
      point,
      late: intake.late + received.rolled.length + fresh.length - fresh.filter((one) => !one.late).length,
      revised: intake.revised + changed.length,
    },
  }
  return {
    account: next,
    answer: answerInto(next, request, received, status),
    records,
    trades: [
      ...trades.map((trade) => ({ ...trade, origin })),
      ...lateExits.map((trade): StoredTrade => ({ ...trade, origin: 'late' })),
      ...late.trades,
    ],
    operations: [
      ...derived.operations.map((operation) => ({ ...operation, origin })),
      ...late.operations,
      ...[...corrected.operations, ...taken].map((operation): StoredOperation => ({
        ...operation,
        origin: 'witnessed',
      })),
    ],
    rows: result?.rows ?? [],
    points,
    snapshot,
  }
}

function importedSums(
  { trades }: Derived,
  pending: readonly PendingRecord[],
  { fresh }: Received,
): AccountState['imported'] {
  let net = 0
  for (const trade of trades) net += trade.net
  let since = Infinity
  for (const { at } of pending) since = Math.min(since, at)
  for (const { at } of fresh) since = Math.min(since, at)
  return { trades: trades.length, net, since: since === Infinity ? null : since }
}

/** Writes message, due time and the answer itself into the account, and returns the answer. */
function answerInto(
  { intake, first_snapshot, platform }: AccountState,
  request: SyncRequest,
  received: Received,
  { held, ledger: shown }: AccountStatus,
): SyncAnswer {
  const { receipt, reading, alternating } = received
  const { account, ledger, snapshot, time, sync } = request
  const missing = snapshot.balance - (ledger.net - (intake.cancelled?.apart ?? 0))
  const said = chartMessage({
    mayWiden:
      platform === 'MT4' &&
      (first_snapshot === null || receipt - first_snapshot < DAY_MS || ledger.count < expectedLedger(intake).count),
    importing: first_snapshot === null,
    received: intake.ledger.count,
    shown: ledger.count,
    connected: time.connected,
    alternating,
    held,
    obstacle: received.obstacle,
    differs: !received.equal && !request.history.more,
    again: reading.again,
    missing: Math.abs(missing) > halfDigit(account.digits) ? missing : 0,
    currency: account.currency,
    digits: account.digits,
  })
  const answer = { ...currentAnswer({ ...said, cursor: reading.cursor }, receipt, reading.again), ...shown }
  const due: Partial<Intake> = {
    ...said,
    obstacle: received.obstacle,
    next_at: receipt + answer.next_sync * 1000,
    ...bootsAfter(intake, { boot: sync.boot, seq: sync.seq, answer }),
  }
  Object.assign(intake, due)
  return answer
}

function bootsAfter({ boots, older_boots }: Intake, newest: Boot): Pick<Intake, 'boots' | 'older_boots'> {
  const all = [newest, ...boots.filter(({ boot }) => boot !== newest.boot)]
  const outdated = all.slice(recentBoots).map(({ boot, seq }): [string, number] => [boot, seq])
  const older = [...outdated, ...older_boots.filter(([boot]) => boot !== newest.boot)]
  return { boots: all.slice(0, recentBoots), older_boots: older.slice(0, olderBoots) }
}
