import { parseArgs } from 'node:util'
import { drawnStory } from './forged.ts'
import { plainStory } from './honest.ts'
import { oddStory } from './oddities.ts'
import { openProduct } from './product.ts'
import { evaluated, lineOf, summaryOf, type Evaluated } from './report.ts'
import { playScene } from './scene.ts'
import type { Story } from './story.ts'

// The forger's suite:  npm run forge -- [--seeds N] [--story NAME]
// Plays forged and honest accounts of weeks through the sync and prints what the product shows of each. Ends with 1 where one misses the bar.

const { values } = parseArgs({
  options: { seeds: { type: 'string', default: '200' }, story: { type: 'string', default: '' } },
})
const seeds = Number(values.seeds)
/** Accounts on the stage at once. */
const sceneSize = 50

const started = performance.now()
const seconds = () => ((performance.now() - started) / 1000).toFixed(0)
const product = await openProduct()
const all: Evaluated[] = []
try {
  const drawn = Array.from({ length: seeds }, (_, index): Story[] => [
    drawnStory(index + 1),
    index % 2 === 0 ? plainStory(index + 1) : oddStory((index - 1) / 2),
  ]).flat()
  const stories = drawn.filter(({ name }) => name.includes(values.story))
  for (let first = 0; first < stories.length; first += sceneSize) {
    const scene = evaluated(await playScene(product, stories.slice(first, first + sceneSize)))
    all.push(...scene)
    for (const one of scene) console.log(lineOf(one))
    console.log(`… ${all.length} of ${stories.length} stories, ${seconds()} s`)
  }
} finally {
  await product.close()
}
for (const line of summaryOf(all)) console.log(line)
console.log(`${all.length} stories in ${seconds()} s`)
process.exitCode = all.some(({ passed, outcome }) => !passed && outcome.story.kind !== 'beyond') ? 1 : 0
