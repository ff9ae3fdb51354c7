import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { registerCheckedEa } from '#features/integrity/server/testing/checked-ea.ts'
import { createChanges } from '#server/changes.ts'
import { connectDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { buildFrame } from '#server/http/frame.ts'
import { createOutbox } from '#server/outbox/outbox-delivery.ts'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { settableClock } from '#server/testing/clock.ts'
import type { Product } from './player.ts'
import { playScene, type OnDay } from './scene.ts'
import type { Outcome, Story } from './story.ts'

/** Settings under which stories of weeks are played in seconds. */
export const playEnv = { RATE_LIMITS: 'off', EA_MIN_INTERVAL_S: '0', LOG_LEVEL: 'silent', TRUST_PROXY: 'loopback' }

/** Any free port of this machine. */
export const playPort = { host: '127.0.0.1', port: 0 }

/** Nothing of the database is needed after the run. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

export interface Cluster {
  address: EmbeddedPostgres['address']
  /** Stops PostgreSQL and removes its files. */
  close: () => Promise<void>
}

export interface Stage {
  /** The sync with its checks over an empty database of its own: accounts of another scene are no peers. */
  open: () => Promise<Product & { close: () => Promise<void> }>
  close: () => Promise<void>
}

const templateName = 'forge_template'
const log = pino({ level: 'silent' })
const ownFolder = () => mkdtempSync(join(tmpdir(), 'toptrader-forge-'))

/** A PostgreSQL for one run, with an empty database of the product to be copied. */
export async function startCluster(): Promise<Cluster> {
  const folder = ownFolder()
  const postgres = await startEmbeddedPostgres(folder, log, settings)
  const { address } = postgres
  const control = connectDatabase(address, { max: 1 })
  await control.sql`create database ${control.sql(templateName)}`
  await control.close()
  await migrate({ ...address, database: templateName })
  return {
    address,
    async close() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The product in this process, over the databases of a cluster. @param name sets them apart from those of other processes */
export function setStage(cluster: Cluster['address'], name: string): Stage {
  const folder = ownFolder()
  const config = readConfig({ DATA_DIR: folder, ...playEnv })
  const control = connectDatabase(cluster, { max: 1, patient: true })
  let opened = 0
  return {
    async open() {
      opened += 1
      const address = { ...cluster, database: `forge_${name}_${opened}` }
      await control.sql`create database ${control.sql(address.database)} template ${control.sql(templateName)}`
      const { sql, close } = connectDatabase(address, { max: 10 })
      const changes = await createChanges(sql, log)
      const clock = settableClock()
      const base = { config, sql, log, secrets: createSecrets(config), clock }
      const outbox = createOutbox(base)
      const kernel = { ...base, address, ownerAddress: address, changes, outbox }
      const app = await buildFrame(kernel, { development: false })
      registerCheckedEa(app, kernel)
      const url = await app.listen(playPort)
      return {
        kernel,
        url,
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
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Plays one scene on a product of its own. */
export async function playAlone(stage: Stage, stories: readonly Story[], onDay?: OnDay): Promise<Outcome[]> {
  const product = await stage.open()
  try {
    return await playScene(product, stories, onDay)
  } finally {
    await product.close()
  }
}
