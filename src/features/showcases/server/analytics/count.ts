import type { Kernel } from '#server/kernel.ts'
import { dayText, instantText, utcDay } from '#shared/dates.ts'
import { halfHourOf, judgeVisits, keyOf, whoOf, type Visit } from './judge.ts'
import {
  addFigures,
  countedTallies,
  countedVisits,
  foldSources,
  keepTallies,
  keepVisits,
  lockCounting,
  publicShowcases,
  visitorKey,
  type Addition,
} from './queries.ts'
import { offered, type Clicked } from './targets.ts'
import { dayHash } from './visitors.ts'

/** Something that a visitor did, as it waits to be counted. */
export interface Noted {
  showcase_id: string
  /** `traitsOf` */
  traits: string
  /** `originsOf` */
  origins: readonly string[]
  /** Whose session it was: an owner's own visits do not count. */
  trader_id: string | null
  click: Clicked | null
  source: string
  at: number
}

const dayOf = (at: number) => dayText(utcDay(at))

interface Candidate extends Visit {
  click: Clicked | null
  source: string
}

/** Counts what was noted, in one transaction; how many of it counted. Counting the same again changes nothing for half an hour. */
export async function countNoted(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  noted: readonly Noted[],
  keys: Map<string, Buffer>,
): Promise<number> {
  for (const day of new Set(noted.map(({ at }) => dayOf(at)))) {
    if (!keys.has(day)) keys.set(day, await visitorKey(sql, day))
  }
  return sql.begin(async (tx) => {
    await lockCounting(tx)
    const ids = [...new Set(noted.map(({ showcase_id }) => showcase_id))]
    const showcases = new Map(
      (await publicShowcases(tx, ids, instantText(clock.now()))).map((each) => [each.showcase_id, each]),
    )
    const candidates = noted.flatMap(({ showcase_id, traits, trader_id, click, source, ...told }): Candidate[] => {
      const showcase = showcases.get(showcase_id)
      if (showcase === undefined || showcase.trader_id === trader_id) return []
      const found = click === null ? null : offered(click, showcase)
      if (click !== null && found === null) return []
      const day = dayOf(told.at)
      const key = keys.get(day)!
      const origins = told.origins.map((origin) => dayHash(key, origin))
      const who = { day, showcase_id, visitor: dayHash(key, traits), origins, at: halfHourOf(told.at) }
      const target = found === null ? '' : `${found.type}:${found.position}:${found.target}`
      const visit = { ...who, target, click: found, source }
      // Nobody clicks without looking: the look may come later, be lost, or have been yesterday.
      return found === null ? [visit] : [{ ...visit, target: '', click: null, isImplied: true }, visit]
    })
    if (candidates.length === 0) return 0
    const visitors = new Map(candidates.map((visit) => [whoOf(visit), visit]))
    const known = new Map((await countedVisits(tx, [...visitors.values()])).map((row) => [keyOf(row), row]))
    const tallies = await countedTallies(tx, candidates)
    const inOrder = candidates.toSorted((a, b) => a.at - b.at)
    const counted = judgeVisits(inOrder, known, tallies)
    if (counted.length === 0) return 0
    const kept = new Map(counted.map(({ visit }) => [keyOf(visit), known.get(keyOf(visit))!]))
    await keepVisits(tx, [...kept.values()])
    await keepTallies(tx, counted, tallies)
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
