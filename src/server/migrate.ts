import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connectDatabase, type DatabaseAddress, type Queryable, type Sql, type Transaction } from './database.ts'
import { StartFault } from './start-fault.ts'

/** Where the product's own migrations are. */
export const migrationsFolder = join(import.meta.dirname, '../../db/migrations')

interface Migration {
  name: string
  statements: string
  checksum: string
}

/** Two instances that start together: the second waits here, then finds nothing to do. */
const migrationLock = 74_112_009

/**
 * Brings the database forward: each file once, in the order of names, each in its own transaction.
 * @returns names of the files that were applied
 * @throws StartFault where an applied file was edited or removed, or a new one sorts before an applied one
 */
export async function migrate(address: DatabaseAddress, folder = migrationsFolder): Promise<string[]> {
  const { sql, close } = connectDatabase(address, { max: 1, patient: true, name: 'toptrader migrate' })
  try {
    await sql`select pg_advisory_lock(${migrationLock})`
    await makeRegister(sql)
    const applied = await sql<
      { name: string; checksum: string }[]
    >`select name, checksum from schema_migration order by name`
    const pending = pendingMigrations(readMigrations(folder), applied)
    for (const migration of pending) await apply(sql, migration)
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
      applied_at timestamptz not null default now()
    )`
}

/**
 * Makes the schema as it was when exactly these migrations had been applied, in the caller's transaction, on an empty database.
 * @throws StartFault where this version of the program does not have one of them, or has another text of it
 */
export async function migrateTo(
  tx: Transaction,
  wanted: readonly { name: string; checksum: string }[],
  folder = migrationsFolder,
): Promise<void> {
  await tx`select pg_advisory_xact_lock(${migrationLock})`
  const files = readMigrations(folder)
  pendingMigrations(files, wanted)
  await makeRegister(tx)
  const names = new Set(wanted.map(({ name }) => name))
  for (const { name, statements, checksum } of files) {
    if (!names.has(name)) continue
    await tx.unsafe(statements)
    await tx`insert into schema_migration (name, checksum) values (${name}, ${checksum})`
  }
}

function readMigrations(folder: string): Migration[] {
  return readdirSync(folder)
    .filter((file) => /^\d{12}_\w+\.sql$/.test(file))
    .sort()
    .map((file) => {
      const statements = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')
      return { name: file.slice(0, -4), statements, checksum: createHash('sha256').update(statements).digest('hex') }
    })
}

function pendingMigrations(files: Migration[], applied: readonly { name: string; checksum: string }[]): Migration[] {
  const known = new Map(files.map((file) => [file.name, file]))
  for (const { name, checksum } of applied) {
    const file = known.get(name)
    if (file === undefined) {
      throw new StartFault(
        `Alla base dati è stata applicata la migrazione ${name}, che questa versione non ha: serve una versione più nuova del programma.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new StartFault(
        `La migrazione ${name} è stata modificata dopo essere stata applicata: le migrazioni applicate non si cambiano, se ne aggiunge una nuova.`,
      )
    }
    known.delete(name)
  }
  const pending = [...known.values()]
  const last = applied.at(-1)?.name ?? ''
  const early = pending.find(({ name }) => name < last)
  if (early) {
    throw new StartFault(
      `La migrazione ${early.name} viene prima di ${last}, già applicata: il suo nome deve venire dopo.`,
    )
  }
  return pending
}

async function apply(sql: Sql, { name, statements, checksum }: Migration): Promise<void> {
  try {
    await sql.begin(async (transaction) => {
      await transaction.unsafe(statements)
      await transaction`insert into schema_migration (name, checksum) values (${name}, ${checksum})`
    })
  } catch (error) {
    throw new Error(`migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
