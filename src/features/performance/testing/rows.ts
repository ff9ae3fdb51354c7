import type { DailyRow } from '../rules/rows.ts'

/** A daily row of one movement from 1 to `growth`. */
export function row(day: number, growth: number, more: Partial<DailyRow> = {}): DailyRow {
  const money = { equity_start: 0, equity_end: 0, balance_end: 0, inflow: 0, outflow: 0, profit: 0 }
  const extremes = { high: Math.max(1, growth), low: Math.min(1, growth), drawdown: Math.max(0, 1 - growth) }
  const counts = { trades: 0, wins: 0, counted: 0, counted_wins: 0 }
  return { day, ...money, growth, ...extremes, ...counts, drawdown_end: 0, ...more }
}
