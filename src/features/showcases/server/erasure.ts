import type { Transaction } from '#server/database/database.ts'
import type { StoredFile } from './uploads/file-queries.ts'
import { deleteFilesOf } from './uploads/file-queries.ts'
import { deleteShowcaseRows } from './queries.ts'

/**
 * Removes a trader's showcase with versions, events and counts, and the rows of all files.
 * @returns rows by table, and the files: remove them with `removeShowcaseFiles` after the commit
 */
export async function eraseShowcase(
  tx: Transaction,
  traderId: string,
): Promise<{ summary: Record<string, number>; files: StoredFile[] }> {
  const rows = await deleteShowcaseRows(tx, traderId)
  const files = await deleteFilesOf(tx, traderId)
  return { summary: { ...rows, ...(files.length > 0 && { showcase_file: files.length }) }, files }
}
