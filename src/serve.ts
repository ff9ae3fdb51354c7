import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { eraseRestored } from '#features/account/server/erasure/jobs.ts'
import { ensureAdmin } from '#features/auth/server/service.ts'
import { thresholdErrors } from '#features/integrity/server/thresholds.ts'
import { missingOperatorText } from '#features/legal/operator.ts'
import { createLeaderboard, type Leaderboard } from '#features/leaderboard/server/service.ts'
import { createStoredRanking } from '#features/leaderboard/server/ranking/stored-ranking.ts'
import { createSandbox } from '#features/payments-sandbox/server/provider.ts'
import type { PaymentProvider } from '#features/payments/provider.ts'
import { configuredNowPayments } from '#features/payments/server/provider/configured.ts'
import { createPayments } from '#features/payments/server/service.ts'
import { createBackups } from '#features/system/server/backup/service.ts'
import { createChanges } from '#server/changes.ts'
import { databaseClock, type Clock } from '#server/clock.ts'
import { processEnvironment, readConfig, type Config } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { connectDatabase, type DatabaseAddress, type Sql } from '#server/database/database.ts'
import { awaitDatabase, awaitPooler } from '#server/database/database-ready.ts'
import { followReplica, type Replica } from '#server/database/replica.ts'
import { serverUser } from '#server/embedded-postgres/embedded-postgres-process.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { jobMeter } from '#server/metrics/job-metrics.ts'
import { installJobs, startJobs } from '#server/jobs.ts'
import type { Kernel } from '#server/kernel.ts'
import { createLog, standardOutput } from '#server/log/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { prepareServerRole } from '#server/database/server-role.ts'
import { createOutbox } from '#server/outbox/outbox-delivery.ts'
import { createRecentLines } from '#server/log/recent-lines.ts'
import { createStorage } from '#server/files/storage.ts'
import { buildApp } from './app.ts'
import { registerJobs } from './jobs.ts'
import { openPort, type OpenPort } from './open-port.ts'

export interface StartOptions {
  /** In place of the process's environment. */
  env?: Record<string, string | undefined>
  /** In place of the database's clock. */
  clock?: Clock
  /** Every page says that its traders are generated. */
  demo?: boolean
  /** Serves screens through the bundler. */
  dev?: boolean
  /** The port at which the process listens already; without it HOST and PORT are opened. */
  port?: OpenPort
  /** Has the process drain and end so that its supervisor starts it again (`SUPERVISED`). */
  restart?: () => void
}

export interface Server {
  /** The address it listens at. */
  url: string
  kernel: Kernel
  /** The ranking that it serves: it is loaded while the server answers already. */
  ranking: {
    /** Resolves when a ranking stands. */
    ready: Promise<void>
    /** How far the load of all traders is; null while there is none. */
    progress: Leaderboard['progress']
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
 * Starts the product: port, database, migrations, kernel, jobs, HTTP. It serves when this returns; the ranking may still be loading.
 * @throws StartupError with a sentence for the operator; whatever was started by then is stopped again
 */
export async function startServer({
  env,
  clock,
  demo = false,
  dev = false,
  port: given,
  restart,
}: StartOptions = {}): Promise<Server> {
  const config = readConfig(env ?? processEnvironment(), (given) => thresholdErrors(given['INTEGRITY_THRESHOLDS']))
  const recentLines = createRecentLines()
  const log = createLog(config.LOG_LEVEL, recentLines.alongside(standardOutput()))
  // Closed in the reverse order of opening.
  const opened = new AsyncDisposableStack()
  let draining = false
  let leaveDatabase = false
  try {
    const port = given ?? (await openPort(config))
    opened.defer(port.close)
    const secrets = createSecrets(config)
    const { address, ownerAddress } = await openDatabase(config, log, opened, () => leaveDatabase)
    const applied = await migrate(ownerAddress, undefined, { onBatch: reportBatches(log) })
    for (const name of applied) log.info({ name }, 'migration applied')
    await installJobs(ownerAddress)
    if (address !== ownerAddress) {
      await prepareServerRole(ownerAddress, address)
      if (config.DATABASE_URL !== undefined) await awaitDatabase(config.DATABASE_URL, log)
    } else if (config.APP_ENV === 'production') {
      log.warn(oneRole)
    }
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
    const backups = createBackups(kernel)
    opened.defer(backups.close)
    await registerJobs(kernel, jobs, payments, leaderboard, backups)
    await jobs.pruneSchedules()
    // Notifications that arrived before a crash are still waiting.
    payments.wake()
    const app = await buildApp(kernel, payments, {
      demo,
      dev,
      draining: () => draining,
      leaderboard,
      backups,
      recentLines,
      restart: config.SUPERVISED === 'on' ? (restart ?? null) : null,
    })
    opened.defer(() => drain(app, log))
    const ready = new Promise<void>((resolve) => leaderboard.onSnapshot(() => resolve()))
    await app.ready()
    await port.handOver(app.server)
    void leaderboard.start()

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
      ranking: { ready, progress: leaderboard.progress },
      close: (options) => (closing ??= close(options)),
    }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** Milliseconds between two lines about a migration that takes long. */
const batchReportMs = 2_000

function reportBatches(log: Logger): (name: string, rows: number) => void {
  let reportedAt = performance.now()
  return (name, rows) => {
    if (performance.now() - reportedAt < batchReportMs) return
    reportedAt = performance.now()
    log.info({ name, rows }, 'migration runs in batches')
  }
}

const oneRole =
  'DATABASE_URL names the owner of the schema: with DATABASE_OWNER_URL the server has a role that only reads and writes rows'

/** The provider that PAYMENTS_PROVIDER names. */
function paymentProvider(kernel: Kernel): PaymentProvider {
  return kernel.config.PAYMENTS_PROVIDER === 'sandbox' ? createSandbox(kernel) : configuredNowPayments(kernel)
}

async function openDatabase(
  config: Config,
  log: Logger,
  opened: AsyncDisposableStack,
  leave: () => boolean,
): Promise<Pick<Kernel, 'address' | 'ownerAddress'>> {
  const { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl = url } = config
  if (url !== undefined && ownerUrl !== undefined) {
    await awaitDatabase(ownerUrl, log)
    const ownerAddress = { url: ownerUrl }
    return { ownerAddress, address: ownerUrl === url ? ownerAddress : { url } }
  }
  const postgres = await startEmbeddedPostgres(config.DATA_DIR, log)
  opened.defer(() => (leave() ? postgres.leave() : postgres.stop()))
  return { ownerAddress: postgres.address, address: { ...postgres.address, user: serverUser } }
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
