import { shareOf } from './visitors.ts'

/** A look at a showcase or a click on it, of a visitor known by the hash of the day. */
export interface Visit {
  day: string
  showcase_id: string
  visitor: string
  /** Hashes of `originsOf`. */
  origins: readonly string[]
  /** Empty for a look, else what was clicked: type, name and place. */
  target: string
  /** Milliseconds UTC. */
  at: number
  /** A look that a click tells of: it counts where none of the visitor's day did. */
  isImplied?: boolean
}

/** When something of a visitor was counted last, and the time before. Milliseconds UTC. */
export interface Counted {
  counted: number
  earlier: number | null
}

/** What an origin has counted for on a day at a showcase. */
export interface Tally {
  visitors: number
  views: number
  clicks: number
}

/** The same visitor counts again in the next half hour of the clock; times of visits are its beginning. */
const againMs = 30 * 60_000
export const halfHourOf = (at: number) => at - (at % againMs)
const hourMs = 2 * againMs
/** Clicks of one visitor in any hour, over all showcases; what is more is no person's. */
const clicksPerHour = 30
/** Of one address at a showcase in a day, however many browsers it names. */
const perDay: Tally = { visitors: 12, views: 24, clicks: 24 }

export const keyOf = ({ day, showcase_id, visitor, target }: Omit<Visit, 'at' | 'origins'>) =>
  `${day} ${showcase_id} ${visitor} ${target}`
export const whoOf = ({ day, visitor }: Pick<Visit, 'day' | 'visitor'>) => `${day} ${visitor}`
export const tallyKey = ({ day, showcase_id }: Pick<Visit, 'day' | 'showcase_id'>, origin: string) =>
  `${day} ${showcase_id} ${origin}`

/**
 * Which visits count, and how they change what is known. Pure, and exact where nobody else counts meanwhile.
 * @param known all of today's of these visitors, by `keyOf`; changed in place
 * @param tallies of all their origins, by `tallyKey`; changed in place
 * @param visits oldest first
 * @returns with `isFirst` the visitor's first of the day; `isNewHousehold` where no other visitor of the subscriber came before
 */
export function judgeVisits<V extends Visit>(
  visits: readonly V[],
  known: Map<string, Omit<Visit, 'at' | 'origins'> & Counted>,
  tallies: Map<string, Tally>,
): { visit: V; isFirst: boolean; isNewHousehold: boolean }[] {
  const times = new Map<string, number[]>()
  const timesOf = (visit: Pick<Visit, 'day' | 'visitor'>) => {
    const held = times.get(whoOf(visit)) ?? []
    times.set(whoOf(visit), held)
    return held
  }
  for (const row of known.values()) {
    if (row.target === '') continue
    timesOf(row).push(row.counted, ...(row.earlier === null ? [] : [row.earlier]))
  }
  return visits.flatMap((visit) => {
    const before = known.get(keyOf(visit))
    if (before !== undefined && (visit.isImplied || visit.at - before.counted < againMs)) return []
    // A click comes with its look; where that was beyond what the address has, so is the click.
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

function addedBy({ target }: Pick<Visit, 'target'>, isFirst: boolean): Tally {
  return target === '' ? { visitors: isFirst ? 1 : 0, views: 1, clicks: 0 } : { ...nothing, clicks: 1 }
}

function plus(one: Tally, other: Tally): Tally {
  return {
    visitors: one.visitors + other.visitors,
    views: one.views + other.views,
    clicks: one.clicks + other.clicks,
  }
}

/** @param share times of what one address has */
function isBeyond({ visitors, views, clicks }: Tally, share: number): boolean {
  return visitors > share * perDay.visitors || views > share * perDay.views || clicks > share * perDay.clicks
}
