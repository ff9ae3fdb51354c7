import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { webRoot } from '#server/http/assets.ts'
import { finishedHeaders, holdsTag, takesBrotli } from '#server/http/bytes.ts'
import { fileTypes } from '#server/http/content.ts'
import { fail } from '#server/http/failure.ts'

interface BuiltFile {
  type: string
  tag: string
  cacheControl: string
  identity: Buffer
  /** Null where the build compressed nothing: a picture, a font, a small file. */
  brotli: Buffer | null
}

/** Serves the files of the build at their names. Each is read when it is first asked for, and stays in memory: a few megabytes in all. */
export function registerBuiltFiles(app: FastifyInstance): void {
  const root = fileURLToPath(webRoot)
  const names = new Set(
    readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll(sep, '/')),
  )
  const read = new Map<string, Promise<BuiltFile>>()

  async function readBuilt(name: string, type: string): Promise<BuiltFile> {
    const [identity, brotli] = await Promise.all([
      readFile(join(root, name)),
      names.has(`${name}.br`) ? readFile(join(root, `${name}.br`)) : null,
    ])
    return {
      type,
      tag: createHash('sha256').update(identity).digest('base64url').slice(0, 27),
      // The build's names under assets hold a hash of the content.
      cacheControl: name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      identity,
      brotli,
    }
  }

  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const name = (request.params as { '*': string })['*']
    const type = fileTypes[extname(name)]
    if (type === undefined || !names.has(name) || name.startsWith('.')) return reply.callNotFound()
    let reading = read.get(name)
    if (reading === undefined) {
      reading = readBuilt(name, type)
      read.set(name, reading)
    }
    const file = await reading.catch((error: unknown) => {
      read.delete(name)
      // Another build took its place.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return fail('NOT_FOUND')
      throw error
    })
    const isHeld = holdsTag(request.headers['if-none-match'], file.tag)
    const brotli = file.brotli !== null && takesBrotli(request.headers['accept-encoding'])
    reply.headers(finishedHeaders(file, { brotli, isHeld }))
    if (isHeld) return reply.code(304).send()
    return reply.send(brotli ? file.brotli : file.identity)
  })
}
