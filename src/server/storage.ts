import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from './config.ts'
import { fail } from './failure.ts'

/** Files that people uploaded, by keys of our own making (`avatars/….webp`); whoever asks for a key checks it first. */
export interface Storage {
  /**
   * Nothing of it stays where it fails. Nobody may know the key before: a file is read only once it is whole.
   * @throws Failure STORAGE_FULL
   */
  write: (key: string, bytes: Uint8Array) => Promise<void>
  /** Null where there is no such file. */
  read: (key: string) => Promise<{ size: number; stream: Readable } | null>
  /** A file that is not there is removed already. */
  remove: (key: string) => Promise<void>
  /** Every key below a folder, with the time of its writing in milliseconds. */
  list: (folder: string) => AsyncIterable<{ key: string; writtenAt: number }>
}

const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Files under `DATA_DIR/uploads`; another driver of flydrive keeps them elsewhere, behind the same calls. */
export function createStorage({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): Storage {
  const disk = new Disk(new FSDriver({ location: join(DATA_DIR, 'uploads'), visibility: 'public' }))
  return {
    async write(key, bytes) {
      try {
        await disk.put(key, bytes)
      } catch (error) {
        await disk.delete(key).catch(() => undefined)
        if (codesOf(error).some((code) => fullCodes.has(code))) fail('STORAGE_FULL', { retryAfter: 60 })
        throw error
      }
    },
    async read(key) {
      try {
        const { contentLength: size } = await disk.getMetaData(key)
        return { size, stream: await disk.getStream(key) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (key) => disk.delete(key),
    async *list(folder) {
      try {
        const { objects } = await disk.listAll(folder, { recursive: true })
        for (const file of objects) {
          if (!file.isFile) continue
          const { lastModified } = await disk.getMetaData(file.key)
          yield { key: file.key, writtenAt: lastModified.getTime() }
        }
      } catch (error) {
        if (!isMissing(error)) throw error
      }
    },
  }
}

/** The driver wraps what the file system said. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  return [...('code' in error ? [String(error.code)] : []), ...codesOf(error.cause)]
}

const isMissing = (error: unknown) => codesOf(error).some((code) => code === 'ENOENT' || code === 'ENOTDIR')

/** A file this old that nobody names belongs to a server that ended in the middle, or to somebody who took it away. Milliseconds. */
const keptMs = 24 * 3_600_000

/**
 * Removes the files of a folder that nobody names, a day after they were written.
 * @param isNamed whether anybody shows the file
 * @returns how many went
 */
export async function sweepFiles(
  storage: Storage,
  folder: string,
  isNamed: (key: string) => boolean,
  now: number,
): Promise<number> {
  let removed = 0
  for await (const { key, writtenAt } of storage.list(folder)) {
    if (now - writtenAt < keptMs || isNamed(key)) continue
    await storage.remove(key)
    removed += 1
  }
  return removed
}
