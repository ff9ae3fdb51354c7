import type { DailyRow } from './rows.ts'

/** The results of followers who entered on any day. Fractions of what they entered with. */
export interface EntryResults {
  /** Days from the entry, its own included. */
  days: number
  /** Entry days that are long enough ago. */
  entries: number
  worst: number
  median: number
  best: number
  /** The part of the entries that ended below their start, 0 to 1. */
  losing: number
}

/** A smaller loss is the rounding of a product. */
const LOSS_EPS = 1e-12

/**
 * For each UTC day from the account's first row on: what the growth index did from the start of that day to the end of the day
 * `days` - 1 later. A follower had the account's growth, without the costs of copying. Null while no entry is long enough ago. It costs one
 * pass over the rows and a sort. `docs/ranking.md` 8.6.
 */
export function resultsByEntry(
  rows: readonly Pick<DailyRow, 'day' | 'growth'>[],
  today: number,
  days: number,
): EntryResults | null {
  const first = rows[0]?.day
  if (first === undefined || first + days - 1 > today) return null
  const path = logPath(rows, first, today)
  const results: number[] = []
  for (let end = days; end < path.length; end += 1) {
    const [from, to] = [path[end - days], path[end]]
    if (from === undefined || to === undefined) break
    results.push(to.ruins > from.ruins ? -1 : Math.expm1(to.growth - from.growth))
  }
  results.sort((a, b) => a - b)
  const at = (index: number) => results[index] ?? 0
  const middle = (results.length - 1) / 2
  return {
    days,
    entries: results.length,
    worst: at(0),
    median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2,
    best: at(results.length - 1),
    losing: results.filter((result) => result < -LOSS_EPS).length / results.length,
  }
}

/** Logarithm of the index before the first day and at the end of each, and the days so far that ended at 0, which it leaves out. */
function logPath(rows: readonly Pick<DailyRow, 'day' | 'growth'>[], first: number, today: number) {
  const growths = new Map(rows.map(({ day, growth }) => [day, growth]))
  const path = [{ growth: 0, ruins: 0 }]
  let [growth, ruins] = [0, 0]
  for (let day = first; day <= today; day += 1) {
    const ofDay = growths.get(day) ?? 1
    if (ofDay > 0) growth += Math.log(ofDay)
    else ruins += 1
    path.push({ growth, ruins })
  }
  return path
}
