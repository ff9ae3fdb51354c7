import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fail } from './failure.ts'
import type { Kernel } from '../kernel.ts'
import { bearerToken, readSession } from './session.ts'

/** The sentence that people read while the site is closed to all but admins; null while it is open. Asked at every request. */
export type Closed = () => string | null

/** Seconds after which a refused client may look again. */
export const closedRetrySeconds = 30

/**
 * Turns everybody but admins away from every call and every share picture while the site is closed, whatever the call declares but
 * `open`. Asks nothing of the database while it is open. `docs/operations/close-for-maintenance.md`.
 */
export function guardCalls(app: FastifyInstance, kernel: Kernel, closed: Closed): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const message = closed()
    if (message === null || !isGuarded(request)) return done()
    if (request.routeOptions.config.endpoint?.open === 'maintenance') return done()
    turnAway(kernel, request, message).then(() => done(), done)
  })
}

const turnedAway = new WeakSet<FastifyRequest>()

/** Says of a request that it is answered that the site is closed. */
export function noteTurnedAway(request: FastifyRequest): void {
  turnedAway.add(request)
}

/** Whether it was answered so: its 503 is no error. Others of the same time may be. */
export function wasTurnedAway(request: FastifyRequest): boolean {
  return turnedAway.has(request)
}

/** Calls, and pictures that are drawn of what calls answer; documents say themselves that they are closed. */
const guarded = /^\/(?:api|og)(?:[/?]|$)/

/** By the route, since an address may be spelled in several ways; by the address where it is nobody's. */
function isGuarded({ routeOptions, url }: FastifyRequest): boolean {
  return guarded.test(routeOptions.url ?? '') || guarded.test(url)
}

/** An admin who must set up the second factor first passes: what admins may is refused by the calls themselves. */
async function turnAway(kernel: Kernel, request: FastifyRequest, message: string): Promise<void> {
  const token = bearerToken(request.headers.authorization)
  const session = token === null ? null : await readSession(kernel, token)
  if (session?.is_admin === true || session?.is_limited === true) return
  noteTurnedAway(request)
  fail('MAINTENANCE', { detail: message, retryAfter: closedRetrySeconds })
}
