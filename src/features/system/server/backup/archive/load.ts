import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDatabaseAway, type Queryable, type Transaction } from '#server/database/database.ts'
import { migrateTo } from '#server/database/migrate.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import type { Storage } from '#server/files/storage.ts'
import { contentOf, guardsOf, listed, plainSettings, quoted, setSequences, tablesOf, type Table } from './catalogue.ts'
import type { BackupContents, BackupTotals, TableContent } from './contents.ts'
import { BackupError, unreadable } from './error.ts'

export interface LoadResult extends BackupTotals {
  /** When the backup was made, ISO-8601. */
  made_at: string
  /** The newest migration in it. */
  schema: string
  /** Files that were added. The others were there. */
  files_added: number
}

export interface LoadTarget {
  tx: Transaction
  /** Takes the uploads. Null: they are only read. */
  storage: Storage | null
  /** Called after each table. */
  onTable?: (table: string, rows: number) => void
  /** A folder of migrations other than the product's own. */
  folder?: string
}

/**
 * Puts a backup into an empty database, all or nothing: the schema as it was then, every table, and the proof that each has the same
 * number of rows and the same sum of hashes. Missing uploads are added. Uploads that are there stay as they are.
 * @throws BackupError with a sentence for the operator; the caller's transaction must end then
 */
export async function load(backup: BackupContents, { tx, storage, onTable, folder }: LoadTarget): Promise<LoadResult> {
  await tx.unsafe(plainSettings)
  await requireEmpty(tx)
  const { made_at, migrations } = backup
  await makeSchema(tx, migrations, folder)
  const guards = await guardsOf(tx)
  for (const statement of guards.lift) await tx.unsafe(statement)
  const missing = new Map((await tablesOf(tx)).map((table) => [table.name, table]))
  if (missing.size > 0) await tx.unsafe(`truncate ${[...missing.keys()].map(quoted).join(', ')}`)

  const totals = { tables: 0, rows: 0, files: 0 }
  for await (const { name, columns, rows, content } of backup.tables()) {
    const table = missing.get(name)
    if (table === undefined || table.columns.join() !== columns.join()) {
      throw new BackupError(`La tabella ${name} del backup non è quella che le migrazioni hanno creato.`)
    }
    missing.delete(name)
    await loadTable(tx, table, rows)
    const loaded = await compareTable(tx, table, await content())
    totals.tables += 1
    totals.rows += loaded
    onTable?.(name, loaded)
  }
  if (missing.size > 0) throw new BackupError(`Al backup manca la tabella ${[...missing.keys()].join(', ')}.`)
  await setSequences(tx, await backup.sequences())
  for (const statement of guards.restore) await tx.unsafe(statement)

  let added = 0
  for await (const { key, bytes } of backup.files()) {
    totals.files += 1
    if (await loadFile(storage, key, bytes)) added += 1
  }
  return { ...totals, made_at, schema: migrations.at(-1)?.name ?? '', files_added: added }
}

/** @throws BackupError when the schema is not empty */
async function requireEmpty(sql: Queryable): Promise<void> {
  const [used] = await sql<{ name: string }[]>`
    select relname as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     order by relname limit 1`
  if (used === undefined) return
  throw new BackupError(
    `La base dati non è vuota: contiene già «${used.name}». Un backup si ripristina solo in una base dati vuota, così non si perde niente.`,
  )
}

async function makeSchema(
  tx: Transaction,
  migrations: readonly { name: string; checksum: string }[],
  folder?: string,
): Promise<void> {
  try {
    await migrateTo(tx, migrations, folder)
  } catch (error) {
    if (error instanceof StartupError) throw new BackupError(error.message, { cause: error })
    throw error
  }
}

async function loadTable(tx: Transaction, table: Table, rows: AsyncIterable<Uint8Array>): Promise<void> {
  const into = await tx.unsafe(`copy ${listed(table)} from stdin`).writable()
  try {
    await pipeline(Readable.from(rows, { objectMode: false, highWaterMark: 1024 * 1024 }), into)
  } catch (error) {
    if (error instanceof BackupError || isDatabaseAway(error)) throw error
    throw new BackupError(`La tabella ${table.name} non si carica: ${messageOf(error)}`, { cause: error })
  }
}

/** @returns how many rows the table has */
async function compareTable(tx: Transaction, table: Table, expected: TableContent): Promise<number> {
  const loaded = await contentOf(tx, table)
  if (loaded.rows === expected.rows && loaded.hash === expected.hash) return loaded.rows
  throw new BackupError(
    `La tabella ${table.name} non è uguale a com’era: ${loaded.rows} righe su ${expected.rows}, somma ${loaded.hash} al posto di ${expected.hash}.`,
  )
}

/** An upload is far smaller. */
const largestFile = 64 * 1024 * 1024
/** Keys as the product makes them: no path leads upwards. */
const safeKey = /^[\w-]+(?:\/[\w-][\w.-]*)+$/

/** @returns whether it was added */
async function loadFile(storage: Storage | null, key: string, bytes: AsyncIterable<Uint8Array>): Promise<boolean> {
  if (!safeKey.test(key)) throw unreadable()
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > largestFile) throw new BackupError(`Il file ${key} è troppo grande.`)
    pieces.push(piece)
  }
  if (storage === null) return false
  const present = await storage.read(key)
  if (present !== null) {
    present.stream.destroy()
    return false
  }
  await storage.write(key, Buffer.concat(pieces))
  return true
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
