import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { createChanges } from '#server/changes.ts'
import { connectDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { buildFrame } from '#server/http/frame.ts'
import { createOutbox } from '#server/outbox/outbox-delivery.ts'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { settableClock } from '#server/testing/clock.ts'
import type { Product } from './scene.ts'

/** Settings under which stories of weeks are played in seconds. */
export const playEnv = { RATE_LIMITS: 'off', EA_MIN_INTERVAL_S: '0', LOG_LEVEL: 'silent' }

/** Nothing of the database is needed after the run. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** The sync with its checks over a database of its own, which `close` removes. */
export async function openProduct(): Promise<Product & { close: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-forge-'))
  const log = pino({ level: 'silent' })
  const config = readConfig({ DATA_DIR: folder, ...playEnv })
  const cluster = await startEmbeddedPostgres(folder, log, settings)
  await migrate(cluster.address)
  const { sql, close } = connectDatabase(cluster.address, { max: 10 })
  const changes = await createChanges(sql, log)
  const clock = settableClock()
  const base = { config, sql, log, secrets: createSecrets(config), clock }
  const outbox = createOutbox(base)
  const kernel = { ...base, address: cluster.address, changes, outbox }
  const app = await buildFrame(kernel, { development: false })
  registerCheckedEa(app, kernel)
  await app.ready()
  return {
    kernel,
    app,
    async close() {
      await app.close()
      await outbox.close()
      await changes.close()
      await close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
