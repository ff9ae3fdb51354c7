import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { fail } from './failure.ts'
import type { Kernel } from './kernel.ts'

/** One registry a server: two servers in one process (tests) don't meet. */
export function registerMetrics(app: FastifyInstance, kernel: Kernel): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer, by route template',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayScrape(request, kernel.config.METRICS_TOKEN)) fail('FORBIDDEN')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}

/** From this machine itself, or with the token where one is set. What a proxy on this machine passes on comes from elsewhere. */
function mayScrape({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token !== undefined && given !== undefined && timingSafeEqual(sha256(given), sha256(token))) return true
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '')
}

/** Hashes are of one length, so that comparing them tells nothing of the token. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
