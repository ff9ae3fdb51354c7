import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { connectDatabase, onlyRow } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { testApp } from '#server/testing/app.ts'
import { testKernel } from '#server/testing/kernel.ts'
import { openAccounts } from '../testing/open-accounts.ts'

// A cluster of its own: the log's position counts what all databases of a cluster write.
const common = await testKernel()
const folder = mkdtempSync(join(tmpdir(), 'toptrader-written-'))
const cluster = await startEmbeddedPostgres(folder, common.log)
await migrate(cluster.address)
const { sql, close } = connectDatabase(cluster.address, { max: 4 })
const kernel = { ...common, sql }
const app = await testApp(kernel, (instance) => registerCheckedEa(instance, kernel))
afterAll(async () => {
  await close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('a sync without records writes less than 1,200 bytes to the log', async () => {
  const accounts = 50
  const rounds = 6
  const { sync } = await openAccounts(kernel, app, accounts)
  for (let round = 0; round < 8; round += 1) await sync()
  const position = async () =>
    onlyRow(await sql<{ bytes: number }[]>`select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`).bytes
  const before = await position()
  for (let round = 0; round < rounds; round += 1) await sync()
  expect(((await position()) - before) / (rounds * accounts)).toBeLessThan(1_200)
})
