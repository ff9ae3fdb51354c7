import { operationKind } from '#features/performance/rules/history.ts'
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

/** A trade or operation of one snapshot, by the number of its deal. */
interface Event {
  ticket: string
  t: number
  /** Money that the balance gets. */
  amount: number
  isFlow: boolean
}

/**
 * Events in the order that their tickets tell, at the same moments, where the times flatter: a deposit that seems to come before a loss
 * dilutes it, and a gain that seems to come before a deposit, or after a withdrawal, is measured on too little. MT5 numbers deals as they
 * happen. MT4 numbers orders when they are opened, so that a result of a higher number than a flow came after it. `docs/ranking.md` 3.4, 4.
 * @param records from which the trades and operations were derived
 */
export function lessFlatteringOrder(derived: Derivation, records: readonly PendingRecord[]): Derivation {
  const isMt5 = records.every(({ record }) => isDeal(record))
  const times = eventsOf(derived).toSorted((a, b) => a.t - b.t || Number(a.isFlow) - Number(b.isFlow))
  const contradicts = (flow: Event, other: Event) => flatters(flow, other) && (isMt5 || isNewer(other, flow))
  const flattered = times.filter((flow) => flow.isFlow && times.some((other) => contradicts(flow, other)))
  if (flattered.length === 0) return derived
  const ordered = isMt5 ? times.toSorted((a, b) => compareTickets(a.ticket, b.ticket)) : [...times]
  for (const flow of isMt5 ? [] : flattered) {
    ordered.splice(ordered.indexOf(flow), 1)
    ordered.splice(
      ordered.findIndex((other) => contradicts(flow, other)),
      0,
      flow,
    )
  }
  const moments = new Map(ordered.map(({ ticket }, index) => [ticket, times[index]?.t]))
  return {
    ...derived,
    trades: derived.trades.map((trade) => {
      const close = moments.get(trade.ticket) ?? trade.close
      return { ...trade, close, open: Math.min(trade.open, close) }
    }),
    operations: derived.operations.map((operation) => ({
      ...operation,
      t: moments.get(dealOf(operation.ticket)) ?? operation.t,
    })),
  }
}

function eventsOf({ trades, operations }: Derivation): Event[] {
  return [
    ...trades.map(({ ticket, close, booked }) => ({ ticket, t: close, amount: booked, isFlow: false })),
    ...operations.flatMap(({ ticket, t, type, amount }) => {
      const kind = operationKind(type, amount)
      return kind === 'ignored' ? [] : [{ ticket: dealOf(ticket), t, amount, isFlow: kind === 'flow' }]
    }),
  ]
}

/** The deal of an operation: an entry may book a swap beside its commission. */
const dealOf = (ticket: string): string => ticket.split('/')[0] ?? ticket

const isNewer = (one: Event, other: Event): boolean => compareTickets(one.ticket, other.ticket) > 0

/** The times put a flow and a result in another order than the tickets, and the growth is higher so. At one moment results come first. */
function flatters(flow: Event, result: Event): boolean {
  if (result.isFlow || result.amount === 0) return false
  const isFirst = result.t <= flow.t
  const wasFirst = isNewer(flow, result)
  const hurtsFirst = flow.amount > 0 === result.amount < 0
  return isFirst !== wasFirst && wasFirst === hurtsFirst
}
