import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { eraseRestored } from '#features/account/server/erasure/jobs.ts'
import { ensureAdmin } from '#features/auth/server/service.ts'
import { thresholdErrors } from '#features/integrity/server/thresholds.ts'
import { missingOperatorText } from '#features/legal/operator.ts'
import { createLeaderboard, type Leaderboard } from '#features/leaderboard/server/service.ts'
import { createStoredRanking } from '#features/leaderboard/server/ranking/stored-ranking.ts'
import { createShowcases } from '#features/showcases/server/service.ts'
import { createSandbox } from '#features/payments-sandbox/server/provider.ts'
import type { PaymentProvider } from '#features/payments/provider.ts'
import { configuredNowPayments } from '#features/payments/server/provider/configured.ts'
import { createPayments } from '#features/payments/server/service.ts'
import { createBackups } from '#features/system/server/backup/service.ts'
import { createChanges } from '#server/changes.ts'
import { databaseClock, type Clock } from '#server/clock.ts'
import { processEnvironment, readConfig, type Config } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { StartupError } from '#server/settings/startup-error.ts'
import { connectDatabase, isDatabaseAway, type DatabaseAddress, type Sql } from '#server/database/database.ts'
import { awaitPooler } from '#server/database/database-ready.ts'
import { withCode } from '#server/database/errors.ts'
import { followReplica, type Replica } from '#server/database/replica.ts'
import { jobMeter } from '#server/metrics/job-metrics.ts'
import { startJobs } from '#server/jobs.ts'
import type { Kernel } from '#server/kernel.ts'
import { createOutbox } from '#server/outbox/outbox-delivery.ts'
import { createStorage } from '#server/files/storage.ts'
import { buildApp } from './app.ts'
import { registerJobs } from './jobs.ts'
import { openFirst, type First } from './open-first.ts'

export interface StartOptions {
  /** In place of the process's environment. */
  env?: Record<string, string | undefined>
  /** In place of the database's clock. */
  clock?: Clock
  /** Every page says that its traders are generated. */
  demo?: boolean
  /** Serves screens through the bundler. */
  dev?: boolean
  /** Port, log and database that the process opened already, of the same settings; without them `startServer` opens them. */
  first?: First
  /** Has the process drain and end so that its supervisor starts it again (`SUPERVISED`). */
  restart?: () => void
}

export interface Server {
  /** The address it listens at. */
  url: string
  kernel: Kernel
  /** Ranking and showcases are loaded while the server answers already. */
  loading: {
    /** Resolves when a ranking stands and the first load of the showcases has ended: `/readyz` answers 200 from then on. */
    ready: Promise<void>
    /** How far it is; null where the ranking's load failed until its next try reads traders. */
    progress: () => ReturnType<Leaderboard['progress']> | { step: 'showcases' }
  }
  /** Drains and stops all that was started; a second call waits for the first. */
  close: (options?: CloseOptions) => Promise<void>
}

interface CloseOptions {
  /** PostgreSQL goes on for the next server: a restart during development. */
  leaveDatabase?: boolean
}

/** Running requests may go on for this long once the server stops listening. Milliseconds. */
const drainMs = 4_000
/** A load balancer has this long to read that the instance is not ready any more. Milliseconds. */
const noticeMs = { local: 200, production: 2_000 }

/**
 * Starts the product: port, database, migrations, kernel, jobs, HTTP. It serves when this returns; ranking and showcases may still be loading.
 * @throws StartupError with a sentence for the operator; whatever was started by then is stopped again
 */
