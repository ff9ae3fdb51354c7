import type { ComparedOpenings, Opening } from './peer-facts.ts'

/** Openings of two accounts that answer each other. */

/** Brokers add prefixes and suffixes: one name is part of the other. */
export function sameSymbol(a: string, b: string): boolean {
  const [one, other] = [a, b].map((symbol) => symbol.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
  return (
    one !== undefined &&
    other !== undefined &&
    one !== '' &&
    other !== '' &&
    (one.includes(other) || other.includes(one))
  )
}

export interface MatchLimits {
  /** The side on which the other account opens. */
  side: 'same' | 'other'
  seconds: number
  /** The share by which sizes may differ. */
  size: number
  /** The fewest own openings that are answered, and their least share of the smaller account's. */
  trades: number
  share: number
}

/** How many own openings another account answered. Each answers one at most. */
function answered(
  own: readonly Opening[],
  others: readonly Opening[],
  { side, seconds, size }: Pick<MatchLimits, 'side' | 'seconds' | 'size'>,
): number {
  let matches = 0
  const free = new Set(others.toSorted(byOpen))
  for (const one of own.toSorted(byOpen)) {
    for (const other of free) {
      if (other.open > one.open + seconds * 1000) break
      if (other.open < one.open - seconds * 1000) {
        free.delete(other)
        continue
      }
      if ((one.side === other.side) !== (side === 'same') || !sameSymbol(one.symbol, other.symbol)) continue
      if (Math.abs(one.volume - other.volume) > size * Math.max(one.volume, other.volume) + 1e-9) continue
      matches += 1
      free.delete(other)
      break
    }
  }
  return matches
}

function byOpen(a: Opening, b: Opening): number {
  return a.open - b.open || (a.symbol < b.symbol ? -1 : 1)
}

/** Another account whose openings answer own ones, as a finding names it. */
export interface PairedAccount {
  account_id: string
  openings: number
  other_openings: number
  matches: number
  /** The share of the openings of the smaller account. */
  matches_share: number
}

/** Accounts that answer enough own openings. Symmetric: both accounts find each other. */
export function matchedAccounts({ own, others, counts }: ComparedOpenings, limits: MatchLimits): PairedAccount[] {
  return [...Map.groupBy(others, ({ account_id }) => account_id)].flatMap(([account_id, theirs]) => {
    const other_openings = counts.get(account_id) ?? theirs.length
    const matches = answered(own, theirs, limits)
    const matches_share = matches / Math.max(1, Math.min(own.length, other_openings))
    if (matches < limits.trades || matches_share < limits.share) return []
    return [{ account_id, openings: own.length, other_openings, matches, matches_share }]
  })
}
