import { createReadStream } from 'node:fs'
import type { Disk } from 'flydrive'
import type { Config } from '#server/settings/config.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { madeAt } from '../../../rules.ts'
import type { BackupStore, StoredBackup } from './store.ts'

/** A large upload may take this long. Milliseconds. */
const uploadTimeoutMs = 15 * MINUTE_MS
const prefix = 'backups/'

/**
 * Backups below `backups/` in a bucket. A bucket takes no file of unknown length: each backup is written to a folder first.
 * @param folder holds the drafts
 */
export function backupBucket(config: Config, bucket: string, folder: BackupStore): BackupStore {
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
          // The driver does not read the lengths that a listing carries.
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
    removeDrafts: folder.removeDrafts,
    async draft(name) {
      const draft = await folder.draft(name)
      let isSent = false
      return {
        ...draft,
        async commit() {
          const files = await disk()
          isSent = true
          await files.putStream(keyOf(name), createReadStream(draft.path))
          const { contentLength: bytes } = await files.getMetaData(keyOf(name))
          await draft.discard()
          return { bytes }
        },
        async discard() {
          await draft.discard()
          // The upload may be complete, with only its answer lost.
          if (isSent) await (await disk()).delete(keyOf(name))
        },
      }
    },
  }
}

/** The client of buckets is large. It is loaded only when backups go to one. */
async function openDisk(config: Config, bucket: string): Promise<Disk> {
  const [{ Disk: Opened }, { s3Driver }] = await Promise.all([import('flydrive'), import('#server/files/s3.ts')])
  return new Opened(s3Driver(config, bucket, uploadTimeoutMs))
}
