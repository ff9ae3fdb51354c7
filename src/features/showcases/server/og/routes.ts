import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { holdsTag } from '#server/bytes.ts'
import { fail } from '#server/failure.ts'
import { turns } from '#server/turns.ts'
import { shareTexts, versionOf } from '../../og.ts'
import type { ShareTexts } from '../../og.ts'
import type { Showcases } from '../service.ts'

interface Picture {
  png: Buffer
  tag: string
}

/** Of about 200 KB each. */
const keptPictures = 150
const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/i
/** Its version never changes, but who is gone must be gone within a day, as the privacy page says. */
const kept = 'private, max-age=86400, immutable'

/**
 * `GET /og/vetrine/:id.png`, the picture of links to a showcase that anybody can open; 404 of every other. Drawn once for each
 * content, one at a time; whoever asked with the version of what was drawn keeps it, everybody else asks again.
 */
export function registerShareImages(app: FastifyInstance, showcases: Pick<Showcases, 'detail'>): void {
  const pictures = keptByUse(keptPictures)
  const inTurn = turns(1, 50)

  app.get<{ Params: { file: string }; Querystring: { v?: string } }>(
    '/og/vetrine/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const id = fileName.exec(request.params.file)?.[1] ?? fail('SHOWCASE_NOT_FOUND')
      const { showcase } = await showcases.detail(id.toLowerCase())
      const texts = shareTexts(showcase)
      const version = versionOf(texts)
      // Texts of two showcases can be made to have one version: each has its own pictures.
      const { png, tag } = await pictures(`${showcase.showcase_id} ${version}`, () => inTurn(() => draw(texts)))
      reply.header('etag', `"${tag}"`)
      reply.header('cache-control', request.query.v === version ? kept : 'no-cache')
      if (holdsTag(request, tag)) return reply.code(304).send()
      return reply.type('image/png').send(png)
    },
  )
}

async function draw(texts: ShareTexts): Promise<Picture> {
  // What sets type is large, and most servers are asked for pages first.
  const { drawImage } = await import('./drawing.ts')
  const png = await drawImage(texts)
  return { png, tag: createHash('sha256').update(png).digest('base64url').slice(0, 27) }
}

/** Each made once, also for those who ask meanwhile; those that were not asked for longest give way. */
function keptByUse(most: number): (key: string, make: () => Promise<Picture>) => Promise<Picture> {
  const kept = new Map<string, Promise<Picture>>()
  return (key, make) => {
    const found = kept.get(key) ?? make()
    // A Map keeps the order of insertion.
    kept.delete(key)
    kept.set(key, found)
    found.catch(() => kept.delete(key))
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break
      kept.delete(oldest)
    }
    return found
  }
}
