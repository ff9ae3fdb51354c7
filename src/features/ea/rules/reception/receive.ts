import type { SyncAnswer, SyncRefusalCode, SyncRequest } from '../../sync-contract.ts'
import { currentAnswer } from './answer.ts'
import {
  clockOf,
  isFuture,
  offsetShown,
  toBroker,
  toUtc,
  withSample,
  type BrokerClock,
  type OwnClock,
} from './clock.ts'
import { admitRequest } from './limits.ts'
import { obstaclesOf, type Obstacle } from './obstacles.ts'
import { isEqual, readOn, type Difference, type Reading } from './reading.ts'
import { expectedLedger, withRollUp } from './roll-up.ts'
import {
  compareCursors,
  compareTickets,
  cursorOf,
  isGraveChange,
  ledgerNet,
  recordMillis,
  recordSeconds,
  type ChangedRecord,
  type LedgerRecord,
} from '../records.ts'
import type { AccountState, Intake } from '../state.ts'

/** First half of a sync: orders repeated requests, finds new records, decides whether it counts. `docs/ea-protocol.md`, records 0, 4, 5. */

/** The stored state of a ticket that the request names. */
export interface KnownRecord {
  /** Null where the request reports the same content. */
  before: LedgerRecord | null
  net: number
  revision: number
  late: boolean
  consumed: boolean
}

export interface ReceptionContext {
  /** Milliseconds UTC. */
  now: number
  /** The clock on which the accounts of the broker server agree: used where the account has shown none itself. */
  agreed: BrokerClock
  known: ReadonlyMap<string, KnownRecord>
  /** The stored records from the request's `ledger.first` on, where older ones exist. */
  tail: LedgerTail | null
  /** Least seconds between ordinary requests; null without a limit. */
  interval: number | null
}

export interface LedgerTail {
  count: number
  net: number
  /** Some of the older records were reported since t_0 and counted. */
  hides: boolean
}

export interface FreshRecord {
  record: LedgerRecord
  /** Milliseconds UTC, held within the interval of this sync. */
  at: number
  late: boolean
}

/** A fact about a sync that the integrity rules evaluate. */
export interface Tag {
  code: string
  occurrences: number
  details: Record<string, unknown>
}

export interface Received {
  kind: 'received'
  /** Strictly after the account's last one. */
  receipt: number
  /** The clock of the account's times, and the clock of its own requests. */
  clock: BrokerClock
  own: OwnClock
  /** Broker seconds of the last price; null where it is implausible. */
  tick: number | null
  fresh: FreshRecord[]
  changed: ChangedRecord[]
  ledger: Intake['ledger']
  rolled_up: Intake['rolled_up']
  balance_rows: NonNullable<Intake['balance_rows']>
  /** Tickets of the rows of a roll-up that earlier requests brought. */
  rolled: readonly string[]
  reading: Reading
  limits: Intake['limits']
  /** The terminal's history equals the stored one, and hides no counted record. */
  equal: boolean
  /** The terminal hides records that were counted since t_0. */
  hides: boolean
  /** The request counts as a snapshot. */
  snapshot: boolean
  /** The reason why its figures do not count; null where they may. */
  obstacle: Obstacle | null
  /** Another start of an advisor than the last one, whose requests came before. */
  alternating: boolean
  tags: Tag[]
}

export type Reception =
  | { kind: 'refused'; code: SyncRefusalCode; wait?: number }
  /** `older`: an earlier request of its start, not the last one. */
  | { kind: 'repeated'; answer: SyncAnswer; older: boolean }
  | Received

/** A new record counts as late when it is this many seconds older than the price of t_0. */
const lateAfterS = 120

