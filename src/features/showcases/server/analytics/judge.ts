/** A look at a showcase or a click on it, of a visitor known by the hash of the day. */
export interface Visit {
  day: string
  showcase_id: string
  visitor: string
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

/** The same visitor counts again after this. */
const againMs = 30 * 60_000
const hourMs = 2 * againMs
/** Clicks of one visitor in any hour, over all showcases; what is more is no person's. */
const clicksPerHour = 30

export const keyOf = ({ day, showcase_id, visitor, target }: Omit<Visit, 'at'>) =>
  `${day} ${showcase_id} ${visitor} ${target}`
export const whoOf = ({ day, visitor }: Pick<Visit, 'day' | 'visitor'>) => `${day} ${visitor}`

/**
 * Which visits count, and how they change what is known. Pure, and exact where nobody else counts meanwhile.
 * @param known all of today's of these visitors, by `keyOf`; changed in place
 * @param visits oldest first
 */
export function judgeVisits<V extends Visit>(
  visits: readonly V[],
  known: Map<string, Visit & Counted>,
): { visit: V; isFirst: boolean }[] {
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
    if (visit.target !== '') {
      const clicks = timesOf(visit)
      if (clicks.filter((time) => time > visit.at - hourMs).length >= clicksPerHour) return []
      clicks.push(visit.at)
    }
    known.set(keyOf(visit), { ...visit, counted: visit.at, earlier: before?.counted ?? null })
    return [{ visit, isFirst: before === undefined }]
  })
}
