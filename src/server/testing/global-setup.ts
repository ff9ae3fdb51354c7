import { mkdtempSync, realpathSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { prepareServerRole } from '../database/server-role.ts'
import { installJobs } from '../jobs.ts'
import { serverUser } from '../embedded-postgres/embedded-postgres-process.ts'
import { removeDataFolder } from '../embedded-postgres/embedded-postgres-place.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { prepareReplica, startPooler, startVersion, type TestServer } from './cluster.ts'
import { topology } from './topology.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: EmbeddedPostgres['address']
    /** Before the same databases; null in most topologies. */
    pooler: EmbeddedPostgres['address'] | null
    replica: EmbeddedPostgres['address'] | null
  }
}

export const templateName = 'toptrader_template'

/** One PostgreSQL for the whole run, thrown away at its end: no write needs to reach a disk. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  max_connections: '300',
  // The data of tests is small.
  shared_buffers: '128MB',
}
/** A commit waits until the replica shows it: tests read what they wrote. */
const replicated = { ...settings, wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' }
const synchronous = { ...replicated, synchronous_commit: 'remote_apply', synchronous_standby_names: '*' }

/** Starts the servers of the topology in a temporary folder and migrates the database that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-test-'))
  chmodSync(folder, 0o755)
  const servers: TestServer[] = []
  const started = async <T extends TestServer>(server: Promise<T>): Promise<T> => {
    servers.push(await server)
    return server
  }
  const silent = pino({ level: 'silent' })
  let replica: TestServer | null = null
  let database: TestServer
  if (topology === 'postgres') {
    const native = join(process.env['POSTGRES_PACKAGE'] ?? '', 'native')
    database = await started(startVersion(join(folder, 'version'), native, settings))
    await makeTemplate(database)
  } else if (topology === 'replica') {
    const first = await startEmbeddedPostgres(folder, silent, replicated)
    await makeTemplate(first)
    await first.stop()
    const startReplica = await prepareReplica(join(folder, 'replica'), folder, replicated)
    database = await started(startEmbeddedPostgres(folder, silent, synchronous))
    replica = await started(startReplica(database.address))
  } else {
    database = await started(startEmbeddedPostgres(folder, silent, settings))
    await makeTemplate(database)
  }
  const pooler = topology === 'pooler' ? await started(startPooler(join(folder, 'pooler'), database.address)) : null
  project.provide('database', database.address)
  project.provide('pooler', pooler?.address ?? null)
  project.provide('replica', replica?.address ?? null)
  return async () => {
    for (const server of servers.toReversed()) await server.stop()
    removeDataFolder(folder)
  }
}

async function makeTemplate({ address }: TestServer): Promise<void> {
  const cluster = connectDatabase(address, { max: 1, patient: true })
  await cluster.sql`create database ${cluster.sql(templateName)}`
  await cluster.close()
  const owner = { ...address, database: templateName }
  await migrate(owner)
  await installJobs(owner)
  await prepareServerRole(owner, { ...owner, user: serverUser })
  const { sql, close } = connectDatabase(owner, { max: 1 })
  // For scenes alone: rows without the effects of triggers, tables that are emptied, tables of a test's own.
  await sql`grant set on parameter session_replication_role to ${sql(serverUser)}`
  await sql`grant truncate on all tables in schema public to ${sql(serverUser)}`
  await sql`alter default privileges grant all on tables to ${sql(serverUser)}`
  await sql`alter default privileges grant all on sequences to ${sql(serverUser)}`
  await close()
}
