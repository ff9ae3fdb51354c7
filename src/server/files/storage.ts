import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { DAY_MS } from '#shared/dates.ts'
import type { Config } from '../settings/config.ts'
import { fail } from '../http/failure.ts'
import { counter } from '../metrics/meters.ts'

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
 * @param patienceMs the longest wait for a bucket's answer; the default is in `s3.ts`
 */
export function createStorage(config: Config, patienceMs?: number): Storage {
  const known = made.get(config)
  if (known !== undefined) return known
  let disk: Promise<Disk> | undefined
  const storage = storageOn(config, () => (disk ??= openDisk(config, patienceMs)))
  made.set(config, storage)
  return storage
}

async function openDisk(config: Config, patienceMs?: number): Promise<Disk> {
  const { DATA_DIR, S3_BUCKET: bucket } = config
  if (bucket === undefined) {
    return new Disk(new FSDriver({ location: join(DATA_DIR, 'uploads'), visibility: 'public' }))
  }
  // The S3 client is large: an installation with local files does not load it.
  const { s3Driver } = await import('./s3.ts')
  return new Disk(s3Driver(config, bucket, patienceMs))
}

function storageOn(config: Config, open: () => Promise<Disk>): Storage {
  function storageError(operation: 'write' | 'read' | 'remove' | 'list', cause: unknown): StorageError {
    failures({ config }).inc({ operation, cause: 'away' })
    return new StorageError('The store of files failed.', { cause })
  }
  return {
    async write(key, bytes) {
      const disk = await open()
      try {
        await disk.put(key, bytes)
      } catch (error) {
        // The file may have arrived, and only the answer was lost.
        await disk.delete(key).catch(() => undefined)
        if (codesOf(error).some((code) => fullCodes.has(code))) {
          failures({ config }).inc({ operation: 'write', cause: 'full' })
          fail('STORAGE_FULL', { retryAfter: retrySeconds })
        }
        throw storageError('write', error)
      }
    },
    async read(key) {
      const disk = await open()
      try {
        const { contentLength: size } = await disk.getMetaData(key)
        return { size, stream: await disk.getStream(key) }
      } catch (error) {
        if (isMissing(error)) return null
        throw storageError('read', error)
      }
    },
    async remove(key) {
      const disk = await open()
      await disk.delete(key).catch((error: unknown) => {
        if (!isMissing(error)) throw storageError('remove', error)
      })
    },
    async *list(folder) {
      const disk = await open()
      let page: { paginationToken?: string } | undefined
      try {
        do {
          const { objects, paginationToken } = await disk.listAll(folder, { recursive: true, ...page })
          for (const file of objects) {
            // A bucket has no folders: `a` also lists the keys in `ab`.
            if (!file.isFile || (folder !== '' && !file.key.startsWith(`${folder}/`))) continue
            const { lastModified } = await file.getMetaData()
            yield { key: file.key, writtenAt: lastModified.getTime() }
          }
          page = paginationToken === undefined ? undefined : { paginationToken }
        } while (page !== undefined)
      } catch (error) {
        if (!isMissing(error)) throw storageError('list', error)
      }
    },
  }
}

/** The driver wraps the error of the file system or of the store. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return [...('code' in error ? [String(error.code)] : []), error.name, ...codesOf(error.cause)]
}

const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'NotFound', 'NoSuchKey'])
const isMissing = (error: unknown) => codesOf(error).some((code) => missingCodes.has(code))

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
