import { createActor, type Actor } from './actor.ts'
import { castRoles, thisWeek } from './cast.ts'
import { createMarket, DAY, type StoryTime } from '#features/ea/simulation/market.ts'
import { outcomeOf } from './outcome.ts'
import { cast } from './parts.ts'
import { createRandom } from '#features/ea/simulation/random.ts'

const WEEK_MS = 7 * DAY * 1000
/** 1970-01-05 was a Monday. */
const firstMonday = 4 * DAY * 1000

/** A promise that one play in five keeps fails for one trader in ten thousand million. */
const mostAttempts = 100

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
  const actors = castRoles(random.branch('cast'), storyTime({ origin }, now)).map((role, index) => {
    const promise = cast[index]?.promise ?? (() => true)
    const played = (attempt: number) => createActor(role, market, random.branch(`actor ${index} ${attempt}`), origin)
    const from = role.proof === 'matched' ? role.opened : role.connected
    for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
      if (promise(outcomeOf(played(attempt), from, thisWeek))) return played(attempt)
    }
    throw new Error(`no luck makes ${role.person.username} what the cast promises: ${role.kind}`)
  })
  return { origin, actors }
}

/** Whole seconds of the story at a moment. */
export function storyTime({ origin }: Pick<Story, 'origin'>, moment: number): StoryTime {
  return Math.floor((moment - origin) / 1000)
}
