import type { Transaction } from '#server/database/database.ts'
import type { StoredFile } from './uploads/file-queries.ts'
import { deleteFilesOf } from './uploads/file-queries.ts'
import { deleteShowcaseRows } from './queries.ts'

export interface ErasedShowcase {
  /** Rows by table. */
  summary: Record<string, number>
  /** Uploads without a row: remove them with `removeShowcaseFiles` after the commit. */
  files: StoredFile[]
}

/**
 * Removes a trader's showcase with versions, events and counts, and the rows of all files.
 */
export async function eraseShowcase(tx: Transaction, traderId: string): Promise<ErasedShowcase> {
  const rows = await deleteShowcaseRows(tx, traderId)
  const files = await deleteFilesOf(tx, traderId)
  return { summary: { ...rows, ...(files.length > 0 && { showcase_file: files.length }) }, files }
}
