/** `docs/ranking.md` 8.7. Days are UTC days since 1970. */

/** The growth index at the end of each day from `first` on, without gaps: a day without an event ends as the one before. */
export interface GrowthDays {
  first: number
  index: readonly number[]
}

export interface Span {
  from: number
  to: number
}

/** Below this index an account is empty: what it does next is no growth. */
const EMPTY_INDEX = 0.0001
/** A correlation of fewer days says nothing. */
const LEAST_DAYS = 20
/** From this fall on, as a fraction of the peak, a day counts as fallen. */
const FALLEN = 0.05

/** @param points in day order; null without one */
export function growthDays(points: readonly { day: number; index: number }[]): GrowthDays | null {
  const start = points[0]
  if (start === undefined) return null
  const index: number[] = []
  for (const point of points) {
    while (index.length < point.day - start.day) index.push(index.at(-1) ?? 1)
    index.push(point.index)
  }
  return { first: start.day, index }
}

/** The last `days` days that every history has; null where there is none. @param days null for all */
export function commonSpan(histories: readonly (GrowthDays | null)[], days: number | null): Span | null {
  const known = histories.filter((history) => history !== null)
  if (known.length === 0 || known.length < histories.length) return null
  const first = Math.max(...known.map((history) => history.first))
  const to = Math.min(...known.map(lastDay))
  if (first > to) return null
  return { from: days === null ? first : Math.max(first, to - days + 1), to }
}

/** Growth, a fraction, from the start of the span to the end of each of its days; null where the account was empty at the start. */
export function growthIn(history: GrowthDays, { from, to }: Span): number[] | null {
  const start = indexAt(history, from - 1)
  if (start < EMPTY_INDEX) return null
  return daysOf({ from, to }).map((day) => indexAt(history, day) / start - 1)
}

/** Growth of each day of the span, a fraction; 0 on the days of an empty account. */
export function dailyReturns(history: GrowthDays, span: Span): number[] {
  return daysOf(span).map((day) => {
    const before = indexAt(history, day - 1)
    return before < EMPTY_INDEX ? 0 : indexAt(history, day) / before - 1
  })
}

/**
 * Pearson's correlation of two series of daily returns, over the days on which at least one moved: a shared weekend is no likeness.
 * Null under 20 such days, and where one of the two never varied.
 */
export function correlation(
  first: readonly number[],
  second: readonly number[],
): { moved: number; value: number | null } {
  const pairs = first.map((value, day) => [value, second[day] ?? 0] as const).filter(([a, b]) => a !== 0 || b !== 0)
  const moved = pairs.length
  if (moved < LEAST_DAYS) return { moved, value: null }
  const meanA = pairs.reduce((sum, [a]) => sum + a, 0) / moved
  const meanB = pairs.reduce((sum, [, b]) => sum + b, 0) / moved
  let [together, ownA, ownB] = [0, 0, 0]
  for (const [a, b] of pairs) {
    together += (a - meanA) * (b - meanB)
    ownA += (a - meanA) ** 2
    ownB += (b - meanB) ** 2
  }
  // Below this the variance is the rounding of the index, six decimals.
  if (ownA / moved < 1e-12 || ownB / moved < 1e-12) return { moved, value: null }
  return { moved, value: Math.max(-1, Math.min(1, together / Math.sqrt(ownA * ownB))) }
}

/** How many days of the span one of the two ended at least 5 % under its peak so far, and how many both did. */
export function sharedFalls(first: GrowthDays, second: GrowthDays, span: Span): { either: number; both: number } {
  const [a, b] = [fallenDays(first), fallenDays(second)]
  const days = daysOf(span)
  return {
    either: days.filter((day) => a.has(day) || b.has(day)).length,
    both: days.filter((day) => a.has(day) && b.has(day)).length,
  }
}

/** At most `most` days of the span at equal distances, the last one included, oldest first. */
export function sampledDays(span: Span, most: number): number[] {
  const step = Math.ceil((span.to - span.from + 1) / most)
  return daysOf(span).filter((day) => (span.to - day) % step === 0)
}

/** The peak is the highest end of a day since the start of the history, 1 included. */
function fallenDays({ first, index }: GrowthDays): Set<number> {
  const fallen = new Set<number>()
  let peak = 1
  for (const [position, value] of index.entries()) {
    peak = Math.max(peak, value)
    if (value <= peak * (1 - FALLEN)) fallen.add(first + position)
  }
  return fallen
}

const daysOf = ({ from, to }: Span) => Array.from({ length: to - from + 1 }, (_, position) => from + position)

const lastDay = ({ first, index }: GrowthDays) => first + index.length - 1

/** 1 before the first day. */
function indexAt({ first, index }: GrowthDays, day: number): number {
  return day < first ? 1 : (index[day - first] ?? 0)
}
