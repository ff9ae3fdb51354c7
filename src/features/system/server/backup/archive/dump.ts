import { createHash } from 'node:crypto'
import type { Queryable } from '#server/database.ts'
import type { Storage } from '#server/storage.ts'
import { contentOf, listed, plainSettings, sequencesOf, tablesOf } from './catalogue.ts'
import { writeBytes, writeMark } from './marks.ts'

export interface BackupTotals {
  tables: number
  rows: number
  files: number
}

export interface DumpSources {
  /** One connection of its own, from the first statement to the last. */
  session: Queryable
  /** Uploaded files. */
  storage: Storage
  /** ISO-8601. */
  at: string
  /** Told once everything is written. */
  onEnd: (totals: BackupTotals) => void
}

/** Uploads have their folders here; backups of the same store do not belong in backups. */
const otherFolder = /^backups\//

/**
 * Everything that must last, as the bytes of a backup: all tables as they were at one moment, read while others write, and every
 * uploaded file. The snapshot ends with the database's part. Files come after it: one that was uploaded since is more than enough,
 * one that was removed since is a picture that nobody shows.
 */
export async function* dump({ session, storage, at, onEnd }: DumpSources): AsyncGenerator<Buffer> {
  const totals = { tables: 0, rows: 0, files: 0 }
  await session.unsafe('begin isolation level repeatable read read only')
  await session.unsafe(plainSettings)
  const migrations = await session<{ name: string; checksum: string }[]>`
    select name, checksum from schema_migration order by name`
  yield writeMark({ mark: 'database', made_at: at, migrations: [...migrations] })
  for (const table of await tablesOf(session)) {
    yield writeMark({ mark: 'table', table: table.name, columns: table.columns })
    const rows = await session.unsafe(`copy ${listed(table)} to stdout`).readable()
    for await (const piece of batched(rows as AsyncIterable<Buffer>)) yield* writeBytes(piece)
    const content = await contentOf(session, table)
    totals.tables += 1
    totals.rows += content.rows
    yield writeMark({ mark: 'table_end', table: table.name, ...content })
  }
  yield writeMark({ mark: 'sequences', sequences: await sequencesOf(session) })
  await session.unsafe('commit')

  for await (const { key } of storage.list('')) {
    if (otherFolder.test(key)) continue
    const file = await storage.read(key)
    // Removed meanwhile.
    if (file === null) continue
    totals.files += 1
    yield writeMark({ mark: 'file', key })
    const hash = createHash('sha256')
    let bytes = 0
    for await (const piece of file.stream as AsyncIterable<Buffer>) {
      hash.update(piece)
      bytes += piece.length
      yield* writeBytes(piece)
    }
    yield writeMark({ mark: 'file_end', key, bytes, sha256: hash.digest('hex') })
  }
  yield writeMark({ mark: 'end', ...totals })
  onEnd(totals)
}

/** Rows come one by one; what follows is paid for by the piece. */
const batchBytes = 256 * 1024

async function* batched(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of source) {
    pieces.push(piece)
    bytes += piece.length
    if (bytes < batchBytes) continue
    yield Buffer.concat(pieces, bytes)
    pieces = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(pieces, bytes)
}
