import type { FastifyInstance } from 'fastify'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import { showcaseAddress } from '#features/showcases/rules/addresses.ts'
import type { Showcases } from '#features/showcases/server/service.ts'
import { traderAddress } from '#shared/trader-address.ts'
import { finishBytes, sendFinished, type FinishedBytes } from '#server/http/bytes.ts'
import { contentTypes } from '#server/http/content.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { MINUTE_MS, instantText } from '#shared/dates.ts'

/** The most addresses in one file, by sitemaps.org. */
const addressesInFile = 50_000
/** The shortest time between two versions of a file, milliseconds: search engines fetch it once a day. */
const cachedMs = 10 * MINUTE_MS

/** Pages that are the same for all visitors and change with a release. */
const pages = [
  '/',
  '/?view=vetrine',
  '/?view=diamond-info',
  '/?view=basic-subscribe',
  '/?view=diamond-subscribe',
  '/?view=contacts',
  '/?view=legal',
  '/how-it-works/index.html',
  '/pricing/index.html',
  '/terms/index.html',
  '/privacy/index.html',
  '/risk/index.html',
  '/cookies/index.html',
  '/refund/index.html',
  '/accessibility/index.html',
]

/** Addresses that no search engine has to fetch: pages for signed-in visitors, and data. */
const closed = [
  '/api/',
  '/*?view=admin',
  '/*?view=account',
  '/*?view=auth',
  '/*?view=dashboard',
  '/*?view=my-showcase',
  '/*?view=payment',
  '/*?view=receipt',
  '/*?view=showcase-editor',
]

interface Entry {
  address: string
  /** Milliseconds UTC. */
  changedAt?: number
}

/** `/robots.txt`, and `/sitemap.xml` with the files that it names: everybody with a running plan, and every public showcase. */
export function registerSitemap(
  app: FastifyInstance,
  { config, clock }: Pick<Kernel, 'config' | 'clock'>,
  { leaderboard, showcases }: { leaderboard: Pick<Leaderboard, 'snapshot'>; showcases: Pick<Showcases, 'listData'> },
): void {
  const cache = new Map<string, { madeAt: number; bytes: FinishedBytes }>()
  const absolute = (address: string) => xml(new URL(address, config.APP_URL).href)

  /** A file, made anew where it is too old; a failed one is not cached. */
  function file(name: string, make: () => string): FinishedBytes {
    const now = clock.now()
    const held = cache.get(name)
    if (held !== undefined && now - held.madeAt < cachedMs) return held.bytes
    const bytes = finishBytes(make(), { type: 'application/xml; charset=utf-8' })
    cache.set(name, { madeAt: now, bytes })
    return bytes
  }

  function traders(): Entry[] {
    const { table } = leaderboard.snapshot()
    const slots = table.columns.orders.rank.slots()
    return Array.from(slots, (slot) => ({ address: traderAddress(table.username(slot)), changedAt: table.asOf(slot) }))
  }

  function listed(): Entry[] {
    const found: Entry[] = []
    let cursor: string | null = null
    do {
      const page: ReturnType<Showcases['listData']> = showcases.listData({
        sort_by: 'newest',
        limit: '100',
        ...(cursor !== null && { cursor }),
      })
      found.push(...page.showcases.map(({ showcase_id }) => ({ address: showcaseAddress(showcase_id) })))
      cursor = page.next_cursor
    } while (cursor !== null)
    return found
  }

  function urlOf({ address, changedAt }: Entry): string {
    const day = changedAt === undefined ? '' : `<lastmod>${instantText(changedAt).slice(0, 10)}</lastmod>`
    return `<url><loc>${absolute(address)}</loc>${day}</url>`
  }

  const kinds: Record<string, () => Entry[]> = {
    pages: () => pages.map((address) => ({ address })),
    traders,
    vetrine: listed,
  }

  app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
    reply
      .type(contentTypes.text)
      .header('cache-control', 'public, max-age=3600')
      .send(
        [
          'User-agent: *',
          ...closed.map((address) => `Disallow: ${address}`),
          '',
          `Sitemap: ${config.APP_URL}/sitemap.xml`,
          '',
        ].join('\n'),
      ),
  )

  app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) =>
    sendFinished(
      request,
      reply,
      file('index', () => {
        const files = Object.entries(kinds).flatMap(([kind, entries]) => {
          const count = Math.ceil(entries().length / addressesInFile)
          return Array.from({ length: count }, (_unused, index) => `/sitemap/${kind}-${index + 1}.xml`)
        })
        return document(
          'sitemapindex',
          files.map((address) => `<sitemap><loc>${absolute(address)}</loc></sitemap>`),
        )
      }),
    ),
  )

  app.get<{ Params: { kind: string; number: string } }>(
    '/sitemap/:kind-:number.xml',
    { schema: { hide: true } },
    async (request, reply) => {
      const { kind, number } = request.params
      const make = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
      if (make === undefined || !/^[1-9]\d{0,3}$/.test(number)) fail('NOT_FOUND')
      const first = (Number(number) - 1) * addressesInFile
      const bytes = file(`${kind}-${number}`, () => {
        const entries = make().slice(first, first + addressesInFile)
        if (entries.length === 0) fail('NOT_FOUND')
        return document('urlset', entries.map(urlOf))
      })
      return sendFinished(request, reply, bytes)
    },
  )
}

function document(root: 'sitemapindex' | 'urlset', parts: readonly string[]): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...parts,
    `</${root}>`,
    '',
  ].join('\n')
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll("'", '&apos;').replaceAll('<', '&lt;')
}
