// Writes db/schema.sql from a fresh database after all migrations: npm run schema:write
import { mkdtempSync, chmodSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase } from '#server/database/database.ts'
import { removeDataFolder } from '#server/embedded-postgres/embedded-postgres-place.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { createLog } from '#server/log/log.ts'
import { migrate } from '#server/database/migrate.ts'
import { describeSchema } from '#server/database/schema.ts'

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'toptrader-schema-'))
chmodSync(folder, 0o755)
const postgres = await startEmbeddedPostgres(folder, createLog('error'), { fsync: 'off' })
try {
  await migrate(postgres.address)
  const { sql, close } = connectDatabase(postgres.address, { max: 1 })
  writeFileSync(join(import.meta.dirname, '../db/schema.sql'), await describeSchema(sql))
  await close()
} finally {
  await postgres.stop()
  removeDataFolder(folder)
}
