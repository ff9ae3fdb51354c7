import { createHash } from 'node:crypto'
import { contentText, type LedgerRecord } from '../../rules/records.ts'

/** Hexadecimal SHA-256 of a record's content: another hash is another revision. */
export function contentHash(record: LedgerRecord): string {
  return createHash('sha256').update(contentText(record)).digest('hex')
}
