import { isCancelled } from './cancelled.ts'
import { toUtc } from '../reception/clock.ts'
import {
  addRecord,
  newDerivation,
  type Derivation,
  type DerivedOperation,
  type StoredOperation,
  type StoredTrade,
  type Stretches,
} from './derivation.ts'
import type { SyncRequest } from '../../sync-contract.ts'
import type { Moments } from './moments.ts'
import type { Received } from '../reception/receive.ts'
import { compareTickets, isDeal, isTrade, recordMillis, type ChangedRecord, type PendingRecord } from '../records.ts'

export type Derived = Derivation

/** All records that this snapshot counts, in the order of the history. */
export function countedRecords(
  { fresh, changed, rolled }: Pick<Received, 'fresh' | 'changed' | 'rolled'>,
  pending: readonly PendingRecord[],
): PendingRecord[] {
  // A record that changed before it was counted counts as it is now.
  const now = new Map(changed.map(({ record }) => [record.ticket, record]))
  const records = pending
    .filter(({ record }) => !rolled.includes(record.ticket))
    .map(({ record, at }) => ({ record: now.get(record.ticket) ?? record, at }))
  for (const { record, at, late } of fresh) if (!late) records.push({ record, at })
  return records.sort(
    (a, b) => recordMillis(a.record) - recordMillis(b.record) || compareTickets(a.record.ticket, b.record.ticket),
  )
}

/** Trades and operations of these records, dated as `heldMoments` dates them. `docs/ea-protocol.md`, records 2 and 3. */
export function deriveCounted(records: readonly PendingRecord[], moments: Moments, stretches: Stretches): Derived {
  const derivation = newDerivation(stretches)
  for (const { record, at } of records) {
    const momentOf = (millis: number) => moments.get(millis) ?? at
    addRecord(derivation, record, momentOf(recordMillis(record)), (seconds) => momentOf(seconds * 1000))
  }
  return derivation
}

/**
 * Late records are shown as trades and operations of their own, and count nowhere. Positions that were counted as open stay open: a
 * late exit must not take the cost of the entry from the true one. `docs/ea-protocol.md`, records 5.
 */
export function deriveLate(
  { fresh, rolled, clock }: Received,
  pending: readonly PendingRecord[],
  stretches: Stretches,
  lateStretches: Stretches,
): { late_stretches: Stretches; trades: StoredTrade[]; operations: StoredOperation[] } {
  const records: PendingRecord[] = fresh.filter((one) => one.late)
  if (rolled.length > 0) records.push(...pending.filter(({ record }) => rolled.includes(record.ticket)))
  if (records.length === 0) return { late_stretches: lateStretches, trades: [], operations: [] }
  const derivation = newDerivation(lateStretches)
  for (const { record, at } of records) {
    if (isDeal(record) && isTrade(record) && derivation.stretches[record.position] === undefined) {
      const open = stretches[record.position]
      if (open !== undefined) derivation.stretches[record.position] = open
    }
    addRecord(derivation, record, at, (seconds) => toUtc(clock, seconds))
  }
  return {
    late_stretches: derivation.stretches,
    trades: derivation.trades.map((trade) => ({ ...trade, origin: 'late' })),
    operations: derivation.operations.map((operation) => ({ ...operation, origin: 'late' })),
  }
}

/**
 * Changes of counted records: the money counts at the sync that brought it, gains apart from losses (`docs/ranking.md` 3.2 treats them
 * differently). `bookCancelled` handles cancelled deals. `docs/ea-protocol.md`, records 5.
 */
export function correctionsOf(
  changed: readonly ChangedRecord[],
  receipt: number,
): { sums: { t: number; amount: number }[]; operations: DerivedOperation[] } {
  const operations = changed
    .filter((one) => one.consumed && !one.late && one.difference !== 0 && !isCancelled(one))
    .map(({ record, revision, difference }) => ({
      ticket: `${record.ticket}#${revision}`,
      t: receipt,
      type: 'correction',
      amount: difference,
    }))
  const sums = [operations.filter(({ amount }) => amount > 0), operations.filter(({ amount }) => amount < 0)]
    .filter((those) => those.length > 0)
    .map((those) => ({ t: receipt, amount: those.reduce((sum, { amount }) => sum + amount, 0) }))
  return { sums, operations }
}

/** A charge added to the entry of a position that is still open belongs to the trade that closes it. */
export function costsChanged(stretches: Stretches, changed: readonly ChangedRecord[]): Stretches {
  const next = { ...stretches }
  for (const { record, before, consumed, late } of changed) {
    if (!consumed || late || !isDeal(record) || !isDeal(before) || record.entry !== 'in') continue
    const open = next[record.position]
    if (open === undefined || (record.type !== 'buy' && record.type !== 'sell')) continue
    const cost = open.cost + record.commission + record.fee - before.commission - before.fee
    next[record.position] = { ...open, cost }
  }
  return next
}

/** More stretches than open positions by this many: the records that closed some of them were never reported. */
const prunedBeyond = 200

/**
 * Keeps the state of an account small: stretches of positions that the terminal does not show. Counted ones only by a snapshot: between
 * the batches of one history the terminal no longer shows positions whose exits are still to be derived.
 */
export function prunedStretches(stretches: Stretches, { snapshot }: SyncRequest): Stretches {
  const positions = snapshot.positions ?? []
  if (Object.keys(stretches).length <= snapshot.open_count + prunedBeyond) return stretches
  const open = new Set(positions.map((position) => position.id))
  const newest = Object.entries(stretches).sort(([, a], [, b]) => b.since - a.since)
  return Object.fromEntries(newest.filter(([id], index) => index < prunedBeyond || open.has(id)))
}
