import { createHash, randomBytes } from 'node:crypto'
import { connectDatabase, type DatabaseAddress, type Queryable, type Sql } from '#server/database.ts'
import { BackupFault } from './archive/error.ts'
import { load, type Loaded } from './archive/load.ts'
import { openBackup } from './archive/open.ts'
import { backupLocks, underLock } from './lock.ts'
import type { Opener } from './archive/sealing.ts'

export type Verdict =
  | { state: 'verified'; loaded: Loaded }
  | { state: 'failed'; fault: string }
  /** Not to be tried here: the key is kept elsewhere, or the role may make no database. */
  | { state: 'no_key' | 'no_database'; fault: string }

/**
 * Restores a backup into a database that is made for it on the same server and dropped again, and compares every table with what the
 * backup says of it.
 * @returns null where another one is being restored now
 */
export function verify(
  address: DatabaseAddress,
  sealed: AsyncIterable<Buffer>,
  opener: Opener,
): Promise<Verdict | null> {
  return underLock(address, backupLocks.verify, async (session) => {
    await dropScratch(session)
    const scratch = await makeScratch(session)
    if (scratch === null) {
      return { state: 'no_database', fault: 'L’utente del database non può creare una base dati di prova.' }
    }
    try {
      return await tryIn({ ...address, database: scratch }, sealed, opener)
    } finally {
      await dropScratch(session)
    }
  })
}

async function tryIn(address: DatabaseAddress, sealed: AsyncIterable<Buffer>, opener: Opener): Promise<Verdict> {
  const { sql, close } = connectDatabase(address, { max: 1, patient: true, name: 'toptrader backup check' })
  try {
    return { state: 'verified', loaded: await loadInto(sql, sealed, opener) }
  } catch (error) {
    if (!(error instanceof BackupFault)) throw error
    return { state: error.isKeyMissing ? 'no_key' : 'failed', fault: error.message }
  } finally {
    await close()
  }
}

async function loadInto(sql: Sql, sealed: AsyncIterable<Buffer>, opener: Opener): Promise<Loaded> {
  const marks = openBackup(sealed, opener)
  try {
    return await sql.begin((tx) => load(marks, { tx, storage: null }))
  } finally {
    await marks.close()
  }
}

/** Databases of other installations may stand on the same server: ours carry a mark of the one that they are made from. */
async function scratchPrefix(session: Queryable): Promise<string> {
  const [row] = await session<{ name: string }[]>`select current_database() as name`
  const mark = createHash('sha256')
    .update(row?.name ?? '')
    .digest('hex')
    .slice(0, 12)
  return `toptrader_check_${mark}_`
}

/** Removes what a killed server left behind; nobody else is at it, under the lock. */
async function dropScratch(session: Queryable): Promise<void> {
  const prefix = await scratchPrefix(session)
  const left = await session<
    { datname: string }[]
  >`select datname from pg_database where starts_with(datname, ${prefix})`
  for (const { datname } of left) await session.unsafe(`drop database if exists "${datname}" with (force)`)
}

const mayNot = '42501'

/** Letters sort and fold in it as in the one that it is made from. Null where the role may make none. */
async function makeScratch(session: Queryable): Promise<string | null> {
  const name = `${await scratchPrefix(session)}${randomBytes(4).toString('hex')}`
  const [like] = await session<{ options: string }[]>`
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
    await session.unsafe(`create database "${name}" template template0 ${like?.options ?? ''}`)
    return name
  } catch (error) {
    if ((error as { code?: string }).code === mayNot) return null
    throw error
  }
}
