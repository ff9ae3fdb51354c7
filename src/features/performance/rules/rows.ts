/**
 * One UTC day of an account with at least one event. Amounts in account currency. `growth`, `high` and `low` are the last, highest and
 * lowest value of the day's index, which starts at 1. `drawdown` is the largest fall inside the day, as a fraction.
 * `docs/ranking.md` 6.
 */
export interface DailyRow {
  /** Days since 1970-01-01 UTC. */
  day: number
  equity_start: number
  equity_end: number
  balance_end: number
  inflow: number
  outflow: number
  growth: number
  high: number
  low: number
  drawdown: number
  trades: number
  wins: number
  /** Trades weighted by size, before the daily limit. `docs/ranking.md` 5.6. */
  counted: number
  counted_wins: number
  /** Net result of the trades closed that day. */
  profit: number
  /**
   * Fall of the growth index at the end of the day from its peak, as a fraction. Days up to the last one that ended at 0 are left out.
   * `docs/ranking.md` 7.1, d0.
   */
  drawdown_end: number
}

/** The part of a day's row that growth and drawdown of a stretch of days follow from. */
export type IndexDay = Pick<DailyRow, 'day' | 'growth' | 'high' | 'low' | 'drawdown'>

/** The part of a day's row that the score and the figures of the last 90 days follow from. */
export type RecentDay = IndexDay & Pick<DailyRow, 'equity_end' | 'drawdown_end' | 'trades'>

/** The sums of a stretch of days: growth factor, highest index, largest fall and the counts, with the daily limit applied. */
export interface Totals {
  growth: number
  high: number
  drawdown: number
  /** The index at the end as a share of its peak since the last day that ended at 0. 1: at the peak. */
  peak_share: number
  trades: number
  wins: number
  counted: number
  counted_wins: number
}

/** The stretch without a day. */
export const NO_DAYS: Totals = {
  growth: 1,
  high: 1,
  drawdown: 0,
  peak_share: 1,
  trades: 0,
  wins: 0,
  counted: 0,
  counted_wins: 0,
}

/** The smallest net result of a win, in account currency. `docs/ranking.md` 5.6. */
export const WIN_EPS = 5e-9
const DAY_CAP = 20
const HIGHEST_INDEX = 1e300

/**
 * Holds an index below the range of a double. Only an invented account gets there, and infinity times zero would turn its figures
 * into NaN.
 */
export function heldIndex(index: number): number {
  return Math.min(index, HIGHEST_INDEX)
}

/** A trade is won when its whole net result is positive. The sum of its parts may leave a rounding error. `docs/ranking.md` 5.6. */
export function isWin(net: number): boolean {
  return net > WIN_EPS
}

/** Growth factor, highest index and largest fall of a stretch of days. */
type IndexTotals = Pick<Totals, 'growth' | 'high' | 'drawdown'>

/** Adds a later day to the index of a stretch. `docs/ranking.md` 6. */
export function foldIndex(before: IndexTotals, row: IndexDay): IndexTotals {
  return {
    growth: heldIndex(before.growth * row.growth),
    high: heldIndex(Math.max(before.high, before.growth * row.high)),
    drawdown: Math.max(before.drawdown, row.drawdown, 1 - (before.growth * row.low) / before.high),
  }
}

/** Adds a later day to a stretch. `docs/ranking.md` 6 (growth, drawdown) and 5.6 (daily limit). */
export function foldRow(before: Totals, row: DailyRow): Totals {
  const limited = Math.min(row.counted, DAY_CAP)
  return {
    ...foldIndex(before, row),
    peak_share: peakShare(before.peak_share, row),
    trades: before.trades + row.trades,
    wins: before.wins + row.wins,
    counted: before.counted + limited,
    counted_wins: before.counted_wins + (row.counted > 0 ? (row.counted_wins * limited) / row.counted : 0),
  }
}

function peakShare(before: number, { growth, high }: Pick<DailyRow, 'growth' | 'high'>): number {
  return growth === 0 ? 1 : (before * growth) / Math.max(1, before * high)
}

/** The same rows, each with its `drawdown_end`. `docs/ranking.md` 7.1. */
export function withDrawdowns<Row extends Omit<DailyRow, 'drawdown_end'>>(
  rows: readonly Row[],
  before: Totals = NO_DAYS,
): (Row & DailyRow)[] {
  let share = before.peak_share
  return rows.map((row) => {
    share = peakShare(share, row)
    return { ...row, drawdown_end: 1 - share }
  })
}

/** Folds consecutive days. `docs/ranking.md` 6. */
export function foldRows(rows: readonly DailyRow[], before: Totals = NO_DAYS): Totals {
  return rows.reduce(foldRow, before)
}

/** The rows of the last `days` UTC days, `today` included. `docs/ranking.md` 6. */
export function windowRows<Row extends IndexDay>(rows: readonly Row[], today: number, days: number): Row[] {
  return rows.filter((row) => row.day > today - days)
}
