import { createRandom } from '#features/ea/simulation/random.ts'
import { forgedStory, lies, valuesAt } from './forged.ts'
import type { Lie, Values } from './lie.ts'
import { evaluated, type Evaluated } from './report.ts'
import { playAlone, type Cluster } from './product.ts'

/** A climb's best place: one number in [0, 1] for each range of the lie. */
interface Climb {
  lie: Lie
  seed: number
  place: number[]
  best: Evaluated | null
}

/** A lie as its climb left it. */
export interface Found extends Evaluated {
  values: Values
}

/** Long enough for each lie to gain, and for a case within a day of it. */
const climbDays = 6
/** The first step's standard deviation, and its part that is left after each generation. */
const firstStep = 0.35
const cooling = 0.93

const gainOf = ({ unnoticed, ranked }: Evaluated) => unnoticed + ranked / 1000

/**
 * A hill climb for each lie over its numbers, all of them side by side: each generation plays one changed lie of each kind on the same
 * account, and keeps it where it gains more. Ends after `seconds`. Answers the best of each lie, the largest gain first.
 */
export async function searchLies(cluster: Cluster, seconds: number): Promise<{ found: Found[]; played: number }> {
  const random = createRandom(seconds)
  const climbs = lies
    .filter(({ beyond }) => beyond !== true)
    .map((lie, index): Climb => ({
      lie,
      seed: 1000 + index,
      place: Object.keys(lie.ranges).map(() => 0.5),
      best: null,
    }))
  const end = performance.now() + seconds * 1000
  let played = 0
  for (let step = firstStep; performance.now() < end; step *= cooling) {
    const places = climbs.map(({ place, best }) =>
      best === null ? place : place.map((each) => Math.min(1, Math.max(0, each + step * random.normal()))),
    )
    const stories = climbs.map(({ lie, seed }, index) =>
      forgedStory(seed, [{ lie, values: valuesAt(lie, places[index] ?? []) }], 60, climbDays),
    )
    const outcomes = evaluated(await playAlone(cluster, stories))
    played += stories.length
    climbs.forEach((climb, index) => {
      const tried = outcomes[index]
      if (tried === undefined || (climb.best !== null && gainOf(tried) <= gainOf(climb.best))) return
      Object.assign(climb, { best: tried, place: places[index] })
    })
  }
  const found = climbs.flatMap(({ lie, place, best }) =>
    best === null ? [] : { ...best, values: valuesAt(lie, place) },
  )
  found.sort((a, b) => gainOf(b) - gainOf(a))
  return { found, played }
}
