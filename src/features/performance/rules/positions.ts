import type { KnownSnapshot, KnownTrade } from './history.ts'

/**
 * Walks the positions of one interval along its groups. It says whether a position was open at a group and what the account was worth
 * there. Running sums make an interval with very many records cost one sort. `docs/ranking.md` 5.3.
 */
export interface PositionSweep {
  /** Trades that lasted, by open time. */
  readonly byOpen: readonly KnownTrade[]
  opened: number
  acrossCount: number
  acrossBooked: number
  /** Booked by the trades that were already open at the previous snapshot and have closed since. */
  earlierBooked: number
  readonly before: KnownSnapshot
  readonly after: KnownSnapshot
  readonly floatTolerance: number
}

export function sweepPositions(
  trades: readonly KnownTrade[],
  before: KnownSnapshot,
  after: KnownSnapshot,
  floatTolerance: number,
): PositionSweep {
  return {
    byOpen: trades.filter((trade) => trade.open < trade.close).sort((a, b) => a.open - b.open),
    opened: 0,
    acrossCount: 0,
    acrossBooked: 0,
    earlierBooked: 0,
    before,
    after,
    floatTolerance,
  }
}

/** Advances to the group at `t`, in which `closes` closed. Groups come in time order. */
export function sweepTo(sweep: PositionSweep, t: number, closes: readonly KnownTrade[]): void {
  for (;;) {
    const next = sweep.byOpen[sweep.opened]
    if (next === undefined || next.open >= t) break
    sweep.opened += 1
    sweep.acrossCount += 1
    sweep.acrossBooked += next.booked
  }
  for (const trade of closes) {
    if (trade.open <= sweep.before.t) sweep.earlierBooked += trade.booked
    if (trade.open === trade.close) continue
    sweep.acrossCount -= 1
    sweep.acrossBooked -= trade.booked
  }
  if (sweep.acrossCount === 0) sweep.acrossBooked = 0
}

/** Whether a position that was open at `t` is still open at the snapshot that ends the interval. */
function stillOpen(sweep: PositionSweep, t: number): boolean {
  const { after, floatTolerance } = sweep
  if (after.open_since !== null) return after.open_since < t
  return Math.abs(after.equity - after.balance) >= floatTolerance
}

/** No position was open at `t`. */
export function flatAt(sweep: PositionSweep, t: number): boolean {
  return sweep.acrossCount === 0 && !stillOpen(sweep, t)
}

/** Own equity just before the flow `amount` at `t`, with `closed` as the closed balance: the less flattering of two estimates. */
export function valueBeforeFlow(sweep: PositionSweep, t: number, closed: number, amount: number): number {
  if (flatAt(sweep, t)) return closed
  const { before, after } = sweep
  const late = closed + sweep.acrossBooked + (stillOpen(sweep, t) ? after.equity - after.balance : 0)
  const early = closed + (before.equity - before.balance) - sweep.earlierBooked
  return amount > 0 ? Math.min(early, late) : Math.max(early, late)
}
