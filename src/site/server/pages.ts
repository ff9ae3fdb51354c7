import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { adminAddress } from '#shared/admin-pages.ts'
import { addressOfShowcases, selectionOf } from '#features/showcases/page.ts'
import { buttonAddress, showcaseAddress } from '#features/showcases/rules/addresses.ts'
import { comparisonOf, namesIn } from '#features/traders/compare-page.ts'
import { compareAddress, comparePath } from '#shared/compare-address.ts'
import { isLeavingLink, leavingAddress, ledgerAddress, traderAddress } from '#shared/trader-address.ts'
import { readBuiltPages, type BuiltPages } from '#server/http/assets.ts'
import { sendFinished, type FinishedBytes } from '#server/http/bytes.ts'
import { isDatabaseAway } from '#server/database/database.ts'
import { serveDevelopment } from '#server/http/development.ts'
import { Failure, retrySeconds } from '#server/http/failure.ts'
import { closedRetrySeconds, noteClosedRefusal, type Closed } from '#server/http/gate.ts'
import type { Kernel } from '#server/kernel.ts'
import { isSigningIn } from '#web/closed/signing-in.ts'
import { registerBuiltFiles } from './built-files.ts'
import { createDocuments, type Sources } from './documents.ts'
import { registerWorker } from './offline/worker.ts'
import { seededViews } from './seeded-views.ts'

export interface PageOptions {
  demo: boolean
  dev: boolean
  closed: Closed
}

type MakeDocument = () => Promise<FinishedBytes | { location: string }> | { location: string }

/**
 * Registers the public documents: rendered with their answers inside, once for each version of their content, and cached as finished bytes.
 * @returns the handler of addresses without a route
 */
export async function registerPages(
  app: FastifyInstance,
  kernel: Kernel,
  sources: Sources,
  { demo, dev, closed }: PageOptions,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const pages: BuiltPages = dev ? await serveDevelopment(app) : await readBuiltPages()
  const documents = createDocuments(kernel, pages, sources, demo)

  app.get('/', { schema: { hide: true } }, (request, reply) =>
    serve(request, reply, () => {
      const { searchParams } = new URL(request.url, kernel.config.APP_URL)
      const view = searchParams.get('view')
      const username = searchParams.get('username')
      if (view === 'profile' && username) return { location: traderAddress(username) }
      if (view === 'registro' && username) return { location: ledgerAddress(username) }
      if (view === 'esci' && username) return { location: leavingAddress(username, searchParams.get('link') ?? '') }
      if (view === 'compare') return { location: compareAddressOf(searchParams) }
      const showcase = searchParams.get('id') ?? searchParams.get('showcase_id')
      if ((view === 'showcase' || view === 'showcase-storefront') && showcase) {
        return { location: showcaseAddress(showcase) }
      }
      if (view === 'esci-vetrina' && showcase) {
        return { location: buttonAddress(showcase, searchParams.get('position') ?? '') }
      }
      if (view === 'admin-integrity') return { location: formerIntegrity(searchParams) }
      if (view === 'showcases') return { location: addressOfShowcases(selectionOf(searchParams)) }
      if (view === 'vetrine') return documents.showcases(searchParams)
      if (view === null || view === 'leaderboard') return documents.list(searchParams)
      const seeded = seededViews.get(view)
      return seeded === undefined ? documents.notFound() : documents.seeded(view, seeded, searchParams)
    }),
  )

  app.get<{ Params: { username: string } }>('/trader/:username', { schema: { hide: true } }, (request, reply) =>
    serve(request, reply, () =>
      ofTrader(request.params.username, {
        find: (name) => documents.trader(name),
        missing: (name) => documents.unknownTrader(name),
        address: traderAddress,
      }),
    ),
  )

  app.get(comparePath, { schema: { hide: true } }, (request, reply) =>
    serve(request, reply, () => documents.compare(new URL(request.url, kernel.config.APP_URL).searchParams)),
  )

  app.get<{ Params: { username: string } }>('/registro/:username', { schema: { hide: true } }, (request, reply) =>
    serve(request, reply, () =>
      ofTrader(request.params.username, {
        find: (name) => documents.ledger(name),
        missing: (name) => documents.unknownLedger(name),
        address: ledgerAddress,
      }),
    ),
  )

  app.get<{ Params: { username: string; link: string } }>(
    '/esci/:username/:link',
    { schema: { hide: true } },
    (request, reply) =>
      serve(request, reply, () => {
        const { username, link } = request.params
        if (!isLeavingLink(link)) return documents.unknownLeaving(username, link)
        return ofTrader(username, {
          find: (name) => documents.leaving(name, link),
          missing: (name) => documents.unknownLeaving(name, link),
          address: (name) => leavingAddress(name, link),
        })
      }),
  )

  const config = { keepsNoAddress: true } as const
  for (const url of ['/vetrine/:showcase_id', '/vetrine/:showcase_id/']) {
    app.get<{ Params: { showcase_id: string } }>(url, { schema: { hide: true }, config }, (request, reply) =>
      serve(request, reply, () =>
        ofShowcase(request.params.showcase_id, {
          find: (id) => documents.showcase(id),
          missing: (id) => documents.unknownShowcase(id),
          address: showcaseAddress,
          hasSlash: url.endsWith('/'),
        }),
      ),
    )
  }

  app.get<{ Params: { showcase_id: string; position: string } }>(
    '/vetrine/:showcase_id/esci/:position',
    { schema: { hide: true }, config },
    (request, reply) =>
      serve(request, reply, () => {
        const { showcase_id, position } = request.params
        return ofShowcase(showcase_id, {
          find: (id) => documents.showcaseButton(id, position),
          missing: (id) => documents.unknownShowcaseButton(id, position),
          address: (id) => buttonAddress(id, position),
        })
      }),
  )

  // The address of a showcase without its id.
  for (const url of ['/vetrine', '/vetrine/']) {
    app.get(url, { schema: { hide: true } }, (request, reply) =>
      serve(request, reply, () => {
        const { searchParams } = new URL(request.url, kernel.config.APP_URL)
        return { location: addressOfShowcases(selectionOf(searchParams)) }
      }),
    )
  }

  if (!dev) {
    registerWorker(app, kernel, pages.assets, demo)
    registerBuiltFiles(app)
  }

  /** Without data (nothing loaded yet, or the database away) the document is served all the same; the browser requests the data again. */
  async function serve(request: FastifyRequest, reply: FastifyReply, make: MakeDocument): Promise<FastifyReply> {
    const message = closed()
    if (message !== null) return serveClosed(request, reply, message)
    try {
      const made = await make()
      if (!('location' in made)) return sendFinished(request, reply, made)
      // A name may pass to another person: the redirect is not cached.
      return reply.header('cache-control', 'no-cache').redirect(made.location, 301)
    } catch (error) {
      if (!isDatabaseAway(error) && !(error instanceof Failure && error.code === 'UNAVAILABLE')) throw error
      request.log.warn({ err: error }, 'document without its data')
      reply.header('retry-after', retrySeconds)
      return sendFinished(request, reply, { ...(await documents.bare(request.url)), status: 503 })
    }
  }

  /** Admins enter by the sign-in's own page; at every other address the browser asks whether the visitor is an admin. */
  async function serveClosed(request: FastifyRequest, reply: FastifyReply, message: string): Promise<FastifyReply> {
    const { pathname, searchParams } = new URL(request.url, kernel.config.APP_URL)
    if (pathname === '/' && isSigningIn(searchParams)) {
      return sendFinished(request, reply, { ...(await documents.bare(request.url)), cacheControl: 'no-store' })
    }
    noteClosedRefusal(request)
    reply.header('retry-after', closedRetrySeconds)
    return sendFinished(request, reply, await documents.closed(request.url, message))
  }

  return (request, reply) => serve(request, reply, () => documents.notFound())
}

