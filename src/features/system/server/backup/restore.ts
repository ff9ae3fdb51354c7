import { recordAudit } from '#server/audit.ts'
import { connectDatabase, type DatabaseAddress } from '#server/database.ts'
import { migrate } from '#server/migrate.ts'
import { BackupFault } from './archive/error.ts'
import { load, type Loaded, type LoadTarget } from './archive/load.ts'
import { checkSealed, openBackup } from './archive/open.ts'
import { readBackupFile } from './store/folder.ts'
import type { Opener } from './archive/sealing.ts'

export interface Restored extends Loaded {
  /** Migrations that came after the backup, applied by now. */
  migrated: string[]
}

export interface RestoreTarget extends Omit<LoadTarget, 'tx'> {
  address: DatabaseAddress
}

/**
 * Restores a file into an empty database (`docs/operations/back-up-and-restore.md`): first the whole file is read and checked, then everything comes in
 * one transaction, last the schema is brought forward to this version of the program.
 * @throws BackupFault with a sentence for the operator; the database is as empty as before then
 */
export async function restoreFile(path: string, target: RestoreTarget, opener: Opener): Promise<Restored> {
  const { address, ...into } = target
  try {
    await checkSealed(readBackupFile(path), opener)
  } catch (error) {
    throw readable(error, path)
  }
  const { sql, close } = connectDatabase(address, { max: 1, patient: true, name: 'toptrader restore' })
  try {
    const marks = openBackup(readBackupFile(path), opener)
    let loaded: Loaded
    try {
      loaded = await sql.begin((tx) => load(marks, { tx, ...into }))
    } finally {
      await marks.close()
    }
    const migrated = await migrate(address, target.folder)
    // The planner knows nothing of tables that came at once.
    await sql`analyze`
    return { ...loaded, migrated }
  } finally {
    await close()
  }
}

/** Leaves in the audit log of a database that it was restored, by nobody who is signed in. */
export async function noteRestored(
  address: DatabaseAddress,
  { made_at, schema, rows, files_added }: Restored,
): Promise<void> {
  const { sql, close } = connectDatabase(address, { max: 1, name: 'toptrader restore' })
  try {
    const at = new Date().toISOString()
    const details = { made_at, schema, rows, files_added }
    await sql.begin((tx) => recordAudit(tx, null, { action: 'system.restore', subject: null, details, at }))
  } finally {
    await close()
  }
}

function readable(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || !['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'EPERM'].includes(code)) return error
  return new BackupFault(`Non riesco a leggere ${path}.`, { cause: error })
}
