import type { Mt4Order, Mt5Deal } from '../sync-contract.ts'

/** One line of the terminal's history, as reported. */
export type LedgerRecord = Mt4Order | Mt5Deal

export function isDeal(record: LedgerRecord): record is Mt5Deal {
  return 'entry' in record
}

/** Broker seconds by which the history is ordered: MT4's close, MT5's deal. */
export function recordSeconds(record: LedgerRecord): number {
  return isDeal(record) ? record.time : record.close_time
}

/** The same in milliseconds. */
export function recordMillis(record: LedgerRecord): number {
  return recordSeconds(record) * 1000 + (isDeal(record) ? (record.msc ?? 0) : 0)
}

/** Digits without leading zeros compare as numbers of any size. */
export function compareTickets(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}

/** A place in the history: the advisor sends the records after it next. */
export interface Cursor {
  /** Broker seconds. */
  from: number
  after: string
}

export function compareCursors(a: Cursor, b: Cursor): number {
  return a.from - b.from || compareTickets(a.after, b.after)
}

export function cursorOf(record: LedgerRecord): Cursor {
  return { from: recordSeconds(record), after: record.ticket }
}

/** The amount that a record adds to the balance: credit is no own money. */
export function ledgerNet(record: LedgerRecord): number {
  if (record.type === 'credit') return 0
  return record.profit + record.swap + record.commission + (isDeal(record) ? record.fee : 0)
}

export function isTrade(record: LedgerRecord): boolean {
  if (record.type !== 'buy' && record.type !== 'sell') return false
  return !isDeal(record) || record.entry === 'out' || record.entry === 'out_by' || record.entry === 'inout'
}

/** Money, volume, price, symbol, side and time: a change of them is a new revision. Stops, magic numbers and comments are left out. */
export function contentText(record: LedgerRecord): string {
  return JSON.stringify([...fixedContent(record), record.swap, record.commission, isDeal(record) ? record.fee : 0])
}

/** Brokers charge swap, commission and fee afterwards; a change of anything else rewrites history. */
export function isGraveChange(before: LedgerRecord, after: LedgerRecord): boolean {
  return JSON.stringify(fixedContent(before)) !== JSON.stringify(fixedContent(after))
}

function fixedContent(record: LedgerRecord): (string | number)[] {
  return isDeal(record)
    ? [record.type, record.entry, record.symbol, record.volume, record.price, recordMillis(record), record.profit]
    : [
        record.type,
        record.symbol,
        record.lots,
        record.open_price,
        record.close_price,
        record.open_time,
        record.close_time,
        record.profit,
      ]
}

/** A stored record that a request reports with another content. */
export interface ChangedRecord {
  record: LedgerRecord
  before: LedgerRecord
  revision: number
  grave: boolean
  /** Money that the change adds. */
  difference: number
  late: boolean
  consumed: boolean
}

/** A stored record that no snapshot has counted yet. */
export interface PendingRecord {
  record: LedgerRecord
  /** Milliseconds UTC. */
  at: number
}
