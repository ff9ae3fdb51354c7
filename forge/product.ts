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
import { playScene, type Product } from './scene.ts'
import type { Outcome, Story } from './story.ts'

/** Settings under which stories of weeks are played in seconds. */
export const playEnv = { RATE_LIMITS: 'off', EA_MIN_INTERVAL_S: '0', LOG_LEVEL: 'silent' }

/** Nothing of the database is needed after the run. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export interface Cluster {
  /** The sync with its checks over an empty database of its own. */
  open: () => Promise<Product & { close: () => Promise<void> }>
  /** Stops PostgreSQL and removes its files. */
  close: () => Promise<void>
}

const templateName = 'forge_template'

/** A PostgreSQL for one run. Each scene has its own database: accounts of another scene are no peers. */
export async function startCluster(): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'toptrader-forge-'))
  const log = pino({ level: 'silent' })
  const config = readConfig({ DATA_DIR: folder, ...playEnv })
  const cluster = await startEmbeddedPostgres(folder, log, settings)
  const control = connectDatabase(cluster.address, { max: 1 })
  await control.sql`create database ${control.sql(templateName)}`
  await migrate({ ...cluster.address, database: templateName })
  let opened = 0
  return {
    async open() {
      opened += 1
      const address = { ...cluster.address, database: `forge_${opened}` }
      await control.sql`create database ${control.sql(address.database)} template ${control.sql(templateName)}`
      const { sql, close } = connectDatabase(address, { max: 10 })
      const changes = await createChanges(sql, log)
      const clock = settableClock()
      const base = { config, sql, log, secrets: createSecrets(config), clock }
      const outbox = createOutbox(base)
      const kernel = { ...base, address, changes, outbox }
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
          await control.sql`drop database ${control.sql(address.database)} with (force)`
        },
      }
    },
    async close() {
      await control.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Plays one scene on a product of its own. */
export async function playAlone(cluster: Cluster, stories: readonly Story[]): Promise<Outcome[]> {
  const product = await cluster.open()
  try {
    return await playScene(product, stories)
  } finally {
    await product.close()
  }
}