export async function startServer({
  env,
  clock,
  demo = false,
  dev = false,
  first: given,
  restart,
}: StartOptions = {}): Promise<Server> {
  // Closed in the reverse order of opening.
  const opened = new AsyncDisposableStack()
  let draining = false
  let leaveDatabase = false
  let first = given
  opened.defer(() => first?.close({ leaveDatabase }))
  try {
    const config = readConfig(env ?? processEnvironment(), (given) => thresholdErrors(given['INTEGRITY_THRESHOLDS']))
    first ??= await openFirst(config)
    const { port, log, recentLines } = first
    const secrets = createSecrets(config)
    const { address, ownerAddress } = await first.database
    const sql = await openPool(config, address, log, opened)
    const changes = await createChanges(sql, log)
    opened.defer(() => changes.close())
    const time = clock ?? (await followDatabase(sql, log, opened))
    const outbox = createOutbox({ config, sql, clock: time, log, secrets })
    opened.defer(outbox.close)
    const replica = openReplica(config, sql, log, opened)
    const kernel: Kernel = {
      config,
      sql,
      ...(replica && { replica }),
      address,
      ownerAddress,
      clock: time,
      log,
      secrets,
      changes,
      outbox,
    }

    const missingOperator = config.APP_ENV === 'production' ? missingOperatorText(config) : null
    if (missingOperator !== null) log.warn(missingOperator)
    await ensureAdmin(kernel)
    // Before the first request is served: a restored backup may have brought people back.
    await eraseRestored(kernel, createStorage(config)).catch((error: unknown) =>
      log.error({ err: error }, 'list of the erased not read, the job reads it again'),
    )
    const jobs = await startJobs(address, log, jobMeter(kernel))
    opened.defer(jobs.close)
    const payments = createPayments(kernel, paymentProvider(kernel))
    opened.defer(payments.close)
    const leaderboard = createLeaderboard(kernel, undefined, createStoredRanking(kernel))
    const showcases = createShowcases(kernel, leaderboard)
    const backups = createBackups(kernel)
    opened.defer(backups.close)
    const scheduled = registerJobs(kernel, jobs, payments, leaderboard, backups).then(() => jobs.pruneSchedules())
    const building = buildApp(kernel, payments, {
      demo,
      dev,
      draining: () => draining,
      leaderboard,
      showcases,
      backups,
      recentLines,
      restart: config.SUPERVISED === 'on' ? (restart ?? null) : null,
    })
    const [app] = await Promise.all([building, scheduled])
    // Notifications that arrived before a crash are still waiting.
    payments.wake()
    opened.defer(() => drain(app, log))
    const ranked = new Promise<void>((resolve) => leaderboard.onSnapshot(() => resolve()))
    await app.ready()
    await port.handOver(app.server)
    void leaderboard.start()
    const ready = Promise.all([ranked, showcases.start()]).then(() => undefined)

    let closing: Promise<void> | null = null
    const close = async (options: CloseOptions = {}) => {
      draining = true
      leaveDatabase = options.leaveDatabase ?? false
      // Jobs end beside the notice and the running requests: one after the other could outlast a stop. Errors surface below.
      jobs.close().catch(() => undefined)
      await sleep(leaveDatabase ? 0 : (config.DRAIN_NOTICE_MS ?? noticeMs[config.APP_ENV]))
      await opened.disposeAsync()
      log.info('stopped')
    }
    return {
      url: `http://${urlHost(config.HOST)}:${port.port}`,
      kernel,
      loading: { ready, progress: () => (leaderboard.usable() ? { step: 'showcases' } : leaderboard.progress()) },
      close: (options) => (closing ??= close(options)),
    }
  } catch (error) {
    await opened.disposeAsync()
    if (!isDatabaseAway(withCode(error))) throw error
    first?.log.debug({ err: error }, 'database away during the start')
    throw new StartupError(`Il PostgreSQL non risponde più: ${(error as Error).message}`, { cause: error })
  }
}

/** The provider that PAYMENTS_PROVIDER names. */
function paymentProvider(kernel: Kernel): PaymentProvider {
  return kernel.config.PAYMENTS_PROVIDER === 'sandbox' ? createSandbox(kernel) : configuredNowPayments(kernel)
}

/** The pool for everything that needs no connection of its own. */
async function openPool(
  { DATABASE_POOLER_URL: pooler }: Config,
  address: DatabaseAddress,
  log: Logger,
  opened: AsyncDisposableStack,
): Promise<Sql> {
  const { sql, close } = connectDatabase(address, { pooler: pooler === undefined ? undefined : { url: pooler } })
  opened.defer(close)
  if (pooler !== undefined) await awaitPooler(sql, log)
  return sql
}

/** A replica that is away is no reason not to start: the primary answers. */
function openReplica(
  { DATABASE_REPLICA_URL: url }: Config,
  sql: Sql,
  log: Logger,
  opened: AsyncDisposableStack,
): Replica | null {
  if (url === undefined) return null
  const replica = connectDatabase({ url })
  opened.defer(replica.close)
  const followed = followReplica(sql, replica.sql, log)
  opened.defer(followed.close)
  return followed
}

async function followDatabase(sql: Sql, log: Logger, opened: AsyncDisposableStack): Promise<Clock> {
  const time = await databaseClock(sql, log)
  opened.defer(time.close)
  return time
}

/** Stops listening, answers running requests, and cuts off those that take too long. */
async function drain(app: FastifyInstance, log: Logger): Promise<void> {
  const cutOff = setTimeout(() => {
    log.warn('requests cut off: they ran too long for the stop')
    app.server.closeAllConnections()
  }, drainMs)
  // A connection with a running request becomes idle after the listening has ended.
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearInterval(idle)
  clearTimeout(cutOff)
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
