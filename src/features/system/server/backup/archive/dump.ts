import { buffer } from 'node:stream/consumers'
import type { Queryable } from '#server/database/database.ts'
import type { Storage } from '#server/files/storage.ts'
import { contentOf, listed, plainSettings, sequencesOf, tablesOf } from './catalogue.ts'
import type { BackupTotals } from './contents.ts'
import { manifestEntry, tableEntry, uploadEntry, type ArchiveEntry, type Manifest } from './tar.ts'

export interface DumpSources {
  /** One connection of its own, from the first statement to the last. */
  session: Queryable
  /** Uploaded files. */
  storage: Storage
  /** ISO-8601. */
  at: string
  /** Called once everything is written. */
  onEnd: (totals: BackupTotals) => void
}

/** Backups may lie in the same bucket as uploads, and do not belong in backups. */
const backupsPath = /^backups\//

/**
 * Everything that must last, as the entries of an archive: all tables as they were at one moment, read while others write, and every
 * uploaded file. The snapshot ends with the tables. A file that was uploaded since is included, a file that was removed since is left
 * out: no row of the snapshot needs it for long.
 */
export async function* dump({ session, storage, at, onEnd }: DumpSources): AsyncGenerator<ArchiveEntry> {
  await session.unsafe('begin isolation level repeatable read read only')
  await session.unsafe(plainSettings)
  const manifest = await describeSnapshot(session, at)
  yield manifestEntry(manifest)
  for (const table of manifest.tables) {
    const rows = await session.unsafe(`copy ${listed(table)} to stdout`).readable()
    let part = 0
    for await (const bytes of partsOf(rows as AsyncIterable<Buffer>)) yield tableEntry(table.name, ++part, bytes)
  }
  await session.unsafe('commit')

  let files = 0
  for await (const { key } of storage.list('')) {
    if (backupsPath.test(key)) continue
    const file = await storage.read(key)
    // It was removed after it was listed.
    if (file === null) continue
    files += 1
    yield uploadEntry(key, await buffer(file.stream))
  }
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  onEnd({ tables: manifest.tables.length, rows, files })
}

async function describeSnapshot(session: Queryable, at: string): Promise<Manifest> {
  const migrations = await session<{ name: string; checksum: string }[]>`
    select name, checksum from schema_migration order by name`
  const tables: Manifest['tables'] = []
  for (const table of await tablesOf(session)) tables.push({ ...table, ...(await contentOf(session, table)) })
  const sequences = await sequencesOf(session)
  return { format: 'toptrader-backup/2', made_at: at, migrations: [...migrations], tables, sequences }
}

const partBytes = 1024 * 1024

/** Cuts the rows of a COPY into parts, each of which ends with a row. COPY escapes line breaks within values. */
async function* partsOf(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of rows) {
    const end = piece.lastIndexOf('\n') + 1
    if (bytes + end < partBytes || end === 0) {
      pieces.push(piece)
      bytes += piece.length
      continue
    }
    yield Buffer.concat([...pieces, piece.subarray(0, end)])
    pieces = [piece.subarray(end)]
    bytes = piece.length - end
  }
  if (bytes > 0) yield Buffer.concat(pieces)
}
