import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '#shared/access.ts'
import {
  usualBodyLimit,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
} from '#shared/endpoint.ts'
import { isDatabaseAway } from '../database/database.ts'
import { fail } from './failure.ts'
import type { Kernel } from '../kernel.ts'
import { bearerToken, readSession, type Session } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Log lines carry no network address: counts of visitors must not be joined with it. */
    keepsNoAddress?: true
    /** Counts against no limit of its address. */
    unlimited?: true
  }
}

/** A handler's input: the validated request, and the session that the endpoint's access requires. */
export interface Call<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  session: E['access'] extends 'public' | 'ea' ? null : E['access'] extends 'optional' ? Session | null : Session
  request: FastifyRequest
  reply: FastifyReply
}

/** The answer, checked against the declaration; or the reply itself where finished bytes were sent. */
type Handler<E extends Endpoint> = (
  call: Call<E>,
) => Promise<ResponseOf<E> | FastifyReply> | ResponseOf<E> | FastifyReply

/** Serves one declared endpoint under its path and its aliases. @param log fields that its log lines leave out */
export function handle<const E extends Endpoint>(
  app: FastifyInstance,
  kernel: Kernel,
  endpoint: E,
  handler: Handler<E>,
  log: Pick<FastifyContextConfig, 'keepsNoAddress'> = {},
): void {
  const status = endpoint.status ?? 200
  const paths = [{ method: endpoint.method, path: endpoint.path }, ...(endpoint.aliases ?? [])]
  for (const { method, path } of paths) {
    app.route({
      method,
      url: path,
      config: { endpoint: endpoint as Endpoint, ...log },
      // Authenticated reads expose no HEAD route. A HEAD request would also be logged as a download.
      exposeHeadRoute: typeof endpoint.access === 'string' && !['user', 'admin'].includes(endpoint.access),
      bodyLimit: endpoint.bodyLimit ?? usualBodyLimit,
      schema: {
        summary: endpoint.summary,
        tags: [path.split('/')[2] ?? 'api'],
        ...(endpoint.access === 'public'
          ? {}
          : { security: [...(endpoint.access === 'optional' ? [{}] : []), { bearer: [] }] }),
        ...(endpoint.params && { params: endpoint.params }),
        ...(endpoint.query && { querystring: endpoint.query }),
        ...(endpoint.body && { body: endpoint.body }),
        response: { [status]: endpoint.response },
      },
      // A callback, so that most reads cost no promise.
      onRequest: (request, _reply, done) => {
        refuseForeignForm(endpoint, request, kernel.config.APP_URL)
        // A public answer is the same for all: it needs no session and is served while the database is away.
        if (endpoint.access === 'public' || endpoint.access === 'ea') return done()
        recognise(kernel, endpoint, request).then(() => done(), done)
      },
      // The body of an `own` call is known only after parsing.
      ...(typeof endpoint.access === 'object' && {
        preHandler: async (request) => admitOwner(endpoint.access, request),
      }),
      handler: async (request, reply) => {
        const { params, query, body, session } = request
        const answer = await handler({ params, query, body, session, request, reply } as Call<E>)
        if (reply.sent || answer === reply) return reply
        if (endpoint.access === 'optional') reply.header('vary', 'authorization')
        const same = endpoint.access === 'public' || (endpoint.access === 'optional' && session === null)
        if (endpoint.method !== 'GET' || !same) reply.header('cache-control', 'no-store')
        return reply.code(status).send(answer)
      },
    })
  }
}

/** Identifies the requester, and refuses those whom the endpoint does not admit. */
async function recognise(kernel: Kernel, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  if (endpoint.access === 'optional') {
    request.session = await authenticate(kernel, request).catch(anonymousWhileAway)
    return
  }
  request.session = await authenticate(kernel, request)
  admit(endpoint, request)
}

/** Answers signed-in visitors as anonymous ones while the database is away: public answers are the same for all. */
function anonymousWhileAway(error: unknown): null {
  if (isDatabaseAway(error)) return null
  throw error
}

/** The body is a page's own form, sent without scripts. */
export function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded') === true
}

/** Another site's page can send a form without a permission: only calls that declare it take one, and only of our own pages. */
function refuseForeignForm(endpoint: Endpoint, request: FastifyRequest, appUrl: string): void {
  if (!isForm(request)) return
  if (endpoint.form !== true) fail('UNSUPPORTED_MEDIA_TYPE')
  const { origin } = request.headers
  if (origin === undefined) return
  const from = URL.parse(origin)?.host
  if (from !== request.host && from !== URL.parse(appUrl)?.host)
    fail('FORBIDDEN', { detail: 'Il modulo arriva da un altro sito: usa quello di TopTrader.' })
}

async function authenticate(kernel: Kernel, request: FastifyRequest): Promise<Session | null> {
  const token = bearerToken(request.headers.authorization)
  return token === null ? null : readSession(kernel, token)
}

/** The one place where access is enforced. */
function admit({ access, needsSecondFactor }: Endpoint, { session }: FastifyRequest): void {
  if (session === null) fail('UNAUTHENTICATED')
  if (access === 'admin' && !session.is_admin) refuse(session)
  if (needsSecondFactor === true && session.ends_at !== null) fail('SECOND_FACTOR_REQUIRED')
}

function admitOwner(access: Access, request: FastifyRequest): void {
  if (typeof access === 'string') return
  const [part, field] = access.own.split('.') as ['params' | 'body', string]
  const { session } = request
  if (session === null) fail('UNAUTHENTICATED')
  const owner = (request[part] as Record<string, unknown> | undefined)?.[field]
  // Ids match in any case, as in PostgreSQL.
  const own = typeof owner === 'string' && owner.toLowerCase() === session.trader_id
  if (!own && !session.is_admin) refuse(session)
}

function refuse(session: Session): never {
  return fail(session.is_limited ? 'SECOND_FACTOR_REQUIRED' : 'FORBIDDEN')
}
