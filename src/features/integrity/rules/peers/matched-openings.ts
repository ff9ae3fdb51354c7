import type { NightFacts } from '../night-rule.ts'
import { amount, count, share, type Values } from '../rule.ts'
import type { Opening } from './peer-facts.ts'

/** Openings of two accounts that answer each other. */

export const matchThresholds = { mirror_seconds: amount(5), mirror_size: share(0.1), mirror_trades: count(5) }

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

/** How many own openings another account answered within seconds, on the same side or on the other. Each answers one at most. */
function answered(
  own: readonly Opening[],
  others: readonly Opening[],
  side: 'same' | 'other',
  { mirror_seconds, mirror_size }: Pick<Values<typeof matchThresholds>, 'mirror_seconds' | 'mirror_size'>,
): number {
  let matches = 0
  const free = new Set(others.toSorted(byOpen))
  for (const one of own.toSorted(byOpen)) {
    for (const other of free) {
      if (other.open > one.open + mirror_seconds * 1000) break
      if (other.open < one.open - mirror_seconds * 1000) {
        free.delete(other)
        continue
      }
      if ((one.side === other.side) !== (side === 'same') || !sameSymbol(one.symbol, other.symbol)) continue
      if (Math.abs(one.volume - other.volume) > mirror_size * Math.max(one.volume, other.volume) + 1e-9) continue
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

/** Accounts that answer at least `mirror_trades` own openings, and `least` of the smaller account's. Symmetric: both accounts find each other. */
export function matchedAccounts(
  { openings, othersOpenings, othersCounts }: Pick<NightFacts, 'openings' | 'othersOpenings' | 'othersCounts'>,
  side: 'same' | 'other',
  least: number,
  limits: Values<typeof matchThresholds>,
): PairedAccount[] {
  return [...Map.groupBy(othersOpenings, ({ account_id }) => account_id)].flatMap(([account_id, theirs]) => {
    const other_openings = othersCounts.get(account_id) ?? theirs.length
    const matches = answered(openings, theirs, side, limits)
    const matches_share = matches / Math.max(1, Math.min(openings.length, other_openings))
    if (matches < limits.mirror_trades || matches_share < least) return []
    return [{ account_id, openings: openings.length, other_openings, matches, matches_share }]
  })
}
