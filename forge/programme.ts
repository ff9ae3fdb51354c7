import { copiedStories, hedgedStories } from './copied-account.ts'
import { drawnStory, stolenStories } from './forged.ts'
import { oddStory } from './honest/odd-story.ts'
import { plainStory } from './honest/plain.ts'
import { distantBetStories, opinionStories } from './opposite-days.ts'
import type { Story } from './story.ts'

export interface Chosen {
  /** Forged accounts, and as many honest ones. */
  seeds: number
  /** Part of a name; empty for all. */
  name: string
  /** One seed alone; null for all. */
  seed: number | null
}

/** Accounts on the stage at once. More of them share a transaction of the server; fewer spread better over the workers. */
const sceneSize = 60

/** The stories of a run in scenes, the longest first. The same choice gives the same scenes in every process. */
export function scenesOf({ seeds, name, seed }: Chosen): Story[][] {
  const groups = Array.from({ length: seeds }, (_, index) => groupsOf(index + 1))
    .flat()
    .filter((group) => group.some((story) => story.name.includes(name) && (seed === null || story.seed === seed)))
  const syncs = ({ days, every }: Story) => (days * 1440) / every
  const { fast = [], slow = [] } = Object.groupBy(groups, ([story]) => ((story?.every ?? 60) < 30 ? 'fast' : 'slow'))
  return [...inScenes(fast), ...inScenes(slow)].toSorted(
    (a, b) => Math.max(...b.map(syncs)) * b.length - Math.max(...a.map(syncs)) * a.length,
  )
}

/** One forged account at least, and one honest one; stories that belong together share a group. */
function groupsOf(seed: number): Story[][] {
  if (seed % 20 === 0) return [stolenStories(seed)]
  if (seed % 20 === 10) {
    const pairs = [hedgedStories(seed), copiedStories(seed)]
    // Every second time, so that a run is hardly longer.
    return seed % 40 === 10 ? [...pairs, distantBetStories(seed), opinionStories(seed)] : pairs
  }
  return [[drawnStory(seed)], [seed % 2 === 1 ? plainStory(seed) : oddStory(seed)]]
}

/** Scenes of about the same size. */
function inScenes(groups: readonly Story[][]): Story[][] {
  const count = Math.ceil(groups.flat().length / sceneSize)
  return Array.from({ length: count }, (_, index) => groups.filter((_group, place) => place % count === index).flat())
}
