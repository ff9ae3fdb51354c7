import { createActor, type Actor } from './actor.ts'
import { castRoles, thisWeek } from './cast.ts'
import { createMarket, DAY, type StoryTime } from '#features/ea/simulation/market.ts'
import { createRandom } from '#features/ea/simulation/random.ts'

const WEEK_MS = 7 * DAY * 1000
/** 1970-01-05 was a Monday. */
const firstMonday = 4 * DAY * 1000

export interface Story {
  /** Milliseconds since 1970 UTC of the story's first moment, a Monday at 00:00. */
  origin: number
  actors: Actor[]
}

/**
 * The whole demonstration. The same seed gives the same trades at the same hours of the same weekdays; the week of `now` (ms since 1970
 * UTC) is the current one.
 */
export function createStory(seed: number, now: number): Story {
  const random = createRandom(seed)
  const market = createMarket(seed)
  const origin = now - ((now - firstMonday) % WEEK_MS) - thisWeek * 1000
  const actors = castRoles(random.branch('cast')).map((role, index) =>
    createActor(role, market, random.branch(`actor ${index}`), origin),
  )
  return { origin, actors }
}

/** Whole seconds of the story at a moment. */
export function storyTime({ origin }: Story, moment: number): StoryTime {
  return Math.floor((moment - origin) / 1000)
}
