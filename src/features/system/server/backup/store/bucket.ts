import { openAsBlob } from 'node:fs'
import { bucketPlace } from '#server/files/bucket.ts'
import type { Config } from '#server/settings/config.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { madeAt } from '../../../rules.ts'
import type { BackupStore, StoredBackup } from './store.ts'

/** A part of a large upload may take this long. Milliseconds. */
const uploadTimeoutMs = 15 * MINUTE_MS
const folderName = 'backups'

/**
 * Backups below `backups/` in a bucket. A bucket takes no file of unknown length: each backup is written to a folder first.
 * @param folder holds the drafts
 */
export function backupBucket(config: Config, bucket: string, folder: BackupStore): BackupStore {
  const files = bucketPlace(config, bucket, uploadTimeoutMs)
  const keyOf = (name: string) => `${folderName}/${name}`
  return {
    async list() {
      const found: StoredBackup[] = []
      for await (const { key, bytes } of files.list(folderName)) {
        const name = key.slice(keyOf('').length)
        if (madeAt(name) !== null) found.push({ name, bytes })
      }
      return found
    },
    async read(name) {
      const file = await files.read(keyOf(name))
      return file && { bytes: file.size, stream: file.stream }
    },
    remove: (name) => files.remove(keyOf(name)),
    removeDrafts: folder.removeDrafts,
    async draft(name) {
      const draft = await folder.draft(name)
      let isSent = false
      return {
        ...draft,
        async commit() {
          isSent = true
          const content = await openAsBlob(draft.path)
          await files.put(keyOf(name), content)
          await draft.discard()
          return { bytes: content.size }
        },
        async discard() {
          await draft.discard()
          // The upload may be complete, with only its answer lost.
          if (isSent) await files.remove(keyOf(name))
        },
      }
    },
  }
}
