import { toUtc, type BrokerClock } from '../reception/clock.ts'
import { compareTickets, isDeal, isTrade, recordMillis, type PendingRecord } from '../records.ts'
import type { Derivation } from './derivation.ts'

/** The moments of events, from broker milliseconds to UTC milliseconds. */
export type Moments = ReadonlyMap<number, number>

export interface MomentsInput {
  /** All records that one snapshot counts. */
  records: readonly PendingRecord[]
  /** Broker seconds at which the oldest open position was opened; null where unknown. */
  opened: number | null
  clock: BrokerClock
  /** First and last millisecond UTC of the interval. */
  since: number
  receipt: number
}

/**
 * Dates all events that a snapshot counts, opens included, within its interval and in the broker's own order. Holding each record by itself
 * would put a deposit and the trade that it paid for at the same millisecond wherever the clock is wrong: the gain would be measured on the
 * money before the deposit. `docs/ea-protocol.md`, records 4; `docs/ranking.md` 3.4 and 5.3.
 */
export function heldMoments({ records, opened, clock, since, receipt }: MomentsInput): Moments {
  const events = new Map<number, { at: number; booked: boolean }>()
  for (const { record, at } of records) {
    const broker = recordMillis(record)
    events.set(broker, { at: Math.min(at, events.get(broker)?.at ?? Infinity), booked: true })
  }
  // Open times may lie before the interval.
  const opens = records.flatMap(({ record }) => (!isDeal(record) && isTrade(record) ? [record.open_time] : []))
  for (const seconds of opened === null ? opens : [...opens, opened]) {
    if (!events.has(seconds * 1000)) events.set(seconds * 1000, { at: toUtc(clock, seconds), booked: false })
  }
  const ordered = [...events].sort(([a], [b]) => a - b)
  let next = receipt + 1
  for (const [, event] of ordered.toReversed()) next = event.at = Math.min(event.at, next - 1)
  let before = -Infinity
  for (const [, event] of ordered) {
    const earliest = event.booked ? Math.max(since, before + 1) : before + 1
    before = event.at = Math.min(Math.max(event.at, earliest), receipt)
  }
  return new Map(ordered.map(([broker, { at }]) => [broker, at]))
}

/**
 * Puts losses before deposits where the tickets of an MT5 server contradict the times: a deposit that seems to come first would dilute the
 * loss. `docs/ranking.md` 3.4, 4.
 * @param records from which the trades and operations were derived
 */
export function lossesFirst(derived: Derivation, records: readonly PendingRecord[]): Derivation {
  if (!records.every(({ record }) => isDeal(record))) return derived
  const losses = derived.trades.filter(({ booked }) => booked < 0)
  const operations = derived.operations.map((operation) => {
    if (operation.type !== 'deposit') return operation
    const earlier = losses.filter(({ ticket }) => compareTickets(ticket, operation.ticket) < 0)
    return { ...operation, t: Math.max(operation.t, ...earlier.map(({ close }) => close)) }
  })
  return { ...derived, operations }
}
