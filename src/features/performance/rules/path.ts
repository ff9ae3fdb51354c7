import { utcDay } from '#shared/dates.ts'
import { minimumCapital } from './currency.ts'
import type { Rates } from './currency.ts'
import { heldIndex } from './rows.ts'
import type { DailyRow } from './rows.ts'

/** The piece of the index since the last external flow or the start of the day. `docs/ranking.md` 5.4. */
export interface Segment {
  /** Index of the day at the start of the segment. */
  seg: number
  /** The amount missing to the minimum capital, in account currency. */
  pad: number
  /** Capital on which the segment is measured: at least the minimum capital, so nothing divides by zero. */
  base: number
}

/** The growth index of an account during the walk. The functions below change it in place. */
export interface GrowthPath {
  readonly currency: string
  readonly rates: Rates
  /** Own equity after the last mark, in account currency. */
  value: number
  segment: Segment
  /** Rows of the walk, the current one last. */
  rows: DailyRow[]
}

/** K of a UTC day for the account of the path. */
export function capitalFloor(path: GrowthPath, day: number): number {
  return minimumCapital(path.rates, path.currency, day)
}

/** The row of the UTC day of `t` (milliseconds); a new day starts a new row. `docs/ranking.md` 5.4, row(t). */
export function rowAt(path: GrowthPath, t: number): DailyRow {
  const day = utcDay(t)
  const current = path.rows.at(-1)
  if (current?.day === day) return current
  const row: DailyRow = {
    day,
    equity_start: path.value,
    equity_end: path.value,
    balance_end: current?.balance_end ?? 0,
    inflow: 0,
    outflow: 0,
    growth: 1,
    high: 1,
    low: 1,
    drawdown: 0,
    trades: 0,
    wins: 0,
    counted: 0,
    counted_wins: 0,
    profit: 0,
    drawdown_end: 0,
  }
  path.rows.push(row)
  openSegment(path, row, 1)
  return row
}

/** The account is worth `value` (own equity) at `t`. `docs/ranking.md` 5.4, mark(t, value). */
export function mark(path: GrowthPath, t: number, value: number): DailyRow {
  const row = rowAt(path, t)
  const { seg, pad, base } = path.segment
  const index = heldIndex((seg * Math.max(0, value + pad)) / base)
  row.high = Math.max(row.high, index)
  row.low = Math.min(row.low, index)
  row.drawdown = Math.max(row.drawdown, 1 - index / row.high)
  row.growth = index
  row.equity_end = value
  path.value = value
  return row
}

/** External money `amount` (either sign) reaches an account worth `value` just before it. `docs/ranking.md` 5.4, flow(t, value, F). */
export function flow(path: GrowthPath, t: number, value: number, amount: number): void {
  const row = mark(path, t, value)
  if (amount > 0) row.inflow += amount
  else row.outflow -= amount
  path.value = value + amount
  row.equity_end = path.value
  openSegment(path, row, row.growth)
}

function openSegment(path: GrowthPath, row: DailyRow, seg: number): void {
  const pad = Math.max(0, capitalFloor(path, row.day) - path.value)
  path.segment = { seg, pad, base: path.value + pad }
}
