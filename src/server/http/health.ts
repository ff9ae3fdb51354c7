import type { FastifyInstance, FastifyReply } from 'fastify'
import { isDatabaseAway } from '../database/database.ts'
import type { Kernel } from '../kernel.ts'
import { createStorage, StorageError } from '../files/storage.ts'

export interface Health {
  /** True from the first signal to stop: traffic should go elsewhere. */
  draining: () => boolean
  /** True while a ranking can be served, even one from before the database went away. */
  usable: () => boolean
  /** `loading` until their first load has ended: meanwhile another instance lists them. */
  showcases: () => 'loading' | 'not loaded' | 'up'
}

type State = 'up' | 'away'

/** The longest wait for a dependency's answer, in milliseconds: balancers give up after two or three seconds. */
const patienceMs = 1_000
/** The shortest time between two checks of a dependency, in milliseconds, however many requests come. */
const cachedMs = 1_000

/**
 * `/livez`: the process is up, whatever its dependencies do. `/startupz`: it has had a ranking to serve once. `/readyz`: each dependency;
 * 200 while a usable snapshot can be served, once the first load of the showcases has ended, well or not. These
 * routes have no limit, and do not reveal which software runs.
 */
export function registerHealth(app: FastifyInstance, kernel: Kernel, { draining, usable, showcases }: Health): void {
  // The answer closes its connection: an idle one would hold up the stop.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (draining()) reply.header('connection', 'close')
    done(null, payload)
  })
  const { sql, log, config } = kernel
  const database = watched(
    async () => {
      await sql`select 1`
    },
    (error) => {
      if (!isDatabaseAway(error)) log.error({ err: error }, 'readiness query failed')
    },
  )
  // No file has this name: the answer that says so proves that the store works.
  const storage = watched(
    async () => {
      await createStorage(config).read('monitor/nothing')
    },
    (error) => {
      if (!(error instanceof StorageError)) log.error({ err: error }, 'readiness of the store of files not known')
    },
  )
  let hasStarted = false

  const probe = (path: string, answer: (reply: FastifyReply) => Promise<[status: number, body: object]>) =>
    app.get(path, { schema: { hide: true }, config: { unlimited: true } }, async (_request, reply) => {
      const [status, body] = await answer(reply)
      return reply.code(status).header('cache-control', 'no-store').send(body)
    })

  probe('/livez', async () => [200, { status: 'up' }])
  probe('/startupz', async () => {
    hasStarted ||= usable()
    return hasStarted ? [200, { status: 'started' }] : [503, { status: 'starting' }]
  })
  probe('/readyz', async () => {
    const ranking = usable() ? 'up' : 'not loaded'
    // Answered at once: a balancer must choose another server, whatever else hangs.
    if (draining()) return [503, { status: 'draining', ranking }]
    const [databaseState, storageState] = await Promise.all([database(), storage()])
    const isReady = usable() && showcases() !== 'loading'
    return [
      isReady ? 200 : 503,
      {
        status: isReady ? 'ready' : 'not ready',
        database: databaseState,
        ranking,
        showcases: showcases(),
        storage: storageState,
      },
    ]
  })
}

/** Runs one check at a time and returns its last result: within `patienceMs`, and not again within `cachedMs`. */
function watched(check: () => Promise<void>, onError: (error: unknown) => void): () => Promise<State> {
  let running: Promise<State> | null = null
  return () => {
    if (running === null) {
      const result = check().then(
        (): State => 'up',
        (error: unknown): State => {
          onError(error)
          return 'away'
        },
      )
      running = result
      void result.finally(() => setTimeout(() => (running = null), cachedMs).unref())
    }
    const timeout = Promise.withResolvers<State>()
    const timer = setTimeout(() => timeout.resolve('away'), patienceMs)
    return Promise.race([running, timeout.promise]).finally(() => clearTimeout(timer))
  }
}
