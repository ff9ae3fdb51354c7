import { mkdtempSync, realpathSync, chmodSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '../database/database.ts'
import { removeDataFolder } from '../embedded-postgres/embedded-postgres-place.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts'
import { migrate } from '../database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    database: EmbeddedPostgres['address']
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

/** Starts PostgreSQL in a temporary folder and migrates the database that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-test-'))
  chmodSync(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder, pino({ level: 'silent' }), settings)
  const { sql, close } = connectDatabase(postgres.address, { max: 1, patient: true })
  await sql`create database ${sql(templateName)}`
  await close()
  await migrate({ ...postgres.address, database: templateName })
  project.provide('database', postgres.address)
  return async () => {
    await postgres.stop()
    removeDataFolder(folder)
  }
}
