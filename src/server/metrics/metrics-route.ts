import { createHash, timingSafeEqual } from 'node:crypto'
import { totalmem } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { observeDatabase } from './database-metrics.ts'
import { fail } from '../http/failure.ts'
import type { Closed } from '../http/gate.ts'
import type { Kernel } from '../kernel.ts'
import type { Metrics } from './metrics.ts'
import { metersOf } from './meters.ts'
import { createReadings } from './readings.ts'
import { countRequests } from './request-counts.ts'

/**
 * Serves `/metrics`. Call it before the routes that it counts.
 * @param closed whether the site is closed, which is a figure of its own
 */
export function registerMetrics(app: FastifyInstance, kernel: Kernel, closed: Closed = () => null): Metrics {
  const registry = new Registry()
  const metrics: Metrics = { registry, readings: createReadings(kernel.log) }
  collectDefaultMetrics({ register: registry })
  observeMemory(registry)
  observeDatabase(metrics, kernel)
  countRequests(app, registry)
  new Gauge({
    name: 'maintenance_enabled',
    help: 'Whether the site is closed to all but admins',
    registers: [registry],
    collect() {
      this.set(closed() === null ? 0 : 1)
    },
  })
  new Gauge({
    name: 'metrics_reading_up',
    help: 'Whether each reading of another part succeeded; after a failure its metrics keep their last values',
    labelNames: ['reading'],
    registers: [registry],
    collect() {
      for (const [reading, isUp] of metrics.readings.states()) this.set({ reading }, isUp ? 1 : 0)
    },
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayScrape(request, kernel.config.METRICS_TOKEN)) fail('FORBIDDEN')
    await metrics.readings.freshen()
    const texts = await Promise.all([registry.metrics(), metersOf(kernel).metrics()])
    return reply.type(registry.contentType).send(texts.join('\n'))
  })
  return metrics
}

/** Memory, and the limit it is measured against: the container's where there is one. */
function observeMemory(registry: Registry): void {
  const limit = process.constrainedMemory()
  const memory = limit > 0 && limit < totalmem() ? limit : totalmem()
  new Gauge({
    name: 'process_memory_limit_bytes',
    help: 'Memory that this process may take: of its container, or of the machine',
    registers: [registry],
  }).set(memory)
  new Gauge({
    name: 'nodejs_heap_size_limit_bytes',
    help: 'The largest heap that the engine allows itself',
    registers: [registry],
  }).set(getHeapStatistics().heap_size_limit)
}

/** From this machine itself, or with the token where one is set. Requests that a proxy on this machine passes on come from elsewhere. */
function mayScrape({ headers, socket }: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer +(.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (token !== undefined && given !== undefined && timingSafeEqual(sha256(given), sha256(token))) return true
  if (headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false
  return ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '')
}

/** Hashes have one length, so that comparing them reveals nothing of the token. */
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
