import { buffer } from 'node:stream/consumers'
import { createTarDecoder, createTarPacker, type TarPackController } from 'modern-tar'
import * as z from 'zod/mini'
import type { BackupContents } from './contents.ts'
import { streamOf } from './encryption.ts'
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
export async function* packArchive(entries: AsyncIterable<ArchiveEntry>, madeAt: Date): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker()
  addAll(controller, entries, madeAt).catch((error: unknown) => controller.error(error))
  yield* readable
}

async function addAll(archive: TarPackController, entries: AsyncIterable<ArchiveEntry>, mtime: Date): Promise<void> {
  for await (const { name, bytes } of entries) {
    const entry = archive.add({ name, size: bytes.length, mtime, mode: 0o600 }).getWriter()
    await entry.write(bytes)
    await entry.close()
  }
  archive.finalize()
}

/** Far more than the manifest of any schema. */
const largestManifest = 8 * 1024 * 1024

/** @throws BackupError where the manifest is not one */
export async function readArchive(packed: AsyncIterable<Buffer>): Promise<BackupContents> {
  const { readable, writable } = createTarDecoder({ strict: true })
  // An error of the source reaches the reader of the entries.
  streamOf(packed)
    .pipeTo(writable)
    .catch(() => undefined)
  const entries = readable[Symbol.asyncIterator]()
  let next = await entries.next()

  async function readManifest(): Promise<Manifest> {
    if (next.done === true || next.value.header.name !== 'backup.json') throw unreadable()
    if (next.value.header.size > largestManifest) throw unreadable()
    const text = (await buffer(next.value.body)).toString()
    next = await entries.next()
    try {
      return manifestSchema.parse(JSON.parse(text))
    } catch (error) {
      throw unreadable(error)
    }
  }
  async function* bytesBelow(path: string): AsyncGenerator<Uint8Array> {
    while (next.done !== true && next.value.header.name.startsWith(path)) {
      yield* next.value.body
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
        yield { key: name.slice(uploadPath.length), bytes: next.value.body }
        next = await entries.next()
      }
    },
    async close() {
      await entries.return?.()
    },
  }
}
