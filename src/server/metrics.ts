import { timingSafeEqual } from 'node:crypto'
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
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayScrape(request, kernel.config.METRICS_TOKEN)) fail('FORBIDDEN')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return registry
}

/** From this machine itself, or with the token where one is set. Behind a proxy every address is the client's. */
function mayScrape(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer +(.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (token !== undefined) {
    return given?.length === token.length && timingSafeEqual(Buffer.from(given), Buffer.from(token))
  }
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)
}
