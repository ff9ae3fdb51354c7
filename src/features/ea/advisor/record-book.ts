import type { Mt4Order, Mt5Deal, SyncRequest } from '#features/ea/sync-contract.ts'

export type HistoryItem = Mt4Order | Mt5Deal
export type HistoryKind = SyncRequest['history']['kind']
export type Ledger = SyncRequest['ledger']

interface Entry {
  /** Broker wall-clock seconds: close time of an order, time of a deal. */
  time: number
  ticket: string
  item: HistoryItem
}

/** The history that a terminal shows, in the order of `docs/ea-protocol.md`: (time, ticket). */
export interface RecordBook {
  kind: HistoryKind
  append(items: readonly HistoryItem[]): void
  /** The oldest `limit` records after a cursor, and the number of all after it. `from` -1 requests none, 0 everything. */
  after(from: number, ticket: string, limit: number): { items: HistoryItem[]; pending: number }
  /** Count, net (credit left out), first and last time of all shown records. */
  ledger(): Ledger
}

export function createRecordBook(kind: HistoryKind): RecordBook {
  const entries: Entry[] = []
  let net = 0

  return {
    kind,
    append(items) {
      let sorted = true
      for (const item of items) {
        const entry = { time: timeOf(item), ticket: item.ticket, item }
        const last = entries.at(-1)
        if (last !== undefined && compareEntries(last, entry) > 0) sorted = false
        entries.push(entry)
        net = cleanSum(net + netOf(item))
      }
      if (!sorted) entries.sort(compareEntries)
    },
    after(from, ticket, limit) {
      if (from < 0) return { items: [], pending: 0 }
      let start = 0
      let end = entries.length
      while (start < end) {
        const middle = (start + end) >> 1
        const entry = entries[middle]
        if (entry !== undefined && compareEntries(entry, { time: from, ticket }) <= 0) start = middle + 1
        else end = middle
      }
      return { items: entries.slice(start, start + limit).map((entry) => entry.item), pending: entries.length - start }
    },
    ledger: () => ({ count: entries.length, net, first: entries[0]?.time ?? 0, last: entries.at(-1)?.time ?? 0 }),
  }
}

/** Broker wall-clock seconds by which a record is ordered. */
export function timeOf(item: HistoryItem): number {
  return 'close_time' in item ? item.close_time : item.time
}

/** The amount that a record adds to the balance: profit, swap, commission and fee; nothing for credit. */
export function netOf(item: HistoryItem): number {
  if (item.type === 'credit') return 0
  return cleanSum(item.profit + item.swap + item.commission + ('fee' in item ? item.fee : 0))
}

/** Tickets are decimal texts of any length: they exceed a number's range. */
export function compareTickets(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length
  return left < right ? -1 : left > right ? 1 : 0
}

/** Removes the rounding errors of binary fractions from a sum of amounts with at most 8 decimals. */
export function cleanSum(amount: number): number {
  return Math.round(amount * 1e8) / 1e8
}

function compareEntries(left: { time: number; ticket: string }, right: { time: number; ticket: string }): number {
  return left.time - right.time || compareTickets(left.ticket, right.ticket)
}
