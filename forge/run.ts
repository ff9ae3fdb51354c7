import { parseArgs } from 'node:util'
import { drawnStory, stolenStories } from './forged.ts'
import { plainStory } from './honest.ts'
import { oddStory } from './oddities.ts'
import { playAlone, startCluster } from './product.ts'
import { evaluated, lineOf, summaryOf, type Evaluated } from './report.ts'
import { searchLies } from './search.ts'
import type { Story } from './story.ts'

// The forger's suite:  npm run forge -- [--seeds N] [--story NAME] [--seconds N]
// Plays forged and honest accounts of weeks through the sync and prints what the product shows of each, then searches `seconds` long for the
// lies that gain most. Ends with 1 where a story misses the bar.

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '200' },
    story: { type: 'string', default: '' },
    seconds: { type: 'string', default: '120' },
  },
})
const seeds = Number(values.seeds)
/** Accounts on the stage at once. */
const sceneSize = 50

const started = performance.now()
const seconds = () => ((performance.now() - started) / 1000).toFixed(0)
const cluster = await startCluster()
const all: Evaluated[] = []
try {
  const drawn = Array.from({ length: seeds }, (_, index): Story[] => [
    drawnStory(index + 1),
    index % 2 === 0 ? plainStory(index + 1) : oddStory((index - 1) / 2),
  ]).flat()
  const pairs = Array.from({ length: Math.ceil(seeds / 20) }, (_, index) => stolenStories(index + 1)).flat()
  const stories = [...pairs, ...drawn].filter(({ name }) => name.includes(values.story))
  for (let first = 0; first < stories.length; first += sceneSize) {
    const scene = evaluated(await playAlone(cluster, stories.slice(first, first + sceneSize)))
    all.push(...scene)
    for (const one of scene) console.log(lineOf(one))
    console.log(`… ${all.length} of ${stories.length} stories, ${seconds()} s`)
  }
  for (const line of summaryOf(all)) console.log(line)
  console.log(`${all.length} stories in ${seconds()} s`)
  const { found, played } = await searchLies(cluster, Number(values.seconds))
  console.log(`The best of each lie, after ${played} stories of a hill climb over its numbers:`)
  for (const one of found)
    console.log(
      `${lineOf(one)} ${JSON.stringify(one.values, (_, value) => (typeof value === 'number' ? Math.round(value * 1000) / 1000 : value))}`,
    )
  all.push(...found)
} finally {
  await cluster.close()
}
process.exitCode = all.some(({ passed, outcome }) => !passed && outcome.story.kind !== 'beyond') ? 1 : 0
