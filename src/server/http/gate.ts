import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from './failure.ts'
import type { Kernel } from '../kernel.ts'
import { bearerToken, readSession } from './session.ts'

/** The sentence that people read while the site is closed to all but admins; null while it is open. Evaluated at every request. */
export type Closed = () => string | null

/** Seconds after which a refused client may look again. */
export const closedRetrySeconds = 30

/**
 * Refuses every call and every share picture for all but admins while the site is closed, unless the call declares `open`. Needs no
 * query while the site is open. `docs/operations/close-for-maintenance.md`.
 */
export function guardCalls(app: FastifyInstance, kernel: Kernel, closed: Closed): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const message = closed()
    if (message === null || !isGuarded(request)) return done()
    if (request.routeOptions.config.endpoint?.open === 'maintenance') return done()
    refuseClosed(kernel, request, message).then(() => done(), done)
  })
}

const refusedAsClosed = new WeakSet<FastifyRequest>()

/** Marks a request that is answered with the closed site's sentence. */
export function noteClosedRefusal(request: FastifyRequest): void {
  refusedAsClosed.add(request)
}

/** Whether a request was marked so: its 503 is no error. Other requests of the same time may be. */
export function wasRefusedAsClosed(request: FastifyRequest): boolean {
  return refusedAsClosed.has(request)
}

/** Calls, and pictures that are drawn of calls' answers; documents have their own closed page. */
const guarded = /^\/(?:api|og)(?:[/?]|$)/

/** Matches by route, since an address may be spelled in several ways; by address where there is no route. */
function isGuarded({ routeOptions, url }: FastifyRequest): boolean {
  return guarded.test(routeOptions.url ?? '') || guarded.test(url)
}

/** An admin without a second factor passes: the calls themselves refuse admin actions. */
async function refuseClosed(kernel: Kernel, request: FastifyRequest, message: string): Promise<void> {
  const token = bearerToken(request.headers.authorization)
  const session = token === null ? null : await readSession(kernel, token)
  if (session?.is_admin === true || session?.is_limited === true) return
  noteClosedRefusal(request)
  fail('MAINTENANCE', { detail: message, retryAfter: closedRetrySeconds })
}
