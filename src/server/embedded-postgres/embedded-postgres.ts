import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { connectDatabase, type Database, type DatabaseAddress } from '../database/database.ts'
import { findBinaries } from './embedded-postgres-binaries.ts'
import { memorySettings, usableMemory } from './embedded-postgres-memory.ts'
import { findHome, socketFolder } from './embedded-postgres-place.ts'
import {
  clusterUser,
  createCluster,
  lastLogLine,
  launch,
  removeStalePid,
  signalStop,
  stopCluster,
  type Cluster,
  type Launched,
} from './embedded-postgres-process.ts'
import { StartupError } from '../settings/startup-error.ts'

/** PostgreSQL in a folder of ours. It starts with the server, is adopted where it already runs, and stops with the server. */
export interface EmbeddedPostgres {
  /** As the owner of the cluster. */
  address: Exclude<DatabaseAddress, { url: string }>
  /** Stops PostgreSQL; resolves when none of its processes is left. */
  stop(): Promise<void>
  /** Lets it run for the next server (a restart during development). */
  leave(): Promise<void>
}

/** The lock of the one server over a folder, on a connection of its own: it is released with the process, however that ends. */
const serverLock = 74_112_010
/** Children and shared memory of a killed postmaster linger for a second or two. */
const startMs = 10_000
/** Replaying the log after a crash takes longer, and says so. */
const recoveryMs = 600_000
/** A killed server's lock is released when PostgreSQL notices its closed socket. */
const lockMs = 2_000
const databaseName = 'toptrader'

/**
 * Starts or adopts the PostgreSQL of a data folder, and restarts it when it dies.
 * @param settings of postgresql.conf, over the defaults and over those that follow the memory
 * @throws StartupError where another server holds the folder, or PostgreSQL does not start
 */
export async function startEmbeddedPostgres(
  dataFolder: string,
  log: Pick<Logger, 'info' | 'error'>,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> {
  const { home, user } = await findHome(dataFolder)
  const cluster: Cluster = {
    data: join(home, 'cluster'),
    socket: socketFolder(home, user),
    logFile: join(home, 'postgres.log'),
    user,
    binaries: await findBinaries(home, user),
    settings: { ...memorySettings(usableMemory()), ...settings },
  }
  const address = { host: cluster.socket, port: 5432, user: clusterUser, database: databaseName }

  let ending = false
  let recovering: Promise<void> | null = null
  let lock = await runAndLock()
  const stopAtExit = () => signalStop(cluster.data)
  process.once('exit', stopAtExit)

  async function runAndLock(): Promise<Database> {
    await createCluster(cluster)
    await ensureRunning(cluster)
    return takeLock(address, dataFolder, () => {
      if (!ending) recovering = recover()
    })
  }

  /** The lock's connection broke: PostgreSQL died, or another program stopped it. */
  async function recover(): Promise<void> {
    log.error('database connection lost, starting it again')
    await lock.close()
    while (!ending) {
      try {
        lock = await runAndLock()
        log.info('database is back')
        return
      } catch (error) {
        log.error({ err: error }, 'database does not start')
        await sleep(1_000)
      }
    }
  }

  async function release(): Promise<void> {
    ending = true
    // A start in progress would leave PostgreSQL running behind us.
    await recovering
    process.removeListener('exit', stopAtExit)
    await lock.close()
  }
  return {
    address,
    leave: release,
    async stop() {
      await release()
      await stopCluster(cluster)
      if (cluster.socket !== home) rmSync(cluster.socket, { recursive: true, force: true })
    },
  }
}

async function ensureRunning(cluster: Cluster): Promise<void> {
  const startedAt = performance.now()
  let server: Launched | null = null
  for (;;) {
    const state = await probe(cluster)
    if (state === 'ours') return
    const waited = performance.now() - startedAt
    if (server?.failure || waited > (state === 'starting' ? recoveryMs : startMs)) {
      const reason = server?.failure?.message ?? lastLogLine(cluster.logFile)
      throw new StartupError(`PostgreSQL non si avvia: ${reason} (registro: ${cluster.logFile})`)
    }
    if (state === 'absent' && (server === null || server.ended)) {
      if (server !== null) await sleep(200)
      removeStalePid(cluster.data)
      server = launch(cluster)
    }
    await sleep(20)
  }
}

/** Asks the server that listens on our socket whose data it serves, and makes our database where it is missing. */
async function probe({ data, socket }: Cluster): Promise<'ours' | 'starting' | 'absent'> {
  const place = { host: socket, port: 5432, user: clusterUser, database: 'postgres' }
  const { sql, close } = connectDatabase(place, { max: 1, name: 'toptrader start' })
  try {
    const [row] = await sql<{ data_directory: string }[]>`show data_directory`
    if (row?.data_directory !== data) {
      throw new StartupError(
        `Sul socket in ${socket} risponde un altro PostgreSQL, con i dati in ${row?.data_directory}.`,
      )
    }
    const exists = await sql`select from pg_database where datname = ${databaseName}`
    if (exists.length === 0) await makeDatabase(place)
    return 'ours'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'CONNECTION_CLOSED'].includes(code)) return 'absent'
    // Shutting down, starting up, or another start has just made the database.
    if (['57P01', '57P02', '57P03', '53300', '42P04', '23505', '55006'].includes(code)) return 'starting'
    throw error
  } finally {
    await close()
  }
}

/** Copies files: on a busy disk that takes longer than a statement may. */
async function makeDatabase(place: DatabaseAddress): Promise<void> {
  const { sql, close } = connectDatabase(place, { max: 1, patient: true, name: 'toptrader start' })
  try {
    await sql`create database ${sql(databaseName)}`
  } finally {
    await close()
  }
}

async function takeLock(address: DatabaseAddress, dataFolder: string, onLost: () => void): Promise<Database> {
  let held = false
  const onclose = () => {
    if (held) onLost()
    held = false
  }
  const database = connectDatabase(address, { max: 1, patient: true, name: 'toptrader lock', onclose })
  const deadline = performance.now() + lockMs
  try {
    for (;;) {
      const [row] = await database.sql<{ taken: boolean }[]>`select pg_try_advisory_lock(${serverLock}) as taken`
      if (row?.taken) break
      if (performance.now() > deadline) {
        throw new StartupError(
          `Un altro server usa già la cartella ${dataFolder}: fermalo, o indica un’altra DATA_DIR.`,
        )
      }
      await sleep(50)
    }
  } catch (error) {
    await database.close()
    throw error
  }
  held = true
  return database
}
