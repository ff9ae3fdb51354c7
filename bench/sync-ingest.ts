import { bench, compare, median, option, record } from './frame/bench.ts'
import { startGenerator } from './frame/generator.ts'
import { errorsOf } from './frame/load.ts'
import { preparePgbench } from './frame/pgbench.ts'
import { startMeter, startPopulated } from './frame/populated.ts'

/**
 * Syncs that are acknowledged in a second, over HTTP from 256 connections, against transactions of pgbench that do the same two updates, on
 * the same durable cluster. The interval between two syncs of an account is lifted; all else is as in production. Counts that each
 * acknowledged sync is stored. Then the same with a closed trade in each sync, without a bar.
 * `--accounts=N` (5,000), `--seconds=N` of each measurement (3). It needs pgbench and the built web part.
 */

const accounts = option('accounts', 5_000)
const seconds = option('seconds', 3)
const connections = 256
const bars = { ratio: { least: 2 }, p99: { most: 25 }, lost: { most: 0 } }

await bench(async () => {
  const product = await startPopulated(accounts)
  const { port, folder, address, sql, advisors } = product
  const pgbench = await preparePgbench(sql, address, { folder, accounts, seconds })
  const stored = async () => {
    const [row] = await sql<{ syncs: number }[]>`select sum(sync_count)::bigint as syncs from trading_account`
    return row?.syncs ?? Number.NaN
  }
  let lost = 0
  /** A round of syncs; prints what they took. */
  async function acknowledged(syncs: ReturnType<typeof startGenerator>): Promise<{ rate: number; p99: number }> {
    const storedBefore = await stored()
    const use = await startMeter(product)
    const load = await syncs(port, { connections, seconds })
    const { answered, refused, seconds: took, waits } = load
    const { node, postgres, wal } = await use()
    const rate = answered / took
    const [eachNode, eachPostgres, eachWal] = [node, postgres, wal].map((all) => (all / answered).toFixed(0))
    console.log(
      `${rate.toFixed(0)}/s, ms ${waits.p50.toFixed(0)} median, ${waits.p99.toFixed(0)} p99, ${waits.most.toFixed(0)} longest; ` +
        `a sync: ${eachNode} µs node, ${eachPostgres} µs PostgreSQL, ${eachWal} bytes of WAL`,
    )
    if (Object.keys(refused).length > 0) console.log('refused, by status:', refused)
    lost += Math.abs(answered - ((await stored()) - storedBefore)) + errorsOf(load)
    return { rate, p99: waits.p99 }
  }

  const plain = startGenerator({ advisors, records: false })
  const p99s: number[] = []
  const ours = async () => {
    const { rate, p99 } = await acknowledged(plain)
    p99s.push(p99)
    return rate
  }
  await compare(
    'syncs / transactions of pgbench',
    { reference: pgbench, ours },
    { unit: 'in a second', bar: bars.ratio },
  )
  // The first round, in which each account has its first sync, does not count.
  record(`p99 at ${connections} connections`, median(p99s.slice(1)), 'ms', bars.p99)
  console.log('with a closed trade in each sync:')
  const withTrades = startGenerator({ advisors, records: true })
  for (let round = 0; round < 2; round += 1) await acknowledged(withTrades)
  record('syncs acknowledged and not stored, or refused', lost, '', bars.lost)
})
