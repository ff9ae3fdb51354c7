import type { EngineState } from '../rules/engine-state.ts'
import { foldRows, heldIndex, withDrawdowns } from './rows.ts'
import type { DailyRow } from './rows.ts'

/** The stored history from before the first snapshot, while a person's match lets it count. `docs/ranking.md` 3.5. */
export interface ImportedHistory {
  /** Rows that `openAccount` with `importedCounts` true gives: the last one is of the UTC day of t_0. */
  rows: readonly DailyRow[]
  /** Highest running result of its trades, at least 0, in account currency. */
  profit_high: number
}

/**
 * The rows of the whole account: those before the day of t_0 unchanged, that day composed of its two parts, those after it as
 * witnessed. Both lists are in day order.
 * @throws RangeError unless the last imported and the first witnessed row are of the day of t_0
 *
 * The rows equal those of a walk over the whole history (`docs/ranking.md` 5 with imported_counts true) when own equity was at least the
 * minimum capital at t_0 and at the start of the segment of t_0. Otherwise that one day differs: the walk continues on the base of its
 * segment, while here a segment begins at t_0, as at a midnight.
 */
export function withImported(imported: readonly DailyRow[], witnessed: readonly DailyRow[]): DailyRow[] {
  const before = imported.at(-1)
  const opening = witnessed[0]
  if (before === undefined || opening === undefined || before.day !== opening.day)
    throw new RangeError('the imported rows end on the day on which the witnessed ones begin')
  return withDrawdowns([...imported.slice(0, -1), openingDay(before, opening), ...witnessed.slice(1)])
}

/** The day of t_0. Growth multiplies as two days do in `docs/ranking.md` 6.1. Counts are sums; the daily limit applies later. */
function openingDay(before: DailyRow, after: DailyRow): Omit<DailyRow, 'drawdown_end'> {
  // The witnessed account opened with a flow of all its money; here that money was there already.
  const opened = before.equity_end
  return {
    day: after.day,
    equity_start: before.equity_start,
    equity_end: after.equity_end,
    balance_end: after.balance_end,
    inflow: before.inflow + after.inflow - Math.max(0, opened),
    outflow: before.outflow + after.outflow - Math.max(0, -opened),
    growth: heldIndex(before.growth * after.growth),
    high: heldIndex(Math.max(before.high, before.growth * after.high)),
    low: heldIndex(Math.min(before.low, before.growth * after.low)),
    drawdown: Math.max(before.drawdown, after.drawdown, 1 - (before.growth * after.low) / before.high),
    trades: before.trades + after.trades,
    wins: before.wins + after.wins,
    counted: before.counted + after.counted,
    counted_wins: before.counted_wins + after.counted_wins,
    profit: before.profit + after.profit,
  }
}

/**
 * The state that the engine would have with the imported part counted, and all rows before its current one. The intake never gets
 * it: it continues from the witnessed state.
 * @param witnessed every stored row of the account. A row of the state's day is replaced by the state's own.
 */
export function stateWithImported(
  state: EngineState,
  { rows: imported, profit_high }: ImportedHistory,
  witnessed: readonly DailyRow[],
): { state: EngineState; rows: DailyRow[] } {
  const rows = withImported(imported, [...witnessed.filter((row) => row.day < state.row.day), state.row])
  const row = rows.at(-1) ?? state.row
  let profit = 0
  for (const day of imported) profit += day.profit
  return {
    state: {
      ...state,
      row,
      first_day: rows[0]?.day ?? state.first_day,
      closed: foldRows(rows.slice(0, -1)),
      profit_total: profit + state.profit_total,
      profit_max: Math.max(profit_high, profit + state.profit_max),
    },
    rows,
  }
}