/** The former address of the cases, which are one of the admin's pages now. */
function formerIntegrity(search: URLSearchParams): string {
  return adminAddress(
    'integrity',
    Object.fromEntries([...search].filter(([name]) => name !== 'view' && name !== 'page')),
  )
}

/** The path of a comparison that is addressed by its view's name. */
function compareAddressOf(search: URLSearchParams): string {
  const { t, window } = comparisonOf(search)
  return compareAddress(namesIn(t).names, window)
}

interface TraderPage {
  find: (given: string) => Promise<{ username: string; bytes: FinishedBytes }>
  missing: (given: string) => Promise<FinishedBytes>
  address: (username: string) => string
}

/** A trader's page at its one address, in the owner's spelling of the name; not found where there is no such trader. */
async function ofTrader(
  given: string,
  { find, missing, address }: TraderPage,
): Promise<FinishedBytes | { location: string }> {
  try {
    const { username, bytes } = await find(given)
    return username === given ? bytes : { location: address(username) }
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'TRADER_NOT_FOUND') throw error
    return missing(given)
  }
}

const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

interface ShowcasePage {
  find: (showcaseId: string) => Promise<FinishedBytes>
  missing: (given: string) => Promise<FinishedBytes>
  address: (showcaseId: string) => string
  /** The given address ends in one: the page's own has none. */
  hasSlash?: boolean
}

/** A showcase's page at its one address; not found where the showcase is hidden, or where the address names none. */
async function ofShowcase(
  given: string,
  { find, missing, address, hasSlash = false }: ShowcasePage,
): Promise<FinishedBytes | { location: string }> {
  if (!guid.test(given)) return missing(given)
  if (hasSlash || given !== given.toLowerCase()) return { location: address(given.toLowerCase()) }
  try {
    return await find(given)
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'SHOWCASE_NOT_FOUND') throw error
    return missing(given)
  }
}
