import { availableParallelism } from 'node:os'
import { bench, option, record } from './frame/bench.ts'
import { startGenerator } from './frame/generator.ts'
import { errorsOf } from './frame/load.ts'
import { longestStall, startMeter, startPopulated, type Populated } from './frame/populated.ts'
import { memoryOf } from './frame/product.ts'

/**
 * The load for which the product is planned: 100,000 accounts that each sync once a minute, at random moments that are fixed beforehand.
 * Prints what a sync costs, how the stored history grows, and the longest stall of the event loop. Then what a sync with a closed trade
 * costs, of which a tenth as many come for ten seconds.
 * `--minutes=N` (0.5), `--accounts=N` (20,000: these sync more often, so that the rate stays the same), `--rate=N` of syncs in a second.
 */

const minutes = option('minutes', 0.5)
const accounts = option('accounts', 20_000)
const rate = option('rate', 100_000 / 60)
const connections = 256
const recordsSeconds = 10
const bars = {
  cores: { most: 0.2 },
  p99: { most: 15 },
  errors: { most: 0 },
  growth: { most: 3_000 },
  wal: { most: 400 },
  stall: { most: 20 },
}
const hoursOfDay = 24

/** Rows of history that an account has in an hour, and the bytes of each. */
async function historyOf({ sql }: Populated): Promise<{ rows: number; bytes: number }> {
  // The statistics follow a second later.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const [row] = await sql<{ rows: number; bytes: number }[]>`
    select sum(n_tup_ins - n_tup_del)::bigint as rows,
           sum((n_tup_ins - n_tup_del) * pg_total_relation_size(relid) / greatest(n_live_tup, 1))::bigint as bytes
      from pg_stat_user_tables
     where relname in ('account_point', 'sync_ledger')`
  return row ?? { rows: Number.NaN, bytes: Number.NaN }
}

await bench(async () => {
  const product = await startPopulated(accounts)
  const { advisors, port, child } = product
  const syncs = startGenerator({ advisors, records: false })
  const empty = await historyOf(product)
  // The first sync of each account, which is a long one.
  await syncs(port, { connections: 32, seconds: 3_600, most: accounts })
  const first = await historyOf(product)
  await longestStall(product)

  const use = await startMeter(product)
  const load = await syncs(port, { connections, seconds: 60 * minutes, rate })
  const { answered, refused, unsent, seconds, waits } = load
  const { node, postgres, wal } = await use()
  const stall = await longestStall(product)
  if (child.exitCode !== null) throw new Error('the product ended')
  const errors = errorsOf(load)
  console.log(
    `${answered} syncs in ${seconds.toFixed(0)} s, ms ${waits.p50.toFixed(1)} median, ${waits.p99.toFixed(1)} p99, ${waits.most.toFixed(0)} longest; ` +
      `a sync: ${(node / answered).toFixed(0)} µs node, ${(postgres / answered).toFixed(0)} µs PostgreSQL; ` +
      `memory ${memoryOf(product.pid).now.toFixed(0)} MB`,
  )
  if (errors > 0) console.log(`unsent ${unsent}, refused by status:`, refused)
  record('errors', errors, 'syncs', bars.errors)
  record('history of an account', ((first.bytes - empty.bytes) / accounts) * hoursOfDay, 'bytes a day', bars.growth)
  record('write-ahead log', wal / answered, 'bytes a sync', bars.wal)
  record('p99', waits.p99, 'ms', bars.p99)
  record('longest stall', stall, 'ms', bars.stall)
  const share = ((node + postgres) / answered / 1e6) * (rate / availableParallelism())
  record(`share of all cores for ${rate.toFixed(0)} syncs a second`, share, '', bars.cores)

  const withRecords = startGenerator({ advisors, records: true })
  const useOfRecords = await startMeter(product)
  const traded = await withRecords(port, { connections: 32, seconds: recordsSeconds, rate: rate / 10 })
  const used = await useOfRecords()
  const kind = `with a closed trade, ${(traded.answered / traded.seconds).toFixed(0)} in a second`
  record(`${kind}: errors`, errorsOf(traded), 'syncs', bars.errors)
  record(`${kind}: Node`, used.node / traded.answered, 'µs a sync', null)
  record(`${kind}: PostgreSQL`, used.postgres / traded.answered, 'µs a sync', null)
  record(`${kind}: write-ahead log`, used.wal / traded.answered, 'bytes a sync', null)
})
