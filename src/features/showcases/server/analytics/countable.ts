import { MINUTE_MS } from '#shared/dates.ts'
import { shareOf } from './visitors.ts'

/** A view of a showcase or a click on it, of a visitor known by the hash of the day. */
export interface HashedVisit {
  day: string
  showcase_id: string
  visitor: string
  /** Hashes of `originsOf`. */
  origins: readonly string[]
  /** Empty for a view, else the clicked target: type, place and name. */
  target: string
  /** Milliseconds UTC. */
  at: number
  /** A view that follows from a click: it counts where no view of the visitor's day did. */
  isImplied?: boolean
}

/** The last two times that a visit was counted. Milliseconds UTC. */
export interface Counted {
  counted: number
  earlier: number | null
}

/** Counts of an origin on a day at a showcase. */
export interface Tally {
  visitors: number
  views: number
  clicks: number
}

/** The same visitor counts again in the next half hour of the clock. Times of visits are cut to its beginning. */
const againMs = 30 * MINUTE_MS
export const halfHourOf = (at: number) => at - (at % againMs)
const hourMs = 2 * againMs
/** Clicks of one visitor in any hour, over all showcases. A person makes no more. */
const clicksPerHour = 30
/** Bounds of one address at a showcase in a day, with any number of browsers. */
const perDay: Tally = { visitors: 12, views: 24, clicks: 24 }

export const keyOf = ({ day, showcase_id, visitor, target }: Omit<HashedVisit, 'at' | 'origins'>) =>
  `${day} ${showcase_id} ${visitor} ${target}`
export const visitorOf = ({ day, visitor }: Pick<HashedVisit, 'day' | 'visitor'>) => `${day} ${visitor}`
export const tallyKey = ({ day, showcase_id }: Pick<HashedVisit, 'day' | 'showcase_id'>, origin: string) =>
  `${day} ${showcase_id} ${origin}`

/**
 * The visits that count. Pure, and exact where no other instance counts meanwhile.
 * @param known all counted visits of these visitors' days, by `keyOf`; changed in place
 * @param tallies of all their origins, by `tallyKey`; changed in place
 * @param visits oldest first
 * @returns `isFirst`: the visitor's first of the day; `isNewHousehold`: no other visitor of the subscriber came before
 */
export function countableVisits<V extends HashedVisit>(
  visits: readonly V[],
  known: Map<string, Omit<HashedVisit, 'at' | 'origins'> & Counted>,
  tallies: Map<string, Tally>,
): { visit: V; isFirst: boolean; isNewHousehold: boolean }[] {
  const times = new Map<string, number[]>()
  const timesOf = (visit: Pick<HashedVisit, 'day' | 'visitor'>) => {
    const held = times.get(visitorOf(visit)) ?? []
    times.set(visitorOf(visit), held)
    return held
  }
  for (const row of known.values()) {
    if (row.target === '') continue
    timesOf(row).push(row.counted, ...(row.earlier === null ? [] : [row.earlier]))
  }
  return visits.flatMap((visit) => {
    const before = known.get(keyOf(visit))
    if (before !== undefined && (visit.isImplied || visit.at - before.counted < againMs)) return []
    // A click follows its view. An address that reached its limit of views gets no click either.
    if (visit.target !== '' && !known.has(keyOf({ ...visit, target: '' }))) return []
    const isFirst = before === undefined
    const added = addedBy(visit, isFirst)
    const ofOrigins = visit.origins.map((origin) => tallies.get(tallyKey(visit, origin)) ?? nothing)
    if (ofOrigins.some((tally, place) => isBeyond(plus(tally, added), shareOf(place)))) return []
    if (visit.target !== '') {
      const clicks = timesOf(visit)
      if (clicks.filter((time) => time > visit.at - hourMs).length >= clicksPerHour) return []
      clicks.push(visit.at)
    }
    known.set(keyOf(visit), { ...visit, counted: visit.at, earlier: before?.counted ?? null })
    visit.origins.forEach((origin, place) =>
      tallies.set(tallyKey(visit, origin), plus(ofOrigins[place] ?? nothing, added)),
    )
    return [{ visit, isFirst, isNewHousehold: added.visitors > 0 && ofOrigins.at(-1)?.visitors === 0 }]
  })
}

const nothing: Tally = { visitors: 0, views: 0, clicks: 0 }

function addedBy({ target }: Pick<HashedVisit, 'target'>, isFirst: boolean): Tally {
  return target === '' ? { visitors: isFirst ? 1 : 0, views: 1, clicks: 0 } : { ...nothing, clicks: 1 }
}

function plus(one: Tally, other: Tally): Tally {
  return {
    visitors: one.visitors + other.visitors,
    views: one.views + other.views,
    clicks: one.clicks + other.clicks,
  }
}

/** @param share multiple of the bounds of one address */
function isBeyond({ visitors, views, clicks }: Tally, share: number): boolean {
  return visitors > share * perDay.visitors || views > share * perDay.views || clicks > share * perDay.clicks
}
