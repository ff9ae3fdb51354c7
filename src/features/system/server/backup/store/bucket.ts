import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Disk } from 'flydrive'
import type { Config } from '#server/config.ts'
import { madeAt } from '../../../rules.ts'
import { backupFolder, type BackupPlace, type StoredBackup } from './folder.ts'

/** Where this installation keeps its backups: `DATA_DIR/backups`, or below `backups/` in the bucket that S3_BUCKET names. */
export function openPlace(config: Config): BackupPlace {
  const folder = backupFolder(join(config.DATA_DIR, 'backups'))
  return config.S3_BUCKET === undefined ? folder : backupBucket(config, config.S3_BUCKET, folder)
}

/** A large file may take so long on its way. Milliseconds. */
const patienceMs = 15 * 60_000
const prefix = 'backups/'

/** A bucket takes no file whose length it does not know: each is written here first, and leaves whole. */
function backupBucket(config: Config, bucket: string, folder: BackupPlace): BackupPlace {
  let opened: Promise<Disk> | undefined
  const disk = () => (opened ??= openDisk(config, bucket))
  const keyOf = (name: string) => `${prefix}${name}`
  return {
    async list() {
      const files = await disk()
      const found: StoredBackup[] = []
      let page: { paginationToken?: string } | undefined
      do {
        const { objects, paginationToken } = await files.listAll(prefix, { recursive: true, ...page })
        for (const file of objects) {
          if (!file.isFile || !file.key.startsWith(prefix)) continue
          const name = file.key.slice(prefix.length)
          // What a listing itself says of lengths the driver does not read.
          if (madeAt(name) !== null) found.push({ name, bytes: (await files.getMetaData(file.key)).contentLength })
        }
        page = paginationToken === undefined ? undefined : { paginationToken }
      } while (page !== undefined)
      return found
    },
    async read(name) {
      const files = await disk()
      if (!(await files.exists(keyOf(name)))) return null
      const { contentLength: bytes } = await files.getMetaData(keyOf(name))
      return { bytes, stream: await files.getStream(keyOf(name)) }
    },
    remove: async (name) => (await disk()).delete(keyOf(name)),
    sweepDrafts: folder.sweepDrafts,
    async draft(name) {
      const draft = await folder.draft(name)
      let isSent = false
      return {
        ...draft,
        async keep() {
          const files = await disk()
          isSent = true
          await files.putStream(keyOf(name), createReadStream(draft.path))
          const { contentLength: bytes } = await files.getMetaData(keyOf(name))
          await draft.discard()
          return { bytes }
        },
        async discard() {
          await draft.discard()
          // It may have arrived, and only the answer was lost.
          if (isSent) await (await disk()).delete(keyOf(name))
        },
      }
    },
  }
}

/** Its client is large: nobody waits for it where backups stay on this disk. */
async function openDisk(config: Config, bucket: string): Promise<Disk> {
  const [{ Disk: Opened }, { s3Driver }] = await Promise.all([import('flydrive'), import('#server/s3.ts')])
  return new Opened(s3Driver(config, bucket, patienceMs))
}
