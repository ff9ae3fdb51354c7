import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { scenesOf } from './programme.ts'
import { startCluster } from './product.ts'
import { alarmsOf, lineOf, summaryOf, type Evaluated } from './report.ts'
import { gainOf, type Found } from './search.ts'
import { startWorker, type Worker } from './workers.ts'

// The forger's suite:  npm run forge -- [--seeds N] [--story NAME] [--seed N] [--search SECONDS] [--draw N] [--workers N]
// Plays forged and honest accounts of weeks through the sync over HTTP and prints what the product shows of each, then searches so many
// seconds for the lies that gain most (another draw: other accounts and steps). Ends with 1 where a story misses the bar.

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    story: { type: 'string', default: '' },
    seed: { type: 'string' },
    search: { type: 'string', default: '60' },
    draw: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(Math.min(8, availableParallelism())) },
  },
})
const chosen = {
  seeds: Number(values.seeds),
  name: values.story,
  seed: values.seed === undefined ? null : Number(values.seed),
}
const scenes = scenesOf(chosen)
const count = scenes.flat().length
const searchSeconds = Number(values.search)
const draw = Number(values.draw)

const started = performance.now()
const seconds = () => `${((performance.now() - started) / 1000).toFixed(0)} s`
const progress = (text: string) => console.log(`… ${text}, ${seconds()}`)

const cluster = await startCluster()
const workers = Array.from({ length: Number(values.workers) }, (_, index) =>
  startWorker({ cluster: cluster.address, name: `w${index + 1}`, chosen }),
)
const all: Evaluated[] = []
try {
  await playAll()
  const missed = all.filter(isMiss)
  if (missed.length > 0) console.log(`\n${missed.length} of ${all.length} miss the bar:`)
  for (const one of missed) console.log(lineOf(one))
  console.log()
  for (const line of [...summaryOf(all), '', ...alarmsOf(all), '']) console.log(line)
  console.log(`${all.length} stories in ${seconds()}`)
  if (searchSeconds > 0) await searchAll()
} finally {
  for (const worker of workers) await worker.stop()
  await cluster.close()
}
process.exitCode = all.some(isMiss) ? 1 : 0

function isMiss({ passed, outcome }: Evaluated): boolean {
  return !passed && outcome.story.kind !== 'beyond'
}

/** Each worker takes the next scene when it has ended one. */
async function playAll(): Promise<void> {
  let next = 0
  const play = async (worker: Worker) => {
    while (next < scenes.length) {
      const scene = next
      next += 1
      const answer = await worker.run({ scene }, progress)
      if (!('played' in answer)) throw new Error('no scene was played')
      all.push(...answer.played)
      for (const one of answer.played) console.log(lineOf(one))
      progress(`${all.length} of ${count} stories`)
    }
  }
  await Promise.all(workers.map(play))
}

/** The lies are shared out among the workers. */
async function searchAll(): Promise<void> {
  const found: Found[] = []
  const parts = workers.length
  await Promise.all(
    workers.map(async (worker, part) => {
      const answer = await worker.run({ search: { seconds: searchSeconds, draw, part, parts } }, progress)
      if ('found' in answer) found.push(...answer.found)
    }),
  )
  found.sort((a, b) => gainOf(b) - gainOf(a))
  console.log('The best of each lie after a hill climb over its numbers, the largest gain first:')
  for (const one of found) console.log(`${lineOf(one)} ${JSON.stringify(one.values, rounded)}`)
  all.push(...found)
}

function rounded(_name: string, value: unknown): unknown {
  return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value
}
