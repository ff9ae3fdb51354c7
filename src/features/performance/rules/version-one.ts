import { minimumCapital } from './currency.ts'
import type { Rates } from './currency.ts'
import type { EngineState } from './engine-state.ts'
import { foldRows, NO_DAYS, withDrawdowns } from './rows.ts'
import type { DailyRow } from './rows.ts'

/** The account at its first snapshot. Amounts in account currency. */
export interface Opening {
  balance: number
  /** Own equity. */
  equity: number
  currency: string
  /** UTC day. */
  day: number
}

/**
 * Recomputes an account of version 1: the first day begins with the loss that was open then (`docs/ranking.md` 5.2), and each day has
 * its fall from the peak (7.1).
 * @param rows all stored rows in day order; the state's own replaces the one of its day
 * @returns the state of version 2 and all rows
 */
export function recompute(
  state: EngineState,
  rows: readonly DailyRow[],
  opening: Opening | null,
  rates: Rates,
): { state: EngineState; rows: DailyRow[] } {
  const all = [...rows.filter((row) => row.day < state.row.day), state.row]
  const factor = opening === null || all[0]?.day !== opening.day ? 1 : openingGrowth(opening, rates)
  const recomputed = withDrawdowns(all.map((row, index) => (index === 0 ? afterOpening(row, factor) : row)))
  const row = recomputed.at(-1) ?? state.row
  const openedToday = all.length === 1
  return {
    state: {
      ...state,
      row,
      segment: openedToday ? { ...state.segment, seg: state.segment.seg * factor } : state.segment,
      closed: foldRows(recomputed.slice(0, -1), NO_DAYS),
    },
    rows: recomputed,
  }
}

/** V_0 on the larger of balance and own equity, measured on at least the minimum capital. */
function openingGrowth({ balance, equity, currency, day }: Opening, rates: Rates): number {
  const base = Math.max(balance, equity)
  const pad = Math.max(0, minimumCapital(rates, currency, day) - base)
  return Math.max(0, equity + pad) / (base + pad)
}

/** The day as it is when its index falls to `factor` before everything else. `docs/ranking.md` 6.1. */
function afterOpening(row: DailyRow, factor: number): DailyRow {
  if (factor === 1) return row
  return {
    ...row,
    growth: factor * row.growth,
    high: Math.max(1, factor * row.high),
    low: Math.min(factor, factor * row.low),
    drawdown: Math.max(1 - factor, row.drawdown, 1 - factor * row.low),
  }
}
