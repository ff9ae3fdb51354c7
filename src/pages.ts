import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fileURLToPath } from 'node:url'
import { leaderboardQueryOf } from '#features/leaderboard/page.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { performanceOf } from '#features/performance/server/service.ts'
import { profileOf } from '#features/traders/server/service.ts'
import { readBuiltPages, webRoot, type BuiltPages } from '#server/assets.ts'
import { finishBytes, sendFinished, type FinishedBytes } from '#server/bytes.ts'
import { isDatabaseAway } from '#server/database.ts'
import { serveDevelopment } from '#server/development.ts'
import { Failure } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { PageRequest, SeededAnswer } from '#shared/page.ts'

export interface PageOptions {
  demo: boolean
  dev: boolean
}

/** Documents of the list kept for one snapshot; a further address is rendered without being kept. */
const keptLists = 300

/** Seconds after which a client may try again where a document came without its data. */
const retrySeconds = 5

type MakeDocument = () => Promise<FinishedBytes | { location: string }> | { location: string }

/**
 * Public documents: rendered with their answers inside, once for each content version, and kept as finished bytes.
 * Answers what serves an address that is nobody's.
 */
export async function registerPages(
  app: FastifyInstance,
  kernel: Kernel,
  leaderboard: Leaderboard,
  { demo, dev }: PageOptions,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const pages: BuiltPages = dev ? await serveDevelopment(app) : await readBuiltPages()

  async function document(url: string, seeds: readonly SeededAnswer[], now: number): Promise<FinishedBytes> {
    const request: PageRequest = { url, origin: kernel.config.APP_URL, seeds, now, demo, assets: pages.assets }
    const { status, html } = await pages.render(request)
    return finishBytes(html, { type: 'text/html; charset=utf-8', status })
  }

  let lists = new Map<string, Promise<FinishedBytes>>()
  leaderboard.onSnapshot(() => (lists = new Map()))
  function listDocument(url: string): Promise<FinishedBytes> {
    const held = lists.get(url)
    if (held !== undefined) return held
    const query = leaderboardQueryOf(new URL(url, kernel.config.APP_URL).searchParams)
    const made = document(
      url,
      [
        { key: 'GET /api/fresh/leaderboard', input: { query }, data: leaderboard.listData(query) },
        { key: 'GET /api/fresh/stats', input: {}, data: leaderboard.statsData() },
      ],
      leaderboard.snapshot().generatedAt,
    )
    if (lists.size < keptLists) lists.set(url, made)
    return made
  }

  const traderDocument = leaderboard.traderCache(async (judged, sql) => {
    const profile = await profileOf(judged, sql)
    const performance = await performanceOf(judged, sql)
    const { username } = profile
    const seeds = traderSeeds(username, profile, performance)
    return { username, bytes: await document(traderAddress(username), seeds, judged.now) }
  })

  app.get('/', { schema: { hide: true } }, (request, reply) =>
    serve(request, reply, () => {
      const { searchParams } = new URL(request.url, kernel.config.APP_URL)
      const view = searchParams.get('view')
      const username = searchParams.get('username')
      if (view === 'profile' && username) return { location: traderAddress(username) }
      if (view === null || view === 'leaderboard') return listDocument(request.url)
      return document(request.url, [], kernel.clock.now())
    }),
  )

  app.get<{ Params: { username: string } }>('/trader/:username', { schema: { hide: true } }, (request, reply) =>
    serve(request, reply, async () => {
      const given = request.params.username
      try {
        const { username, bytes } = await traderDocument(given)
        return username === given ? bytes : { location: traderAddress(username) }
      } catch (error) {
        if (!(error instanceof Failure) || error.code !== 'TRADER_NOT_FOUND') throw error
        return document(traderAddress(given), traderSeeds(given, null, null), kernel.clock.now())
      }
    }),
  )

  if (!dev) {
    await app.register(fastifyStatic, {
      root: fileURLToPath(webRoot),
      index: ['index.html'],
      preCompressed: true,
      cacheControl: false,
      // The build's names under /assets hold a hash of the content.
      setHeaders: (reply, path) => {
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }

  /** Without data (nothing loaded yet, or the database away) the document comes all the same; the browser asks again. */
  async function serve(request: FastifyRequest, reply: FastifyReply, make: MakeDocument): Promise<FastifyReply> {
    try {
      const made = await make()
      return 'location' in made ? reply.redirect(made.location, 301) : sendFinished(request, reply, made)
    } catch (error) {
      if (!isDatabaseAway(error) && !(error instanceof Failure && error.code === 'UNAVAILABLE')) throw error
      request.log.warn({ err: error }, 'document without its data')
      reply.header('retry-after', retrySeconds)
      return sendFinished(request, reply, { ...(await document(request.url, [], kernel.clock.now())), status: 503 })
    }
  }

  return (request, reply) => serve(request, reply, () => document(request.url, [], kernel.clock.now()))
}

function traderAddress(username: string): string {
  return `/trader/${encodeURIComponent(username)}`
}

function traderSeeds(username: string, profile: unknown, performance: unknown): SeededAnswer[] {
  const input = { params: { username } }
  return [
    { key: 'GET /api/trader/:username', input, data: profile },
    { key: 'GET /api/trader/:username/performance', input, data: performance },
  ]
}
