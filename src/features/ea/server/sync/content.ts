import { createHash } from 'node:crypto'
import { contentText, type LedgerRecord } from '../../rules/records.ts'

const known = new WeakMap<LedgerRecord, string>()

/** Hexadecimal SHA-256 of a record's content: another hash is another revision. Made once for each object, which must not change. */
export function contentHash(record: LedgerRecord): string {
  const hash = known.get(record) ?? createHash('sha256').update(contentText(record)).digest('hex')
  known.set(record, hash)
  return hash
}
