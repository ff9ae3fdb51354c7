import { setTimeout as sleep } from 'node:timers/promises'
import { bench, option, record } from './frame/bench.ts'
import { startGenerator } from './frame/generator.ts'
import { errorsOf } from './frame/load.ts'
import { longestStall, metricsOf, startMeter, startPopulated } from './frame/populated.ts'
import { memoryBar, memoryOf } from './frame/product.ts'

/**
 * The ranking under the syncs of 100,000 accounts that each send once in five minutes: how long a refresh takes, how many are published in a
 * second, the longest stall of the event loop, and memory.
 * `--accounts=N` (5,000), `--rate=N` of syncs in a second (333), `--seconds=N` (20).
 */

const accounts = option('accounts', 5_000)
const rate = option('rate', 100_000 / 300)
const seconds = option('seconds', 20)
const warmSeconds = 5
const bars = {
  errors: { most: 0 },
  refresh: { most: 50 },
  published: { least: 0.95 },
  stall: { most: 20 },
  memory: memoryBar(accounts),
}

await bench(async () => {
  const product = await startPopulated(accounts)
  const { advisors, port, pid } = product
  const syncs = startGenerator({ advisors, records: false })
  await syncs(port, { connections: 64, seconds: warmSeconds, rate })
  await longestStall(product)

  const before = await metricsOf(product)
  const use = await startMeter(product)
  const load = await syncs(port, { connections: 64, seconds, rate })
  const { answered, refused, unsent, seconds: took, waits } = load
  const { node, postgres } = await use()
  const stall = await longestStall(product)
  const after = await metricsOf(product)
  const since = (name: string) => after(name) - before(name)
  const refreshes = since('ranking_refresh_seconds_count')
  console.log(
    `${answered} syncs in ${took.toFixed(0)} s, p99 ${waits.p99.toFixed(0)} ms, unsent ${unsent}, refused`,
    refused,
    `a sync: ${(node / answered).toFixed(0)} µs node, ${(postgres / answered).toFixed(0)} µs PostgreSQL, the ranking included`,
  )
  for (const edge of ['0.025', '0.05', '0.1', '0.25', '0.5', '1'])
    console.log(`${since(`ranking_refresh_seconds_bucket{le="${edge}"}`)} of ${refreshes} refreshes within ${edge} s`)
  record('errors', errorsOf(load), 'syncs', bars.errors)
  record('refresh, mean', (1000 * since('ranking_refresh_seconds_sum')) / refreshes, 'ms', bars.refresh)
  record('published', refreshes / took, 'in a second', bars.published)
  record('longest stall', stall, 'ms', bars.stall)
  // The garbage of the last syncs is collected meanwhile.
  await sleep(1_000)
  record('memory', memoryOf(pid).now, 'MB', bars.memory)
})
