import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { escapeLiteral } from 'pg'
import {
  connectDatabase,
  isDatabaseAway,
  type DatabaseAddress,
  type Queryable,
  type Sql,
  type Transaction,
} from './database.ts'
import { withCode } from './errors.ts'
import { StartupError } from '../settings/startup-error.ts'

/** The folder of the product's own migrations. */
export const migrationsFolder = join(import.meta.dirname, '../../../db/migrations')

interface Migration {
  name: string
  statements: string
  checksum: string
  /** Checksums of earlier texts, which do the same in another way. A database keeps the one that it was given. */
  former: readonly string[]
  /** The migration removes something that the previous program still uses. */
  contracts: boolean
  /** One statement that runs until it answers no row, each time in a transaction of its own. */
  inBatches: boolean
}

/** The register's entry for an applied migration. */
interface Applied {
  name: string
  checksum: string
  contracts?: boolean
}

/** The first line of a migration that drops, renames or narrows. A program without this migration cannot run on its schema. */
export const contractMark = '-- contract'
/**
 * The first line of a migration that changes more rows than one transaction may lock. Its statement takes the `last` of the batch before as
 * `$1` (null at first) and answers `last` and `rows`. An interrupted one begins again, so that a batch may be repeated.
 */
export const batchMark = '-- batches'
/** A line of a migration whose text was replaced, with the checksum of the earlier one. */
const formerText = /^-- replaces ([0-9a-f]{64})\b/gm
/** The longest wait for a table's lock, in milliseconds, before another attempt: every later statement queues behind a waiting one. */
const lockMs = 1_000
/** A batch gives way before PostgreSQL looks for a deadlock, after a second: it never ends the statement of a sync. */
const batchLockMs = 500
/** Together with the pauses: more than half a minute. */
const lockTries = 20
const lockNotAvailable = '55P03'
/** The role may not make the extension, or the server does not have it. */
const extensionRefused = new Set(['42501', '0A000', '58P01'])

/** Two instances that start together: the second waits here, then finds nothing to do. */
const migrationLock = 74_112_009

export interface MigrateOptions {
  /** Attempts at a locked table. */
  tries?: number
  /** After each batch of a migration: how many rows it has changed so far. */
  onBatch?: (name: string, rows: number) => void
}

/**
 * Brings the database forward: each file once, in the order of names, each in its own transaction. Migrations of a later program stay
 * where they only expand: an upgrade can be taken back (docs/operations/upgrade.md).
 * @returns names of the files that were applied
 * @throws StartupError where an applied file was edited or is missing, a later one contracts, a new one sorts before an applied one, or a
 * table stays locked
 */
export async function migrate(
  address: DatabaseAddress,
  folder = migrationsFolder,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { sql, close } = connectDatabase(address, { max: 1, patient: true, name: 'toptrader migrate' })
  try {
    await sql`select pg_advisory_lock(${migrationLock})`
    await makeRegister(sql)
    const applied = await sql<Applied[]>`select name, checksum, contracts from schema_migration order by name`
    const files = readMigrations(folder)
    const own = files.at(-1)?.name ?? ''
    const pending = pendingMigrations(
      files,
      applied.filter(({ name, contracts }) => name <= own || contracts !== false),
    )
    for (const migration of pending) await apply(sql, migration, options)
    return pending.map(({ name }) => name)
  } finally {
    await close()
  }
}

async function makeRegister(sql: Queryable): Promise<void> {
  await sql`
    create table if not exists schema_migration (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now(),
      -- Where it is null a program wrote the line that did not know of it.
      contracts boolean
    )`
  const [known] = await sql`
    select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'contracts' and not attisdropped`
  if (known === undefined) await sql`alter table schema_migration add column contracts boolean`
}

/**
 * Makes the schema of exactly these migrations, in the caller's transaction, on an empty database.
 * @throws StartupError where this version of the program lacks one of them, or has another text of it
 */
export async function migrateTo(
  tx: Transaction,
  exact: readonly { name: string; checksum: string }[],
  folder = migrationsFolder,
): Promise<void> {
  await tx`select pg_advisory_xact_lock(${migrationLock})`
  const files = readMigrations(folder)
  pendingMigrations(files, exact)
  await makeRegister(tx)
  const names = new Set(exact.map(({ name }) => name))
  for (const migration of files) {
    if (!names.has(migration.name)) continue
    // The database is empty: there is nothing to change in batches.
    if (!migration.inBatches) await run(tx, migration)
    await register(tx, migration)
  }
}

