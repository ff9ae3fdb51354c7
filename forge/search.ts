import { createRandom } from '#features/ea/simulation/random.ts'
import { forgedStory, lies, valuesAt } from './forged.ts'
import type { Lie, Values } from './lie.ts'
import { evaluated, type Evaluated } from './report.ts'
import { playAlone, type Stage } from './product.ts'

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

/** The gain that a climb makes larger. */
export const gainOf = ({ unnoticed, ranked }: Evaluated) => unnoticed + ranked / 1000

/** How long a search may take, and which of the lies: those whose index leaves `part` when divided by `parts`. */
export interface SearchTerms {
  seconds: number
  /** Another one climbs from other accounts, by other steps. */
  draw: number
  part: number
  parts: number
}

/**
 * A hill climb for each lie over its numbers, all of them side by side: each generation plays one changed lie of each kind on the same
 * account, and keeps it where it gains more. Ends after `seconds`. Answers the best of each lie.
 */
export async function searchLies(
  stage: Stage,
  { seconds, draw, part, parts }: SearchTerms,
  onGeneration: (played: number) => void,
): Promise<Found[]> {
  const random = createRandom(draw).branch('climb')
  const climbs = lies
    .filter(({ beyond }) => beyond === undefined)
    .map((lie, index): Climb => ({
      lie,
      seed: 1000 * draw + index,
      place: Object.keys(lie.ranges).map(() => 0.5),
      best: null,
    }))
    .filter((_climb, index) => index % parts === part)
  const end = performance.now() + seconds * 1000
  let played = 0
  for (let step = firstStep; performance.now() < end; step *= cooling) {
    const places = climbs.map(({ place, best }) =>
      best === null ? place : place.map((each) => Math.min(1, Math.max(0, each + step * random.normal()))),
    )
    const stories = climbs.map(({ lie, seed }, index) =>
      forgedStory(seed, [{ lie, values: valuesAt(lie, places[index] ?? []) }], 60, climbDays),
    )
    const outcomes = evaluated(await playAlone(stage, stories))
    played += stories.length
    onGeneration(played)
    climbs.forEach((climb, index) => {
      const tried = outcomes[index]
      if (tried === undefined || (climb.best !== null && gainOf(tried) <= gainOf(climb.best))) return
      Object.assign(climb, { best: tried, place: places[index] })
    })
  }
  return climbs.flatMap(({ lie, place, best }) => (best === null ? [] : { ...best, values: valuesAt(lie, place) }))
}
