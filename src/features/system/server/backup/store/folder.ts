import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { madeAt } from '../../../rules.ts'

export interface StoredBackup {
  name: string
  bytes: number
}

/** Where finished backups lie. Names are checked by whoever asks. */
export interface BackupPlace {
  list: () => Promise<StoredBackup[]>
  /** Null where there is no such backup. */
  read: (name: string) => Promise<{ bytes: number; stream: Readable } | null>
  remove: (name: string) => Promise<void>
  /** A place to write to: nobody sees it before `keep`. */
  draft: (name: string) => Promise<Draft>
  /** Removes drafts of servers that ended in the middle. */
  sweepDrafts: () => Promise<number>
}

export interface Draft {
  stream: Writable
  /** The file that is written to. */
  path: string
  /** Gives it its name; its bytes are on the disk by then. */
  keep: () => Promise<{ bytes: number }>
  /** Nothing of it stays, kept or not. */
  discard: () => Promise<void>
}

const draftEnding = '.part'

/** A folder that its owner alone may enter. */
export function backupFolder(folder: string): BackupPlace {
  const pathOf = (name: string) => join(folder, name)

  async function entries(): Promise<string[]> {
    try {
      return await readdir(folder)
    } catch (error) {
      if (isMissing(error)) return []
      throw error
    }
  }
  return {
    async list() {
      const found: StoredBackup[] = []
      for (const name of await entries()) {
        if (madeAt(name) === null) continue
        const file = await stat(pathOf(name)).catch(() => null)
        if (file?.isFile()) found.push({ name, bytes: file.size })
      }
      return found
    },
    async read(name) {
      try {
        const handle = await open(pathOf(name))
        const { size: bytes } = await handle.stat()
        return { bytes, stream: handle.createReadStream({ highWaterMark: 256 * 1024 }) }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async draft(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = `${pathOf(name)}${draftEnding}`
      const stream = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
      return {
        stream,
        path,
        async keep() {
          await rename(path, pathOf(name))
          await flushFolder(folder)
          return { bytes: (await stat(pathOf(name))).size }
        },
        async discard() {
          if (!stream.closed) {
            const closed = new Promise((resolve) => stream.once('close', resolve))
            // A write that is under way ends as a fault.
            stream.on('error', () => undefined)
            stream.destroy()
            await closed
          }
          for (const each of [path, pathOf(name)]) await rm(each, { force: true })
        },
      }
    },
    async sweepDrafts() {
      const drafts = (await entries()).filter((name) => name.endsWith(draftEnding))
      for (const name of drafts) await rm(pathOf(name), { force: true })
      return drafts.length
    },
  }
}

/** For whoever reads a file by its path, as the operator names it. */
export const readBackupFile = (path: string): Readable => createReadStream(path, { highWaterMark: 256 * 1024 })

/** The new name is on the disk too; not every system can say so of a folder. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
