import type { Kernel } from '#server/kernel.ts'
import { dayText, instantText, utcDay } from '#shared/dates.ts'
import { countableVisits, halfHourOf, keyOf, visitorOf, type HashedVisit } from './countable.ts'
import {
  addFigures,
  countedTallies,
  countedVisits,
  foldSources,
  lockCounting,
  publicShowcases,
  storeTallies,
  storeVisits,
  visitorKey,
  type Addition,
} from './queries.ts'
import { clickedTarget, type Clicked } from './targets.ts'
import { dayHash } from './visitors.ts'

/** A view or a click before it is counted. */
export interface Visit {
  showcase_id: string
  /** `traitsOf` */
  traits: string
  /** `originsOf` */
  origins: readonly string[]
  /** The signed-in trader: an owner's own visits do not count. */
  trader_id: string | null
  click: Clicked | null
  source: string
  at: number
}

const dayOf = (at: number) => dayText(utcDay(at))

interface Candidate extends HashedVisit {
  click: Clicked | null
  source: string
}

/**
 * Counts visits in one transaction. The same visits again change nothing for half an hour.
 * @returns how many counted
 */
export async function countVisits(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  visits: readonly Visit[],
  keys: Map<string, Buffer>,
): Promise<number> {
  for (const day of new Set(visits.map(({ at }) => dayOf(at)))) {
    if (!keys.has(day)) keys.set(day, await visitorKey(sql, day))
  }
  return sql.begin(async (tx) => {
    await lockCounting(tx)
    const ids = [...new Set(visits.map(({ showcase_id }) => showcase_id))]
    const showcases = new Map(
      (await publicShowcases(tx, ids, instantText(clock.now()))).map((each) => [each.showcase_id, each]),
    )
    const candidates = visits.flatMap(({ showcase_id, traits, trader_id, click, source, ...given }): Candidate[] => {
      const showcase = showcases.get(showcase_id)
      if (showcase === undefined || showcase.trader_id === trader_id) return []
      const found = click === null ? null : clickedTarget(click, showcase)
      if (click !== null && found === null) return []
      const day = dayOf(given.at)
      const key = keys.get(day)!
      const origins = given.origins.map((origin) => dayHash(key, origin))
      const who = { day, showcase_id, visitor: dayHash(key, traits), origins, at: halfHourOf(given.at) }
      const target = found === null ? '' : `${found.type}:${found.position}:${found.target}`
      const visit = { ...who, target, click: found, source }
      // A click implies a view. The view's own report may come later, be lost, or belong to yesterday.
      return found === null ? [visit] : [{ ...visit, target: '', click: null, isImplied: true }, visit]
    })
    if (candidates.length === 0) return 0
    const visitors = new Map(candidates.map((visit) => [visitorOf(visit), visit]))
    const known = new Map((await countedVisits(tx, [...visitors.values()])).map((row) => [keyOf(row), row]))
    const tallies = await countedTallies(tx, candidates)
    const inOrder = candidates.toSorted((a, b) => a.at - b.at)
    const counted = countableVisits(inOrder, known, tallies)
    if (counted.length === 0) return 0
    const changed = new Map(counted.map(({ visit }) => [keyOf(visit), known.get(keyOf(visit))!]))
    await storeVisits(tx, [...changed.values()])
    await storeTallies(tx, counted, tallies)
    const additions = counted.map(({ visit, isFirst, isNewHousehold }): Addition => {
      const { day, showcase_id, source, click } = visit
      const isView = click === null
      const visitors = isView && isFirst ? 1 : 0
      return { day, showcase_id, source, views: isView ? 1 : 0, visitors, households: isNewHousehold ? 1 : 0, click }
    })
    await addFigures(tx, additions)
    await foldSources(tx, additions)
    return counted.filter(({ visit }) => !visit.isImplied).length
  })
}