/** Classifies a request. Changes nothing. */
export function receive(account: AccountState, request: SyncRequest, context: ReceptionContext): Reception {
  const { intake } = account
  const { boot, seq } = request.sync
  const known = intake.boots.find((one) => one.boot === boot)
  if (known?.seq === seq) return { kind: 'repeated', answer: known.answer, older: false }
  const receipt = Math.max(context.now, (account.last_receipt ?? 0) + 1)
  const lastSeq = known?.seq ?? intake.older_boots.find(([older]) => older === boot)?.[1]
  if (lastSeq !== undefined && seq <= lastSeq) {
    return { kind: 'repeated', answer: currentAnswer(intake, receipt), older: true }
  }

  let { limits } = intake
  if (context.interval !== null) {
    const admitted = admitRequest(limits, intake.more, context.now, context.interval)
    if ('wait' in admitted) return { kind: 'refused', code: 'TOO_MANY_REQUESTS', wait: admitted.wait }
    limits = admitted
  }

  const tags: Tag[] = []
  const { own, tick } = readClock(intake.clock, request, receipt, tags)
  const clock = clockOf(own, context.agreed)
  const sorted = sortOut(account, request, context.known, clock, receipt, tags)
  const { changed } = sorted
  const ledger = addedUp(intake.ledger, sorted.fresh, changed)
  const { digits } = request.account
  const expected = expectedLedger({ ledger, rolled_up: intake.rolled_up })
  const unrolled = differenceShown(request, expected, sorted.fresh, changed, context.tail)
  // The terminal begins later than the stored records, and more are to come: these may be of the same number and sum as those that are gone.
  const isEarly = request.history.more && context.tail !== null
  const { fresh, rows, rolled_up, balance_rows } = withRollUp(account, request, {
    fresh: sorted.fresh,
    ledger,
    isWhole: !isEarly && (!request.history.more || isEqual(unrolled, digits)),
  })
  const rolled = rows.filter((ticket) => fresh.every(({ record }) => record.ticket !== ticket))
  if (rows.length > 0) tags.push(tag('history_rolled_up', { net: request.ledger.net }, rows.length))
  const cursors = request.history.items.map(cursorOf).sort(compareCursors)
  const difference =
    rows.length === 0 ? unrolled : differenceShown(request, expectedLedger({ ledger, rolled_up }), fresh, changed, null)
  const reading = readOn({
    difference,
    digits,
    more: request.history.more,
    isEarly,
    first: cursors[0] ?? null,
    last: cursors.at(-1) ?? null,
    shownLast: request.ledger.last,
    tick: request.time.tick,
    cursor: intake.cursor,
    reread: intake.reread,
    receipt,
  })
  const obstacles = obstaclesOf(account, request)
  for (const { code, details } of obstacles) tags.push(tag(code, details))
  const alternating = lastSeq !== undefined && intake.boots[0]?.boot !== boot
  if (alternating) tags.push(tag('two_terminals', {}))
  const snapshot = reading.complete && request.time.connected && obstacles.length === 0
  // The records from a roll-up's row on hold some that it replaces.
  const hides = rows.length === 0 && request.ledger.count > 0 && context.tail?.hides === true
  const equal = isEqual(difference, digits) && !hides
  if (snapshot && (reading.mismatch || hides)) {
    tags.push(tag('ledger_mismatch', { ...reading.reread.residue, ...(hides && { first: request.ledger.first }) }))
  }
  return {
    kind: 'received',
    receipt,
    clock,
    own,
    tick,
    fresh,
    changed,
    ledger,
    rolled_up,
    balance_rows,
    rolled,
    reading,
    limits,
    equal,
    hides,
    snapshot,
    obstacle: obstacles[0]?.code ?? null,
    alternating,
    tags,
  }
}

function tag(code: string, details: Record<string, unknown>, occurrences = 1): Tag {
  return { code, occurrences, details }
}

function readClock(own: OwnClock, { time }: SyncRequest, receipt: number, tags: Tag[]): Pick<Received, 'own' | 'tick'> {
  const offset = offsetShown(time, receipt)
  if (offset === null) return { own, tick: null }
  const sampled = offset === 'refused' ? null : withSample(own, { at: Math.floor(receipt / 1000), offset })
  if (sampled !== null && !sampled.refused) return { own: sampled.own, tick: time.tick }
  tags.push(tag('clock_refused', { tick: time.tick }))
  return { own: sampled?.own ?? own, tick: null }
}

