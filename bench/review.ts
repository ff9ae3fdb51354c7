import { pino } from 'pino'
import { reportSilentFindings } from '#features/integrity/server/night/night-report.ts'
import { reviewAccounts } from '#features/integrity/server/review/review.ts'
import { createChanges } from '#server/changes.ts'
import { connectDatabase, type Sql } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import type { Kernel } from '#server/kernel.ts'
import { createOutbox } from '#server/outbox/outbox-delivery.ts'
import { readConfig } from '#server/settings/config.ts'
import { createSecrets } from '#server/settings/crypto.ts'
import { atEnd, bench, option, record } from './frame/bench.ts'
import { postgresMicros, walBytes } from './frame/cluster.ts'
import { dataFolder, seedFolder } from './frame/product.ts'

/**
 * CPU time of Node and PostgreSQL for one account, in the review of behaviour and in the nightly report on peers, and how many accounts
 * each of them reaches in an hour, with its rests. The first 500 accounts of each are not counted. Every trade has a record.
 * `--traders=N` (10,000), `--accounts=N` that are reviewed (2,000), `--seconds=N` of the nightly report (20).
 */

const traders = option('traders', 10_000)
const reviewed = option('accounts', 2_000)
const seconds = option('seconds', 20)
const warm = 500
/** The share of two cores that 100,000 accounts in an hour take, and accounts in an hour; the nightly report runs for 24 minutes of one. */
const bars = { share: { most: 0.1 }, accounts: { least: 100_000 } }
const nightShare = 24 / 60

/** A terminal's record of each trade. */
async function addRecords(sql: Sql): Promise<void> {
  await sql`
    insert into ledger_record (account_id, ticket, broker_time, at, first_seen_at, content_hash, net, consumed, record)
    select account_id, ticket, extract(epoch from close_at) * 1000, close_at, close_at, 'x', net, true,
           jsonb_build_object('ticket', ticket, 'type', side, 'symbol', symbol, 'lots', volume, 'open_price', 1.1,
             'close_price', 1.1 + net / volume / 100000, 'open_time', floor(extract(epoch from open_at)),
             'close_time', floor(extract(epoch from close_at)), 'sl', 1, 'tp', 0, 'profit', net, 'swap', 0,
             'commission', 0)
      from trade`
  await sql`vacuum analyze`
}

await bench(async () => {
  const folder = dataFolder()
  await seedFolder(folder, traders)
  const log = pino({ level: 'error' })
  const config = readConfig({ DATA_DIR: folder })
  const cluster = await startEmbeddedPostgres(folder, log)
  atEnd(() => cluster.stop())
  await migrate(cluster.address)
  const patient = connectDatabase(cluster.address, { max: 1, patient: true })
  await addRecords(patient.sql)
  await patient.close()
  const { sql, close } = connectDatabase(cluster.address, { max: 4 })
  atEnd(close)
  const changes = await createChanges(sql, log)
  atEnd(() => changes.close())
  const base = { config, sql, log, secrets: createSecrets(config), clock: { now: () => Date.now() } }
  const kernel: Kernel = {
    ...base,
    address: cluster.address,
    ownerAddress: cluster.address,
    changes,
    outbox: createOutbox(base),
  }

  async function measure(name: string, share: number, work: () => Promise<number>): Promise<void> {
    const [wal, postgres, began] = [await walBytes(sql), postgresMicros(folder), performance.now()]
    const cpu = process.cpuUsage()
    const count = await work()
    const { user, system } = process.cpuUsage(cpu)
    const wall = (performance.now() - began) / 1000
    const [node, pg] = [(user + system) / count, (postgresMicros(folder) - postgres) / count]
    const bytes = ((await walBytes(sql)) - wal) / count
    console.log(
      `${name}: ${count} accounts, Node ${node.toFixed(0)} µs, PostgreSQL ${pg.toFixed(0)} µs, ${bytes.toFixed(0)} B of WAL each`,
    )
    record(`${name}, share of two cores`, ((node + pg) * 100_000) / 3_600 / 2e6, '', bars.share)
    record(`${name}, accounts in an hour`, (share * 3_600 * count) / wall, '', bars.accounts)
  }
  await sql`update account_integrity set review_due_at = now() - interval '1 hour'`
  await reviewAccounts(kernel, warm)
  await measure('review', 1, () => reviewAccounts(kernel, reviewed))
  await reportSilentFindings(kernel, undefined, 1_000)
  await measure('nightly report', nightShare, () => reportSilentFindings(kernel, undefined, seconds * 1000))
})
