import { createHash } from 'node:crypto'
import { compareTickets } from '#features/ea/rules/records.ts'
import type { SyncRequest } from '#features/ea/sync-contract.ts'
import { HOUR_MS, instantText } from '#shared/dates.ts'

/** The ledger of syncs: entries hashed in a chain. Pure. `docs/integrity.md`, ledger of syncs. */

/** The end of an account's chain. */
export interface LedgerHead {
  length: number
  /** Hexadecimal; null before the first entry. */
  head: string | null
  /** Receipt of the newest entry, milliseconds UTC. */
  at: number | null
}

export const emptyLedger: LedgerHead = { length: 0, head: null, at: null }

export interface LedgerEntry {
  n: number
  /** Milliseconds UTC. */
  at: number
  records: number
  /** Hexadecimal. */
  records_digest: string
  figures: string
  hash: string
}

/** An entry as the database has it. */
export interface StoredEntry extends Omit<LedgerEntry, 'at'> {
  /** ISO-8601. */
  at: string
}

/** A record that a sync brought or changed: its content hash in hexadecimal. */
export interface LedgerLine {
  ticket: string
  hash: string
}

/** The hash before the first entry. */
export const nothingBefore = '0'.repeat(64)

/**
 * The entry of an accepted sync; null where it brought no record and its hour has one.
 * @param at receipt, milliseconds UTC
 * @param salt makes 32 random hexadecimal digits: hidden figures and records cannot be found by trying
 */
export function appendEntry(
  ledger: LedgerHead,
  at: number,
  request: SyncRequest,
  lines: readonly LedgerLine[],
  salt: () => string,
): LedgerEntry | null {
  const sameHour = ledger.at !== null && Math.floor(ledger.at / HOUR_MS) === Math.floor(at / HOUR_MS)
  if (lines.length === 0 && sameHour) return null
  const n = ledger.length + 1
  const grain = salt()
  const figures = figuresText(request, grain)
  const records_digest = recordsDigest(grain, lines)
  const entry = { n, at, records: lines.length, records_digest, figures }
  return { ...entry, hash: entryHash(ledger.head ?? nothingBefore, entry) }
}

export const headAfter = (ledger: LedgerHead, entry: LedgerEntry | null): LedgerHead =>
  entry === null ? ledger : { length: entry.n, head: entry.hash, at: entry.at }

/** Nothing that a request needs to be taken for one of this terminal: neither its start nor its number. */
function figuresText({ ea, snapshot, ledger }: SyncRequest, salt: string): string {
  return JSON.stringify({
    salt,
    ea: ea.version,
    balance: snapshot.balance,
    equity: snapshot.equity,
    credit: snapshot.credit,
    open: snapshot.open_count,
    count: ledger.count,
    net: ledger.net,
  })
}

/** In the order of the tickets. @param salt of the entry's figures */
export function recordsDigest(salt: string, lines: readonly LedgerLine[]): string {
  const ordered = lines.toSorted((a, b) => compareTickets(a.ticket, b.ticket))
  return sha256([salt, ...ordered.map(({ ticket, hash }) => `${ticket} ${hash}`), ''].join('\n'))
}

/** The salt in a hashed text of figures; empty where the text has none. */
export function saltOf(figures: string): string {
  return /^\{"salt":"([\da-f]+)"/.exec(figures)?.[1] ?? ''
}

/** @param before hash of the entry before, in hexadecimal */
export function entryHash(before: string, entry: Omit<LedgerEntry, 'hash'>): string {
  const { n, at, records, records_digest, figures } = entry
  return sha256(`${before}\n${n}\n${instantText(at)}\n${records}\n${records_digest}\n${sha256(figures)}`)
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
