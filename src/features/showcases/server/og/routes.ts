import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { finishPicture, sendFinished, type FinishedBytes } from '#server/http/bytes.ts'
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

export type Traders = (username: string) => Promise<Pick<TraderAnswers, 'profile' | 'isCurrent'>>

/** Pictures in memory at most. Each has about 200 KB. */
const cachedPictures = 150
const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/i
const profileFileName = /^([\w.-]{1,64})\.png$/

/** The content of a version never changes. Browsers cache it for a day, since the privacy page promises that an erased trader is gone by then. */
interface PictureRequest {
  Params: { file: string }
  Querystring: { v?: string }
}

/** A picture belongs to its owner and says these texts. */
export interface Pictured {
  owner: string
  texts: ShareTexts
  /** Whether these are the texts of now. */
  isCurrent: () => boolean
}

/** Sends the picture with these texts. */
export type SendPicture = (
  request: FastifyRequest<PictureRequest>,
  reply: FastifyReply,
  pictured: Pictured,
) => Promise<FastifyReply>

/**
 * A picture is drawn once for each content, one at a time. A request with its version may cache it; any other must revalidate.
 */
export function createPictures(drawImage = drawLazily): SendPicture {
  const pictures = leastRecentlyUsed(cachedPictures)
  const inTurn = turns(1, 50)
  return async (request, reply, { owner, texts, isCurrent }) => {
    const version = versionOf(texts)
    // A trader can construct texts with the version of another's picture: each owner has pictures of its own.
    const picture = await pictures(`${owner} ${version}`, () =>
      inTurn(async () => finishPicture(await drawImage(texts), 'image/png')),
    )
    const cacheControl = request.query.v === version ? privateForADay : 'no-cache'
    return sendFinished(request, reply, { ...picture, cacheControl, isCurrent })
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
    const { showcase, isCurrent } = await showcases.detail(id.toLowerCase())
    return send(request, reply, { owner: showcase.showcase_id, texts: shareTexts(showcase), isCurrent })
  })
}

/** The picture of links to the list. */
export function registerBoardImage(
  app: FastifyInstance,
  leaderboard: Pick<Leaderboard, 'statsData' | 'onSnapshot'>,
  send: SendPicture,
): void {
  let snapshots = 0
  leaderboard.onSnapshot(() => (snapshots += 1))
  app.get<PictureRequest>(boardImagePath, { schema: { hide: true } }, async (request, reply) => {
    const own = snapshots
    const isCurrent = () => snapshots === own
    return send(request, reply, { owner: boardImagePath, texts: boardTexts(leaderboard.statsData()), isCurrent })
  })
}

/** `GET /og/trader/:username.png`, the picture of links to a profile; 404 without one. */
export function registerProfileImages(app: FastifyInstance, traders: Traders, send: SendPicture): void {
  app.get<PictureRequest>('/og/trader/:file', { schema: { hide: true } }, async (request, reply) => {
    const username = profileFileName.exec(request.params.file)?.[1] ?? fail('TRADER_NOT_FOUND')
    const { profile, isCurrent } = await traders(username)
    const trader = JSON.parse(profile().identity.toString()) as ResponseOf<typeof getTrader>
    return send(request, reply, { owner: trader.username, texts: profileTexts(trader), isCurrent })
  })
}

// The program that sets the type is large: it loads with the first picture.
const drawLazily = async (texts: ShareTexts) => (await import('./drawing.ts')).drawImage(texts)

/** A cache that makes each picture once, also for simultaneous requests. It drops the least recently used ones. */
function leastRecentlyUsed(most: number): (key: string, make: () => Promise<FinishedBytes>) => Promise<FinishedBytes> {
  const cached = new Map<string, Promise<FinishedBytes>>()
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
