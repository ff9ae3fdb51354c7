import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { holdsTag } from '#server/http/bytes.ts'
import { privateForADay } from '#server/http/content.ts'
import { fail } from '#server/http/failure.ts'
import { turns } from '#server/http/turns.ts'
import { versionOf, type ShareTexts } from '#shared/share-image.ts'
import { shareTexts } from '../../og.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { boardImagePath, boardTexts } from '#features/leaderboard/share-image.ts'
import type { getTrader } from '#features/traders/contract.ts'
import type { TraderAnswers } from '#features/traders/server/answers.ts'
import { profileTexts } from '#features/traders/share-image.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Showcases } from '../service.ts'

export type Traders = (username: string) => Promise<Pick<TraderAnswers, 'profile'>>

interface Picture {
  png: Buffer
  tag: string
}

/** Pictures in memory at most. Each has about 200 KB. */
const cachedPictures = 150
const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/i
const profileFileName = /^([\w.-]{1,64})\.png$/

/** The content of a version never changes. Browsers cache it for a day, since the privacy page promises that an erased trader is gone by then. */
interface PictureRequest {
  Params: { file: string }
  Querystring: { v?: string }
}

/** Sends the picture with these texts. `owner`: whose picture it is. */
export type SendPicture = (
  request: FastifyRequest<PictureRequest>,
  reply: FastifyReply,
  owner: string,
  texts: ShareTexts,
) => Promise<FastifyReply>

/**
 * A picture is drawn once for each content, one at a time. A request with its version may cache it; any other must revalidate.
 */
export function createPictures(drawImage = drawLazily): SendPicture {
  const pictures = leastRecentlyUsed(cachedPictures)
  const inTurn = turns(1, 50)
  return async (request, reply, owner, texts) => {
    const version = versionOf(texts)
    // A trader can construct texts with the version of another's picture: each owner has pictures of its own.
    const { png, tag } = await pictures(`${owner} ${version}`, () => inTurn(() => pictureOf(texts, drawImage)))
    reply.header('etag', `"${tag}"`)
    reply.header('cache-control', request.query.v === version ? privateForADay : 'no-cache')
    if (holdsTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type('image/png').send(png)
  }
}

/** `GET /og/vetrine/:id.png`, the picture of links to a public showcase; 404 for every other. */
export function registerShareImages(
  app: FastifyInstance,
  showcases: Pick<Showcases, 'detail'>,
  send = createPictures(),
): void {
  app.get<PictureRequest>('/og/vetrine/:file', { schema: { hide: true } }, async (request, reply) => {
    const id = fileName.exec(request.params.file)?.[1] ?? fail('SHOWCASE_NOT_FOUND')
    const { showcase } = await showcases.detail(id.toLowerCase())
    return send(request, reply, showcase.showcase_id, shareTexts(showcase))
  })
}

/** The picture of links to the list. */
export function registerBoardImage(
  app: FastifyInstance,
  leaderboard: Pick<Leaderboard, 'statsData'>,
  send: SendPicture,
): void {
  app.get<PictureRequest>(boardImagePath, { schema: { hide: true } }, async (request, reply) =>
    send(request, reply, boardImagePath, boardTexts(leaderboard.statsData())),
  )
}

/** `GET /og/trader/:username.png`, the picture of links to a profile; 404 without one. */
export function registerProfileImages(app: FastifyInstance, traders: Traders, send: SendPicture): void {
  app.get<PictureRequest>('/og/trader/:file', { schema: { hide: true } }, async (request, reply) => {
    const username = profileFileName.exec(request.params.file)?.[1] ?? fail('TRADER_NOT_FOUND')
    const { profile } = await traders(username)
    const trader = JSON.parse(profile().identity.toString()) as ResponseOf<typeof getTrader>
    return send(request, reply, trader.username, profileTexts(trader))
  })
}

// The program that sets the type is large: it loads with the first picture.
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
