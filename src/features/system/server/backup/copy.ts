import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Queryable } from '#server/database.ts'
import { backupFolder, type BackupPlace } from './store/folder.ts'
import { knownBackups } from './queries.ts'

interface FoundBackup {
  name: string
  bytes: number
  stream: Readable
}

/** The newest backup that was restored for proof, for a copy elsewhere (`docs/operations/back-up-and-restore.md`); null where there is none. */
export async function newestVerified(sql: Queryable, place: BackupPlace): Promise<FoundBackup | null> {
  for (const { name, verified_at: verifiedAt } of await knownBackups(sql)) {
    const file = verifiedAt === null ? null : await place.read(name)
    if (file !== null) return { name, ...file }
  }
  return null
}

/**
 * Puts it into a folder under its own name, whole or not at all, readable by its owner alone.
 * @returns false where it was there already
 */
export async function copyInto(folder: string, found: FoundBackup): Promise<boolean> {
  const there = backupFolder(folder)
  if ((await there.list()).some(({ name, bytes }) => name === found.name && bytes === found.bytes)) {
    found.stream.destroy()
    return false
  }
  // Of a copy that was killed in the middle.
  await there.sweepDrafts()
  const draft = await there.draft(found.name)
  try {
    await pipeline(whole(found), draft.stream)
    await draft.keep()
  } catch (error) {
    await draft.discard()
    throw error
  }
  return true
}

/** Its bytes; fails at the end where some are missing. */
export async function* whole({ name, bytes, stream }: FoundBackup): AsyncGenerator<Buffer> {
  let left = bytes
  for await (const part of stream as AsyncIterable<Buffer>) {
    left -= part.length
    yield part
  }
  if (left !== 0) throw new Error(`${name}: ${left} of ${bytes} bytes are missing`)
}
