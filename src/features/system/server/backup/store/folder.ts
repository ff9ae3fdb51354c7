import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { madeAt } from '../../../rules.ts'
import type { BackupStore, StoredBackup } from './store.ts'

const draftEnding = '.part'

/** Backups in a folder that only its owner may enter. */
export function backupFolder(folder: string): BackupStore {
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
        async commit() {
          await rename(path, pathOf(name))
          await flushFolder(folder)
          return { bytes: (await stat(pathOf(name))).size }
        },
        async discard() {
          if (!stream.closed) {
            const closed = new Promise((resolve) => stream.once('close', resolve))
            // A write that is under way ends with an error.
            stream.on('error', () => undefined)
            stream.destroy()
            await closed
          }
          for (const each of [path, pathOf(name)]) await rm(each, { force: true })
        },
      }
    },
    async removeDrafts() {
      const drafts = (await entries()).filter((name) => name.endsWith(draftEnding))
      for (const name of drafts) await rm(pathOf(name), { force: true })
    },
  }
}

/** Reads a file by the path that the operator gives. */
export const readBackupFile = (path: string): Readable => createReadStream(path, { highWaterMark: 256 * 1024 })

/** Puts the new name on the disk too. Not every system can do so for a folder. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
