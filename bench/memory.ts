import { setTimeout as sleep } from 'node:timers/promises'
import { bench, option, record } from './frame/bench.ts'
import { requests } from './frame/children.ts'
import { startGenerator } from './frame/generator.ts'
import { errorsOf } from './frame/load.ts'
import { startPopulated } from './frame/populated.ts'
import { memoryBar, memoryOf } from './frame/product.ts'

/**
 * Memory of the product's process under mixed load: lists, and the syncs of accounts that each send once in five minutes at 100,000. The
 * slope is that of the least squares over the second half, in a share of the mean for each hour; a short run shows warming up as well.
 * `--minutes=N` (1; a soak has 60), `--accounts=N` (10,000), `--rate=N` of syncs in a second, `--lists=N` in a second, `--restart=1`
 * for a server that started from the stored ranking, as all but the first do.
 */

const minutes = option('minutes', 1)
const accounts = option('accounts', 10_000)
const rate = option('rate', 100_000 / 300)
const lists = option('lists', 200)
const isRestart = option('restart', 0) === 1
const bars = { errors: { most: 0 }, memory: memoryBar(accounts), slope: { most: 1 } }
const soakMinutes = 30
const everyMs = 1_000

await bench(async () => {
  const product = await startPopulated(accounts, { isRestart })
  const { advisors, port, pid } = product
  const seconds = 60 * minutes
  const load = Promise.all([
    startGenerator({ advisors, records: false })(port, { connections: 64, seconds, rate }),
    startGenerator({ texts: requests('Accept-Encoding: br\r\n').map(String) })(port, {
      connections: 16,
      seconds,
      rate: lists,
    }),
  ])
  const samples: { hours: number; megabytes: number }[] = []
  const began = performance.now()
  for (let at = 0; at < 1000 * seconds; at = performance.now() - began) {
    samples.push({ hours: at / 3_600_000, megabytes: memoryOf(pid).now })
    await sleep(everyMs)
  }
  const [synced, listed] = await load
  console.log(
    `${synced.answered} syncs and ${listed.answered} lists; unsent ${synced.unsent} and ${listed.unsent}; refused`,
    synced.refused,
    listed.refused,
  )
  record('errors', errorsOf(synced) + errorsOf(listed), 'requests', bars.errors)
  const { now, most } = memoryOf(pid)
  console.log(`${now.toFixed(0)} MB at the end, at most ${most.toFixed(0)}`)
  const slope = 100 * slopeOf(samples.slice(samples.length / 2))
  // Minutes tell nothing of an hour.
  if (minutes >= soakMinutes) record('slope', slope, '% an hour', bars.slope)
  else console.log(`slope ${slope.toFixed(0)} % an hour`)
  record(`memory after ${minutes} minutes with ${accounts} traders`, now, 'MB', bars.memory)
})

/** The change in an hour, as a share of the mean. */
function slopeOf(samples: readonly { hours: number; megabytes: number }[]): number {
  const mean = (of: (sample: (typeof samples)[number]) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [hours, megabytes] = [mean((sample) => sample.hours), mean((sample) => sample.megabytes)]
  const covariance = mean((sample) => (sample.hours - hours) * (sample.megabytes - megabytes))
  return covariance / mean((sample) => (sample.hours - hours) ** 2) / megabytes
}
