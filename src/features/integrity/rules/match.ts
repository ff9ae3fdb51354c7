import type { Thresholds } from './thresholds.ts'

/** Figures of an account, as an independent source shows them or as they are kept here. `docs/integrity.md`, R50. */
export interface MatchFigures {
  /** In account currency. */
  balance: number
  closed_trades: number
  /** Percent since the beginning of the history. */
  gain_percentage: number
}

interface Compared {
  there: number
  here: number
  within: boolean
}

export interface Comparison {
  accepted: boolean
  compared: Record<keyof MatchFigures, Compared>
}

/** Doubles of one decimal figure may differ by this share of it. */
const dust = 1e-9

/** Compares the figures of one day: balance and trades by their share of ours, the gain by percentage points. `docs/integrity.md`, R50. */
export function compareMatch(
  there: MatchFigures,
  here: MatchFigures,
  limits: Pick<Thresholds, 'match_balance' | 'match_trades' | 'match_gain_points'>,
): Comparison {
  const pair = (name: keyof MatchFigures, allowed: number): Compared => ({
    there: there[name],
    here: here[name],
    within: Math.abs(there[name] - here[name]) <= allowed + dust * Math.max(1, Math.abs(here[name])),
  })
  const compared = {
    balance: pair('balance', limits.match_balance * Math.abs(here.balance)),
    closed_trades: pair('closed_trades', limits.match_trades * here.closed_trades),
    gain_percentage: pair('gain_percentage', limits.match_gain_points),
  }
  return { accepted: Object.values(compared).every(({ within }) => within), compared }
}
