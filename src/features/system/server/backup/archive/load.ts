import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDatabaseAway, type Queryable, type Transaction } from '#server/database.ts'
import { migrateTo } from '#server/migrate.ts'
import { StartFault } from '#server/start-fault.ts'
import type { Storage } from '#server/storage.ts'
import { contentOf, guardsOf, listed, plainSettings, quoted, setSequences, tablesOf, type Table } from './catalogue.ts'
import type { BackupTotals } from './dump.ts'
import { BackupError } from './error.ts'
import type { MarkReader } from './marks.ts'

export interface LoadResult extends BackupTotals {
  /** When the backup was made, ISO-8601. */
  made_at: string
  /** The newest migration in it. */
  schema: string
  /** Files that were put back; the others were there. */
  files_added: number
}

export interface LoadTarget {
  tx: Transaction
  /** Where uploads go; null: they are only checked. */
  storage: Storage | null
  /** Called after each table. */
  onTable?: (table: string, rows: number) => void
  /** Of the migrations, where they are not the product's own. */
  folder?: string
}

/**
 * Puts a backup into an empty database, all or nothing: the schema as it was then, every table, and proof that each has the same number of
 * rows and the same sum of hashes. What is uploaded already is never touched, files that are missing are added.
 * @throws BackupError with a sentence for the operator; the caller's transaction must end then
 */
export async function load(marks: MarkReader, { tx, storage, onTable, folder }: LoadTarget): Promise<LoadResult> {
  await tx.unsafe(plainSettings)
  await requireEmpty(tx)
  const { made_at, migrations } = await marks.mark('database')
  await makeSchema(tx, migrations, folder)
  const guards = await guardsOf(tx)
  for (const statement of guards.lift) await tx.unsafe(statement)
  const missing = new Map((await tablesOf(tx)).map((table) => [table.name, table]))
  if (missing.size > 0) await tx.unsafe(`truncate ${[...missing.keys()].map(quoted).join(', ')}`)

  const totals = { tables: 0, rows: 0, files: 0 }
  for (;;) {
    const next = await marks.mark('table', 'sequences')
    if (next.mark === 'sequences') {
      if (missing.size > 0) throw new BackupError(`Al backup manca la tabella ${[...missing.keys()].join(', ')}.`)
      await setSequences(tx, next.sequences)
      break
    }
    const table = missing.get(next.table)
    if (table === undefined || table.columns.join() !== next.columns.join()) {
      throw new BackupError(`La tabella ${next.table} del backup non è quella che le migrazioni hanno creato.`)
    }
    missing.delete(next.table)
    const rows = await loadTable(tx, table, marks)
    totals.tables += 1
    totals.rows += rows
    onTable?.(next.table, rows)
  }
  for (const statement of guards.restore) await tx.unsafe(statement)
  const files = await loadFiles(marks, storage)
  const told = files.end
  totals.files = files.count
  if (told.tables !== totals.tables || told.rows !== totals.rows || told.files !== totals.files) {
    throw new BackupError('Il backup non contiene quanto dice di contenere.')
  }
  await marks.end()
  return { ...totals, made_at, schema: migrations.at(-1)?.name ?? '', files_added: files.added }
}

/** @throws BackupError where anything of anybody's is in the schema */
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
    if (error instanceof StartFault) throw new BackupError(error.message, { cause: error })
    throw error
  }
}

async function loadTable(tx: Transaction, table: Table, marks: MarkReader): Promise<number> {
  const into = await tx.unsafe(`copy ${listed(table)} from stdin`).writable()
  try {
    await pipeline(Readable.from(marks.bytes(), { objectMode: false, highWaterMark: 1024 * 1024 }), into)
  } catch (error) {
    if (error instanceof BackupError || isDatabaseAway(error)) throw error
    throw new BackupError(`La tabella ${table.name} non si carica: ${messageOf(error)}`, { cause: error })
  }
  const told = await marks.mark('table_end')
  const found = await contentOf(tx, table)
  if (told.rows !== found.rows || told.hash !== found.hash) {
    throw new BackupError(
      `La tabella ${table.name} non è uguale a com’era: ${found.rows} righe su ${told.rows}, somma ${found.hash} al posto di ${told.hash}.`,
    )
  }
  return found.rows
}

/** An upload of ours is far smaller. */
const largestFile = 64 * 1024 * 1024
/** Keys as the product makes them: nothing that climbs. */
const safeKey = /^[\w-]+(?:\/[\w-][\w.-]*)+$/

async function loadFiles(marks: MarkReader, storage: Storage | null) {
  let [count, added] = [0, 0]
  for (;;) {
    const next = await marks.mark('file', 'end')
    if (next.mark === 'end') return { count, added, end: next }
    const pieces: Buffer[] = []
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of marks.bytes()) {
      bytes += piece.length
      hash.update(piece)
      if (storage !== null) pieces.push(piece)
      if (bytes > largestFile) throw new BackupError(`Il file ${next.key} è troppo grande.`)
    }
    const told = await marks.mark('file_end')
    if (told.bytes !== bytes || told.sha256 !== hash.digest('hex') || !safeKey.test(next.key)) {
      throw new BackupError(`Il file ${next.key} non è uguale a com’era.`)
    }
    count += 1
    if (storage !== null && (await addFile(storage, next.key, pieces))) added += 1
  }
}

async function addFile(storage: Storage, key: string, pieces: readonly Buffer[]): Promise<boolean> {
  const present = await storage.read(key)
  if (present !== null) {
    present.stream.destroy()
    return false
  }
  await storage.write(key, Buffer.concat(pieces))
  return true
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
