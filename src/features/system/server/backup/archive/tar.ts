import { pipeline } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { extract, pack, type Pack } from 'tar-stream'
import * as z from 'zod/mini'
import type { BackupContents } from './contents.ts'
import { unreadable } from './error.ts'

/**
 * A backup is a tar archive. First `backup.json`, the manifest. Then the rows of each table as COPY writes them, in parts that each end
 * with a row: `tables/<table>/000001.copy`. Last the uploads, `uploads/<key>`. The archive is compressed with zstd.
 */

export const manifestSchema = z.object({
  format: z.literal('toptrader-backup/2'),
  /** ISO-8601. */
  made_at: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), hash: z.string() })),
  /** Values as text: 64 bits. */
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
})
export type Manifest = z.infer<typeof manifestSchema>

export interface ArchiveEntry {
  name: string
  bytes: Buffer
}

export const manifestEntry = (manifest: Manifest): ArchiveEntry => ({
  name: 'backup.json',
  bytes: Buffer.from(JSON.stringify(manifest, null, 2)),
})
const tablePath = (table: string) => `tables/${table}/`
/** @param part from 1 */
export const tableEntry = (table: string, part: number, bytes: Buffer): ArchiveEntry => ({
  name: `${tablePath(table)}${String(part).padStart(6, '0')}.copy`,
  bytes,
})
const uploadPath = 'uploads/'
export const uploadEntry = (key: string, bytes: Buffer): ArchiveEntry => ({ name: `${uploadPath}${key}`, bytes })

/** Packs entries one by one, as the archive is read. */
export async function* packArchive(entries: AsyncIterable<ArchiveEntry>, madeAt: Date): AsyncGenerator<Buffer> {
  const archive = pack()
  addAll(archive, entries, madeAt).catch((error: Error) => archive.destroy(error))
  yield* archive as AsyncIterable<Buffer>
}

async function addAll(archive: Pack, entries: AsyncIterable<ArchiveEntry>, mtime: Date): Promise<void> {
  for await (const { name, bytes } of entries) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    archive.entry({ name, mtime, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()))
    await promise
  }
  archive.finalize()
}

/** Far more than the manifest of any schema. */
const largestManifest = 8 * 1024 * 1024

/** @throws BackupError where the manifest is not one */
export async function readArchive(packed: AsyncIterable<Buffer>): Promise<BackupContents> {
  const archive = extract()
  // An error destroys the archive, and so reaches its reader.
  pipeline(packed, archive, () => undefined)
  const entries = archive[Symbol.asyncIterator]()
  let next = await entries.next()

  async function readManifest(): Promise<Manifest> {
    if (next.done === true || next.value.header.name !== 'backup.json') throw unreadable()
    if (next.value.header.size > largestManifest) throw unreadable()
    const text = (await buffer(next.value)).toString()
    next = await entries.next()
    try {
      return manifestSchema.parse(JSON.parse(text))
    } catch (error) {
      throw unreadable(error)
    }
  }
  async function* bytesBelow(path: string): AsyncGenerator<Buffer> {
    while (next.done !== true && next.value.header.name.startsWith(path)) {
      yield* next.value as AsyncIterable<Buffer>
      next = await entries.next()
    }
  }
  const { made_at, migrations, tables, sequences } = await readManifest()
  return {
    made_at,
    migrations,
    async *tables() {
      for (const { name, columns, rows, hash } of tables) {
        yield { name, columns, rows: bytesBelow(tablePath(name)), content: async () => ({ rows, hash }) }
      }
    },
    sequences: async () => sequences,
    async *files() {
      while (next.done !== true) {
        const { name } = next.value.header
        if (!name.startsWith(uploadPath)) throw unreadable()
        yield { key: name.slice(uploadPath.length), bytes: next.value as AsyncIterable<Buffer> }
        next = await entries.next()
      }
    },
    async close() {
      await entries.return?.()
    },
  }
}
