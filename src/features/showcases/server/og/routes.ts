import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { holdsTag } from '#server/http/bytes.ts'
import { privateForADay } from '#server/http/content.ts'
import { fail } from '#server/http/failure.ts'
import { turns } from '#server/http/turns.ts'
import { shareTexts, versionOf } from '../../og.ts'
import type { ShareTexts } from '../../og.ts'
import type { Showcases } from '../service.ts'

interface Picture {
  png: Buffer
  tag: string
}

/** Pictures in memory at most. Each has about 200 KB. */
const cachedPictures = 150
const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/i
/** The content of a version never changes. Browsers cache it for a day, since the privacy page promises that an erased trader is gone by then. */

/**
 * `GET /og/vetrine/:id.png`, the picture of links to a public showcase; 404 for every other. It is drawn once for each content, one at
 * a time. A request with its version may cache it; any other must revalidate.
 */
export function registerShareImages(
  app: FastifyInstance,
  showcases: Pick<Showcases, 'detail'>,
  drawImage = drawLazily,
): void {
  const pictures = leastRecentlyUsed(cachedPictures)
  const inTurn = turns(1, 50)

  app.get<{ Params: { file: string }; Querystring: { v?: string } }>(
    '/og/vetrine/:file',
    { schema: { hide: true } },
    async (request, reply) => {
      const id = fileName.exec(request.params.file)?.[1] ?? fail('SHOWCASE_NOT_FOUND')
      const { showcase } = await showcases.detail(id.toLowerCase())
      const texts = shareTexts(showcase)
      const version = versionOf(texts)
      // An owner can construct texts with the version of another showcase: each showcase has its own pictures.
      const { png, tag } = await pictures(`${showcase.showcase_id} ${version}`, () =>
        inTurn(() => pictureOf(texts, drawImage)),
      )
      reply.header('etag', `"${tag}"`)
      reply.header('cache-control', request.query.v === version ? privateForADay : 'no-cache')
      if (holdsTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
      return reply.type('image/png').send(png)
    },
  )
}

// satori is large: it loads with the first picture.
const drawLazily = async (texts: ShareTexts) => (await import('./drawing.ts')).drawImage(texts)

async function pictureOf(texts: ShareTexts, drawImage: typeof drawLazily): Promise<Picture> {
  const png = await drawImage(texts)
  return { png, tag: createHash('sha256').update(png).digest('base64url').slice(0, 27) }
}

/** A cache that makes each picture once, also for simultaneous requests. It drops the least recently used ones. */
function leastRecentlyUsed(most: number): (key: string, make: () => Promise<Picture>) => Promise<Picture> {
  const cached = new Map<string, Promise<Picture>>()
  return (key, make) => {
    const found = cached.get(key) ?? make()
    // A Map has the order of insertion.
    cached.delete(key)
    cached.set(key, found)
    found.catch(() => cached.delete(key))
    for (const oldest of cached.keys()) {
      if (cached.size <= most) break
      cached.delete(oldest)
    }
    return found
  }
}
