import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DAY_MS } from '#shared/dates.ts'
import type { Config } from '../settings/config.ts'
import { fail } from '../http/failure.ts'
import { counter } from '../metrics/meters.ts'
import { folderPlace } from './folder.ts'
import type { FilePlace } from './place.ts'

/** Uploaded files, by keys of our own making (`avatars/….webp`). The caller checks each key first. */
export interface Storage {
  /**
   * Leaves nothing behind where it fails. The key must be new: a file is read only once it is complete.
   * @throws Failure STORAGE_FULL
   */
  write: (key: string, bytes: Uint8Array) => Promise<void>
  /** Null where there is no such file. */
  read: (key: string) => Promise<{ size: number; stream: Readable } | null>
  /** Does nothing where there is no such file. */
  remove: (key: string) => Promise<void>
  /** Every key below a folder (`''`: every key), with the time of its writing in milliseconds. */
  list: (folder: string) => AsyncIterable<{ key: string; writtenAt: number }>
}

/** The store does not answer, or refuses what we ask. Answered with 503, and logged. */
export class StorageError extends Error {}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])
const retrySeconds = 60

const failures = counter({
  name: 'storage_failures_total',
  help: 'Calls of the store of files that failed; full: there was no room',
  labels: { operation: ['write', 'read', 'remove', 'list'], cause: ['full', 'away'] },
})

/** One for each configuration: a remote store keeps its connections. */
const made = new WeakMap<object, Storage>()

/**
 * Files under `DATA_DIR/uploads`, or in the bucket that `S3_BUCKET` names.
 * @param patienceMs the longest wait for a bucket's answer; the default is in `bucket.ts`
 */
export function createStorage(config: Config, patienceMs?: number): Storage {
  const known = made.get(config)
  if (known !== undefined) return known
  let place: Promise<FilePlace> | undefined
  const storage = storageOn(config, () => (place ??= openPlace(config, patienceMs)))
  made.set(config, storage)
  return storage
}

async function openPlace(config: Config, patienceMs?: number): Promise<FilePlace> {
  const { DATA_DIR, S3_BUCKET: bucket } = config
  if (bucket === undefined) return folderPlace(join(DATA_DIR, 'uploads'))
  const { bucketPlace } = await import('./bucket.ts')
  return bucketPlace(config, bucket, patienceMs)
}

function storageOn(config: Config, open: () => Promise<FilePlace>): Storage {
  function storageError(operation: 'write' | 'read' | 'remove' | 'list', cause: unknown): StorageError {
    failures({ config }).inc({ operation, cause: 'away' })
    return new StorageError('The store of files failed.', { cause })
  }
  return {
    async write(key, bytes) {
      const place = await open()
      try {
        await place.put(key, bytes)
      } catch (error) {
        // The file may have arrived, and only the answer was lost.
        await place.remove(key).catch(() => undefined)
        if (error instanceof Error && 'code' in error && fullCodes.has(String(error.code))) {
          failures({ config }).inc({ operation: 'write', cause: 'full' })
          fail('STORAGE_FULL', { retryAfter: retrySeconds })
        }
        throw storageError('write', error)
      }
    },
    async read(key) {
      const place = await open()
      return place.read(key).catch((error: unknown) => {
        throw storageError('read', error)
      })
    },
    async remove(key) {
      const place = await open()
      await place.remove(key).catch((error: unknown) => {
        throw storageError('remove', error)
      })
    },
    async *list(folder) {
      const place = await open()
      try {
        for await (const { key, writtenAt } of place.list(folder)) yield { key, writtenAt }
      } catch (error) {
        throw storageError('list', error)
      }
    },
  }
}

/** Age from which an unreferenced file may be removed, in milliseconds: its server ended in the middle, or its owner removed it. */
export const unnamedRetentionMs = DAY_MS

/**
 * Removes the unreferenced files of a folder, a day after they were written.
 * @param isNamed whether a row refers to the file
 * @returns how many were removed
 */
export async function pruneFiles(
  storage: Storage,
  folder: string,
  isNamed: (key: string) => boolean,
  now: number,
): Promise<number> {
  let removed = 0
  for await (const { key, writtenAt } of storage.list(folder)) {
    if (now - writtenAt < unnamedRetentionMs || isNamed(key)) continue
    await storage.remove(key)
    removed += 1
  }
  return removed
}
