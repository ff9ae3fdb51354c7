/** The values that decide a trader's place. `score` and `roi_90` (a fraction) as evaluated, `member_since` in milliseconds UTC. */
export interface RankedTrader {
  trader_id: string
  eligible: boolean
  score: number | null
  roi_90: number | null
  total_trades: number
  member_since: number
}

export interface Ranking {
  /** Every trader_id: the ranked ones first, then the others. */
  order: string[]
  /** 1, 2, 3, ... without gaps or shared places; null for those who are not ranked. */
  ranks: Record<string, number | null>
}

/** Score and ROI with the digits that are compared; null counts as -1. */
export function rankKeys({ score, roi_90 }: Pick<RankedTrader, 'score' | 'roi_90'>): { score: number; roi: number } {
  return { score: roundedKey(score, 1e6), roi: roundedKey(roi_90, 1e9) }
}

/** Order of the ranking: negative when `a` comes first. Total, since trader_id is unique. `docs/ranking.md` 8.3. */
export function compareForRank(a: RankedTrader, b: RankedTrader): number {
  if (a.eligible !== b.eligible) return a.eligible ? -1 : 1
  const [left, right] = [rankKeys(a), rankKeys(b)]
  return (
    descending(left.score, right.score) ||
    descending(left.roi, right.roi) ||
    descending(a.total_trades, b.total_trades) ||
    a.member_since - b.member_since ||
    compareUtf8(a.trader_id, b.trader_id)
  )
}

/** Places of a list of traders, in any order. `docs/ranking.md` 8.3. */
export function rankTraders(traders: readonly RankedTrader[]): Ranking {
  const sorted = [...traders].sort(compareForRank)
  return {
    order: sorted.map((trader) => trader.trader_id),
    // Ranked traders come first, so the place in the list is the rank.
    ranks: Object.fromEntries(sorted.map((trader, index) => [trader.trader_id, trader.eligible ? index + 1 : null])),
  }
}

/** Null counts as -1. Rounds to the compared digits. */
function roundedKey(value: number | null, scale: number): number {
  return Math.floor((value ?? -1) * scale + 0.5)
}

/** Compares and does not subtract: keys may be too large for a difference. */
function descending(a: number, b: number): number {
  return a === b ? 0 : a > b ? -1 : 1
}

/** UTF-8 bytes sort like code points; JavaScript compares UTF-16 units, which puts astral characters too early. */
function compareUtf8(a: string, b: string): number {
  let index = 0
  for (;;) {
    const left = a.codePointAt(index)
    const right = b.codePointAt(index)
    if (left === undefined || right === undefined) return a.length - b.length
    if (left !== right) return left - right
    index += 1
  }
}
