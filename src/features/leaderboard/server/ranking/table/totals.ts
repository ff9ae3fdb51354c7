import { PERCENT_DIGITS } from '#shared/rounding.ts'
import type { Column } from './column.ts'
import type { Columns } from './columns.ts'

/** Sums over all traders of a table. */
export interface Totals {
  connected: number
  trades: number
  /** Ranked traders with a return of 90 days, and the sum of these in units of a percentage's last decimal. */
  returns: number
  returnUnits: number
}

/** @returns the sums, and what adds a slot to them, or takes it out with -1 */
export function createTotals(
  columns: Columns,
  connected: Column<Uint8Array>,
): { totals: Totals; count: (slot: number, sign: 1 | -1) => void } {
  const totals: Totals = { connected: 0, trades: 0, returns: 0, returnUnits: 0 }
  return {
    totals,
    count(slot, sign) {
      totals.connected += sign * (connected.values[slot] ?? 0)
      totals.trades += sign * (columns.figure('trades', slot) ?? 0)
      const roi = columns.isRanked(slot) ? columns.figure('roi_90', slot) : null
      if (roi === null) return
      totals.returns += sign
      totals.returnUnits += sign * Math.round(10 ** PERCENT_DIGITS * roi)
    },
  }
}
