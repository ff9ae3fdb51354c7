import { recordAudit } from '#server/audit.ts'
import { connectDatabase, type DatabaseAddress } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { BackupError } from './archive/error.ts'
import { load, type LoadResult, type LoadTarget } from './archive/load.ts'
import { checkFile, openBackup } from './archive/open.ts'
import { readBackupFile } from './store/folder.ts'
import type { BackupKeys } from './archive/keys.ts'

export interface Restored extends LoadResult {
  /** Migrations that came after the backup. They are applied by now. */
  migrated: string[]
}

export interface RestoreTarget extends Omit<LoadTarget, 'tx'> {
  address: DatabaseAddress
}

/**
 * Numbers of users that were given after the backup are lost with it, and none is given again. So the counter goes on behind more than
 * register in the 35 days that the oldest backup is old.
 */
const skippedNumbers = 10_000

/**
 * Restores a file into an empty database (`docs/operations/back-up-and-restore.md`). First it reads and checks the whole file. Then it
 * loads everything in one transaction. Last it migrates the schema to this version of the program.
 * @throws BackupError with a sentence for the operator; the database is as empty as before then
 */
export async function restoreFile(path: string, target: RestoreTarget, keys: BackupKeys): Promise<Restored> {
  const { address, ...into } = target
  try {
    await checkFile(readBackupFile(path), keys)
  } catch (error) {
    throw readError(error, path)
  }
  const { sql, close } = connectDatabase(address, { max: 1, patient: true, name: 'toptrader restore' })
  try {
    const backup = await openBackup(readBackupFile(path), keys)
    let loaded: LoadResult
    try {
      loaded = await sql.begin((tx) => load(backup, { tx, ...into }))
    } finally {
      await backup.close()
    }
    const migrated = await migrate(address, target.folder)
    await sql`
      select setval(counter, nextval(counter) + ${skippedNumbers}::int8)
        from to_regclass('public.trader_number') as counter where counter is not null`
    // The planner has no statistics of tables that were loaded at once.
    await sql`analyze`
    return { ...loaded, migrated }
  } finally {
    await close()
  }
}

/** Notes in the audit log of a database that it was restored, without an actor. */
export async function recordRestore(
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

function readError(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || !['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'EPERM'].includes(code)) return error
  return new BackupError(`Non riesco a leggere ${path}.`, { cause: error })
}
