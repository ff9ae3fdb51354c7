import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Queryable } from '#server/database/database.ts'
import { backupRows } from './queries.ts'
import { backupFolder } from './store/folder.ts'
import type { BackupStore } from './store/store.ts'

interface OpenBackup {
  name: string
  bytes: number
  stream: Readable
}

/** The newest verified backup, for a copy elsewhere (`docs/operations/back-up-and-restore.md`); null where there is none. */
export async function newestVerified(sql: Queryable, store: BackupStore): Promise<OpenBackup | null> {
  for (const { name, verified_at: verifiedAt } of await backupRows(sql)) {
    const file = verifiedAt === null ? null : await store.read(name)
    if (file !== null) return { name, ...file }
  }
  return null
}

/**
 * Copies a backup into a folder under its own name, complete or not at all, readable by its owner alone.
 * @returns false where it is there already
 */
export async function copyToFolder(folder: string, backup: OpenBackup): Promise<boolean> {
  const target = backupFolder(folder)
  if ((await target.list()).some(({ name, bytes }) => name === backup.name && bytes === backup.bytes)) {
    backup.stream.destroy()
    return false
  }
  // A copy that was killed in the middle left its draft.
  await target.removeDrafts()
  const draft = await target.draft(backup.name)
  try {
    await pipeline(completeBytes(backup), draft.stream)
    await draft.commit()
  } catch (error) {
    await draft.discard()
    throw error
  }
  return true
}

/** The bytes of a backup. Fails at the end where some are missing. */
export async function* completeBytes({ name, bytes, stream }: OpenBackup): AsyncGenerator<Buffer> {
  let missing = bytes
  for await (const part of stream as AsyncIterable<Buffer>) {
    missing -= part.length
    yield part
  }
  if (missing !== 0) throw new Error(`${name}: ${missing} of ${bytes} bytes are missing`)
}
