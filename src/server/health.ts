import type { FastifyInstance } from 'fastify'
import { isDatabaseAway } from './database.ts'
import type { Kernel } from './kernel.ts'

export interface Health {
  /** True from the first signal to stop: traffic should go elsewhere. */
  draining: () => boolean
  /** True while a ranking can be served, even from before the database went away. */
  usable: () => boolean
}

/** `/livez`: the process is up. `/readyz`: each dependency; 200 while a usable snapshot can be served. */
export function registerHealth(app: FastifyInstance, { sql, log }: Kernel, { draining, usable }: Health): void {
  // Who is answered now is told to come back on another connection: an idle one would hold up the stop.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining()) reply.header('connection', 'close')
    done(null, payload)
  })
  app.get('/livez', { schema: { hide: true }, config: { rateLimit: false } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'up' }),
  )
  app.get('/readyz', { schema: { hide: true }, config: { rateLimit: false } }, async (_request, reply) => {
    const database = await sql`select 1`.then(
      () => 'up',
      (error: unknown) => {
        if (!isDatabaseAway(error)) log.error({ err: error }, 'readiness query failed')
        return 'away'
      },
    )
    const ranking = usable() ? 'up' : 'not loaded'
    const ready = !draining() && usable()
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: draining() ? 'draining' : ready ? 'ready' : 'not ready', database, ranking })
  })
}
