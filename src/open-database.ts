import type { Logger } from 'pino'
import { awaitDatabase } from '#server/database/database-ready.ts'
import { migrate } from '#server/database/migrate.ts'
import { prepareServerRole } from '#server/database/server-role.ts'
import { serverUser } from '#server/embedded-postgres/embedded-postgres-process.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { installJobs } from '#server/jobs.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Config } from '#server/settings/config.ts'

/** A database with the schema of this version, and the roles of the server. */
export interface OpenDatabase extends Pick<Kernel, 'address' | 'ownerAddress'> {
  /** Stops the embedded PostgreSQL; does nothing to one of DATABASE_URL. */
  stop: () => Promise<void>
  /** Lets the embedded PostgreSQL run for the next server. */
  leave: () => Promise<void>
}

/**
 * Starts the embedded PostgreSQL, or waits for the one of DATABASE_URL, and brings its schema to this version.
 * @throws StartupError with a sentence for the operator; PostgreSQL is stopped again by then
 */
export async function openDatabase(config: Config, log: Logger): Promise<OpenDatabase> {
  const database = await reachDatabase(config, log)
  try {
    await prepareSchema(config, database, log)
    return database
  } catch (error) {
    await database.stop()
    throw error
  }
}

async function reachDatabase(
  { DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl = url, DATA_DIR: folder }: Config,
  log: Logger,
): Promise<OpenDatabase> {
  if (url !== undefined && ownerUrl !== undefined) {
    await awaitDatabase(ownerUrl, log)
    const ownerAddress = { url: ownerUrl }
    const nothing = async () => undefined
    return { ownerAddress, address: ownerUrl === url ? ownerAddress : { url }, stop: nothing, leave: nothing }
  }
  const postgres = await startEmbeddedPostgres(folder, log)
  return {
    ownerAddress: postgres.address,
    address: { ...postgres.address, user: serverUser },
    stop: () => postgres.stop(),
    leave: () => postgres.leave(),
  }
}

async function prepareSchema(config: Config, { address, ownerAddress }: OpenDatabase, log: Logger): Promise<void> {
  const applied = await migrate(ownerAddress, undefined, { onBatch: reportBatches(log) })
  for (const name of applied) log.info({ name }, 'migration applied')
  await installJobs(ownerAddress)
  if (address !== ownerAddress) {
    await prepareServerRole(ownerAddress, address)
    if (config.DATABASE_URL !== undefined) await awaitDatabase(config.DATABASE_URL, log)
  } else if (config.APP_ENV === 'production') {
    log.warn(oneRole)
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
