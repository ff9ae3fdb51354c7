import type { Finding } from '../../finding.ts'
import type { Thresholds } from '../thresholds.ts'

/** Accounts of different people that trade as one (R41) or against each other (R42). `docs/integrity.md`, silent rules. */

/** A position by its opening, however many trades closed it. */
export interface Opening {
  account_id: string
  symbol: string
  side: 'buy' | 'sell'
  volume: number
  /** Milliseconds UTC. */
  open: number
}

/** Two accounts over the days on which both had a result. */
export interface Correlation {
  account_id: string
  days: number
  correlation: number
}

export interface PeerFacts {
  /** Own openings of the last `mirror_days`. */
  own: readonly Opening[]
  /** Openings of other people within `mirror_seconds` of an own one. */
  others: readonly Opening[]
  /** How many positions each of these accounts opened in the same days. */
  counts: ReadonlyMap<string, number>
  correlations: readonly Correlation[]
}

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

interface Matches {
  mirrored: number
  opposite: number
}

/** Each opening answers one of the other account at most. */
function matchesOf(own: readonly Opening[], others: readonly Opening[], limits: Thresholds): Matches {
  const { mirror_seconds, mirror_size } = limits
  const matched = { mirrored: 0, opposite: 0 }
  for (const kind of ['mirrored', 'opposite'] as const) {
    const free = new Set(others.toSorted(byOpen))
    for (const one of own.toSorted(byOpen)) {
      for (const other of free) {
        if (other.open > one.open + mirror_seconds * 1000) break
        if (other.open < one.open - mirror_seconds * 1000) {
          free.delete(other)
          continue
        }
        if ((one.side === other.side) !== (kind === 'mirrored') || !sameSymbol(one.symbol, other.symbol)) continue
        if (Math.abs(one.volume - other.volume) > mirror_size * Math.max(one.volume, other.volume) + 1e-9) continue
        matched[kind] += 1
        free.delete(other)
        break
      }
    }
  }
  return matched
}

function byOpen(a: Opening, b: Opening): number {
  return a.open - b.open || (a.symbol < b.symbol ? -1 : 1)
}

/**
 * R41: `mirror_share` of the openings of the smaller of two accounts, and at least `mirror_trades`, have one of the other with the
 * same side and size within seconds. R42: as many of the opposite side and at least `opposite_share`, or daily results whose correlation is at most
 * `opposite_correlation` over `opposite_days` common days. Both are symmetric: what is found of one account is found of the other.
 */
export function judgePairs({ own, others, counts, correlations }: PeerFacts, limits: Thresholds): Finding[] {
  const { mirror_share, mirror_trades, mirror_days, mirror_seconds, opposite_share } = limits
  const mirrors: Record<string, unknown>[] = []
  const opposites: Record<string, unknown>[] = []
  for (const [account_id, theirs] of Map.groupBy(others, (other) => other.account_id)) {
    const { mirrored, opposite } = matchesOf(own, theirs, limits)
    const smaller = Math.max(1, Math.min(own.length, counts.get(account_id) ?? theirs.length))
    const pair = { account_id, openings: own.length, other_openings: counts.get(account_id) ?? theirs.length }
    if (mirrored >= mirror_trades && mirrored / smaller >= mirror_share)
      mirrors.push({ ...pair, matches: mirrored, matches_share: mirrored / smaller })
    if (opposite >= mirror_trades && opposite / smaller >= opposite_share)
      opposites.push({ ...pair, matches: opposite, matches_share: opposite / smaller })
  }
  for (const { account_id, days, correlation } of correlations) {
    if (days < limits.opposite_days || correlation > limits.opposite_correlation) continue
    opposites.push({ account_id, days, correlation })
  }
  const inputs = { window_days: mirror_days, openings: own.length }
  const findings: Finding[] = []
  if (mirrors.length > 0) {
    const threshold = { mirror_share, mirror_trades, mirror_seconds }
    findings.push({
      code: 'mirror_account',
      occurrences: mirrors.length,
      evidence: { inputs, threshold, found: { accounts: mirrors } },
    })
  }
  if (opposites.length > 0) {
    const { opposite_correlation, opposite_days } = limits
    const threshold = { mirror_trades, mirror_seconds, opposite_share, opposite_correlation, opposite_days }
    findings.push({
      code: 'opposite_account',
      occurrences: opposites.length,
      evidence: { inputs, threshold, found: { accounts: opposites } },
    })
  }
  return findings
}

/** Accounts that findings of pairs name. */
export function pairedAccounts(findings: readonly Finding[]): string[] {
  const named = findings.flatMap(({ code, evidence }) => {
    if (code !== 'mirror_account' && code !== 'opposite_account') return []
    return (evidence['found'] as { accounts: { account_id: string }[] }).accounts
  })
  return [...new Set(named.map(({ account_id }) => account_id))]
}