/** @throws StartupError where the database may not make an extension */
async function run(tx: Transaction, { statements }: Migration): Promise<void> {
  try {
    await tx.unsafe(statements)
  } catch (error) {
    const extension = /^create extension if not exists (\w+)/m.exec(statements)?.[1]
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (extension === undefined || !extensionRefused.has(code)) throw error
    throw new StartupError(
      `Nella base dati manca l’estensione ${extension} e questo utente non può crearla: installala sul server (su Debian è in postgresql-contrib), fai eseguire a un amministratore della base dati «create extension ${extension};», poi riavvia.`,
      { cause: error },
    )
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{12}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const statements = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      const checksum = createHash('sha256').update(statements).digest('hex')
      return {
        name: file.slice(0, -4),
        statements,
        checksum,
        former: [...statements.matchAll(formerText)].map(([, former = '']) => former),
        contracts: statements.startsWith(contractMark),
        inBatches: statements.startsWith(batchMark),
      }
    })
}

function pendingMigrations(files: Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]))
  for (const { name, checksum } of applied) {
    const file = known.get(name)
    if (file === undefined) {
      throw new StartupError(
        `Alla base dati è stata applicata la migrazione ${name}, che questa versione non ha: serve una versione più nuova del programma.`,
      )
    }
    if (file.checksum !== checksum && !file.former.includes(checksum)) {
      throw new StartupError(
        `La migrazione ${name} è stata modificata dopo essere stata applicata: le migrazioni applicate non si cambiano, se ne aggiunge una nuova.`,
      )
    }
    known.delete(name)
  }
  const pending = [...known.values()]
  const last = applied.at(-1)?.name ?? ''
  const early = pending.find(({ name }) => name < last)
  if (early) {
    throw new StartupError(
      `La migrazione ${early.name} viene prima di ${last}, già applicata: il suo nome deve venire dopo.`,
    )
  }
  return pending
}

async function register(tx: Transaction, { name, checksum, contracts }: Migration): Promise<void> {
  await tx`insert into schema_migration (name, checksum, contracts) values (${name}, ${checksum}, ${contracts})`
}

async function apply(sql: Sql, migration: Migration, { tries = lockTries, onBatch }: MigrateOptions): Promise<void> {
  const { name, inBatches } = migration
  if (!inBatches) {
    return transact(sql, name, { tries, lockMs }, async (tx) => {
      await run(tx, migration)
      await register(tx, migration)
    })
  }
  let after: string | null = null
  let changed = 0
  for (;;) {
    const batch: Batch | undefined = await transact(sql, name, { tries, lockMs: batchLockMs }, async (tx) => {
      const from = after === null ? 'null' : escapeLiteral(after)
      const [done] = await tx.unsafe<Batch[]>(migration.statements.replaceAll('$1', () => from))
      return done
    })
    if (batch === undefined) break
    after = batch.last
    changed += batch.rows
    onBatch?.(name, changed)
  }
  await sql.begin((tx) => register(tx, migration))
}

interface Batch {
  last: string
  rows: number
}

/** Runs in a transaction that waits for no lock longer than `lockMs`; tries again so many times. */
async function transact<T>(
  sql: Sql,
  name: string,
  { tries, lockMs: waitMs }: { tries: number; lockMs: number },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await sql.begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = ${waitMs}`)
      return work(tx)
    })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable) {
      if (tries <= 1) {
        throw new StartupError(
          `La migrazione ${name} aspetta una tabella che qualcuno tiene occupata: guarda pg_stat_activity, poi riavvia.`,
          { cause: error },
        )
      }
      // Statements that wait behind the lock run first.
      await sleep(lockMs)
      return transact(sql, name, { tries: tries - 1, lockMs: waitMs }, work)
    }
    if (error instanceof StartupError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    if (isDatabaseAway(withCode(error)))
      throw new StartupError(`Il PostgreSQL non risponde più, nella migrazione ${name}: ${reason}`, { cause: error })
    throw new Error(`migration ${name} failed: ${reason}`, { cause: error })
  }
}
