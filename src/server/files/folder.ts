import { mkdir, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { FilePlace } from './place.ts'

const missingCodes = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])

/** Files below a folder, which is made when the first one comes. */
export function folderPlace(root: string): FilePlace {
  const pathOf = (key: string) => {
    const path = resolve(root, key)
    if (!path.startsWith(resolve(root) + sep)) throw new Error(`a file outside its folder: ${key}`)
    return path
  }
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content instanceof Blob ? content.stream() : content)
    },
    async read(key) {
      const handle = await open(pathOf(key)).catch(nullWhereMissing)
      if (handle === null) return null
      const file = await handle.stat()
      if (!file.isFile()) {
        await handle.close()
        return null
      }
      return { size: file.size, stream: handle.createReadStream() }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async *list(folder) {
      const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
        nullWhereMissing,
      )
      for (const entry of entries ?? []) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const file = await stat(path).catch(nullWhereMissing)
        if (file === null) continue
        yield { key: relative(root, path).replaceAll(sep, '/'), bytes: file.size, writtenAt: file.mtimeMs }
      }
    },
  }
}

function nullWhereMissing(error: NodeJS.ErrnoException): null {
  if (missingCodes.has(error.code ?? '')) return null
  throw error
}