function sortOut(
  { first_snapshot, engine, intake }: AccountState,
  request: SyncRequest,
  known: ReceptionContext['known'],
  clock: BrokerClock,
  receipt: number,
  tags: Tag[],
): Pick<Received, 'fresh' | 'changed'> {
  const fresh: FreshRecord[] = []
  const changed: ChangedRecord[] = []
  const since = engine === null ? -Infinity : engine.snapshot.t + 1
  // Compares raw times where the price of t_0 is plausible: no offset matters then.
  const opening = first_snapshot === null ? -Infinity : (intake.opening_tick ?? toBroker(clock, first_snapshot))
  let late = 0
  let future = 0
  for (const record of inOrder(request.history.items)) {
    const stored = known.get(record.ticket)
    if (stored === undefined) {
      const seconds = recordSeconds(record)
      const isLate = seconds < opening - lateAfterS
      const moment = toUtc(clock, seconds) + (recordMillis(record) % 1000)
      fresh.push({ record, late: isLate, at: Math.min(Math.max(moment, isLate ? -Infinity : since), receipt) })
      if (isLate) late += 1
      if (isFuture(clock, seconds, receipt)) future += 1
    } else if (stored.before !== null) {
      const { before, revision, consumed } = stored
      const grave = isGraveChange(before, record)
      const difference = ledgerNet(record) - stored.net
      changed.push({ record, before, revision: revision + 1, grave, difference, late: stored.late, consumed })
    }
  }
  if (late > 0) tags.push(tag('late_records', { ticket: fresh.find((one) => one.late)?.record.ticket }, late))
  if (future > 0) tags.push(tag('future_time', { receipt: Math.floor(receipt / 1000) }, future))
  if (fresh.length > 0 && (clock.rule === 'assumed' || clock.rule === 'current')) {
    tags.push(tag(clock.rule === 'assumed' ? 'clock_assumed' : 'clock_unfitted', {}))
  }
  return { fresh, changed }
}

/** By time and ticket; a repeated ticket counts once, with its last content. */
function inOrder(items: readonly LedgerRecord[]): LedgerRecord[] {
  const byTicket = new Map(items.map((item) => [item.ticket, item]))
  return [...byTicket.values()].sort((a, b) => recordMillis(a) - recordMillis(b) || compareTickets(a.ticket, b.ticket))
}

function addedUp(ledger: Intake['ledger'], fresh: FreshRecord[], changed: ChangedRecord[]): Intake['ledger'] {
  if (fresh.length === 0 && changed.length === 0) return ledger
  let { count, net } = ledger
  let first = ledger.first ?? Infinity
  for (const { record } of fresh) {
    count += 1
    net += ledgerNet(record)
    first = Math.min(first, recordSeconds(record))
  }
  for (const { record, difference } of changed) {
    net += difference
    first = Math.min(first, recordSeconds(record))
  }
  return { count, net: net + 0, first: count === 0 ? null : first }
}

/** The terminal's ledger less the stored records that it should show from its first one on; an empty terminal has no first record. */
function differenceShown(
  { ledger: shown }: SyncRequest,
  stored: Intake['ledger'],
  fresh: FreshRecord[],
  changed: ChangedRecord[],
  tail: ReceptionContext['tail'],
): Difference {
  if (tail === null || shown.count === 0) return { count: shown.count - stored.count, net: shown.net - stored.net }
  let { count, net } = tail
  for (const { record } of fresh) {
    if (recordSeconds(record) < shown.first) continue
    count += 1
    net += ledgerNet(record)
  }
  for (const { record, before, difference } of changed) {
    if (recordSeconds(before) >= shown.first) net += difference
    else if (recordSeconds(record) >= shown.first) {
      count += 1
      net += ledgerNet(record)
    }
  }
  return { count: shown.count - count, net: shown.net - net }
}
