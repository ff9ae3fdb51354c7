import { createHash, randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { connectDatabase, type DatabaseAddress, type Queryable, type Sql } from '#server/database/database.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { BackupError } from './archive/error.ts'
import { load, type LoadResult } from './archive/load.ts'
import { openBackup } from './archive/open.ts'
import { backupLocks, withLock } from './lock.ts'
import type { BackupKeys } from './archive/keys.ts'

export type Verdict =
  | { state: 'verified'; loaded: LoadResult }
  | { state: 'failed'; reason: string }
  /** Not verifiable here: the server has no key for the file, or its role may create no database. */
  | { state: 'no_key' | 'no_database'; reason: string }

/** One that hangs must not hold up the backups of the other instances for ever. The hourly run verifies the rest. */
const verifyWaitMs = HOUR_MS

/**
 * Restores a backup into a scratch database on the same server, compares every table with the figures in the backup, and drops the
 * database again. Waits while another verification runs, on whichever instance: one that gave up would leave its backup unverified.
 * @param read opens the file once its turn has come; null where it is gone
 * @param signal ends the wait
 * @returns null where the file is gone, or the wait ended
 */
export function verifyBackup(
  address: DatabaseAddress,
  read: () => Promise<Readable | null>,
  keys: BackupKeys,
  signal?: AbortSignal,
): Promise<Verdict | null> {
  return withLock(address, backupLocks.verify, (session) => verifyHere(session, address, read, keys), {
    waitMs: verifyWaitMs,
    signal,
  })
}

async function verifyHere(
  session: Queryable,
  address: DatabaseAddress,
  read: () => Promise<Readable | null>,
  keys: BackupKeys,
): Promise<Verdict | null> {
  await dropScratch(session)
  const scratch = await createScratch(session)
  if (scratch === null) {
    return { state: 'no_database', reason: 'L’utente di PostgreSQL non può creare una base dati di prova.' }
  }
  try {
    const file = await read()
    if (file === null) return null
    try {
      return await restoreIntoScratch({ ...address, database: scratch }, file as AsyncIterable<Buffer>, keys)
    } finally {
      file.destroy()
    }
  } finally {
    await dropScratch(session)
  }
}

async function restoreIntoScratch(
  address: DatabaseAddress,
  file: AsyncIterable<Buffer>,
  keys: BackupKeys,
): Promise<Verdict> {
  const { sql, close } = connectDatabase(address, { max: 1, patient: true, name: 'toptrader backup check' })
  try {
    return { state: 'verified', loaded: await loadFile(sql, file, keys) }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    return { state: error.isKeyMissing ? 'no_key' : 'failed', reason: error.message }
  } finally {
    await close()
  }
}

async function loadFile(sql: Sql, file: AsyncIterable<Buffer>, keys: BackupKeys): Promise<LoadResult> {
  const backup = await openBackup(file, keys)
  try {
    return await sql.begin((tx) => load(backup, { tx, storage: null }))
  } finally {
    await backup.close()
  }
}

/** Other installations may have scratch databases on the same server: the name carries a hash of the database that it belongs to. */
async function scratchPrefix(session: Queryable): Promise<string> {
  const [row] = await session<{ name: string }[]>`select current_database() as name`
  const hash = createHash('sha256')
    .update(row?.name ?? '')
    .digest('hex')
    .slice(0, 12)
  return `toptrader_check_${hash}_`
}

/** Drops scratch databases, those of killed servers too. Under the lock no other process uses one. */
async function dropScratch(session: Queryable): Promise<void> {
  const prefix = await scratchPrefix(session)
  const left = await session<
    { datname: string }[]
  >`select datname from pg_database where starts_with(datname, ${prefix})`
  for (const { datname } of left) await session.unsafe(`drop database if exists "${datname}" with (force)`)
}

const insufficientPrivilege = '42501'

/** Its texts sort and fold as in the database that it stands in for. Null where the role may create no database. */
async function createScratch(session: Queryable): Promise<string | null> {
  const name = `${await scratchPrefix(session)}${randomBytes(4).toString('hex')}`
  const [original] = await session<{ options: string }[]>`
    select concat_ws(' ',
             format('encoding %L lc_collate %L lc_ctype %L', pg_encoding_to_char(encoding), datcollate, datctype),
             case datlocprovider
               when 'b' then format('locale_provider builtin builtin_locale %L', to_jsonb(d) ->> 'datlocale')
               when 'i' then format('locale_provider icu icu_locale %L',
                                    coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale'))
               else 'locale_provider libc'
             end) as options
      from pg_database as d where datname = current_database()`
  try {
    await session.unsafe(`create database "${name}" template template0 ${original?.options ?? ''}`)
    return name
  } catch (error) {
    if ((error as { code?: string }).code === insufficientPrivilege) return null
    throw error
  }
}
