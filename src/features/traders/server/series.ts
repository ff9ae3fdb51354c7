import type { ShowMoney } from '#features/leaderboard/server/answers/trader.ts'
import { operationKind } from '#features/performance/rules/history.ts'
import { indexSeries } from '#features/performance/rules/returns.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { dayText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { INDEX_DIGITS, percentOf, roundTo } from '#shared/rounding.ts'
import type { getPerformance } from '../performance-contract.ts'
import type { ImportedDay } from './performance-queries.ts'

type DailyPoint = ResponseOf<typeof getPerformance>['daily'][number]

/**
 * The days that count. The flow of the first one includes the capital at the account's opening. Days before `since` (the UTC day of the
 * first snapshot) have no equity, since it was never observed.
 */
export function countedPoints(rows: readonly DailyRow[], money: ShowMoney, since = -Infinity): DailyPoint[] {
  const index = indexSeries(rows)
  return rows.map((row, position) => ({
    date: dayText(row.day),
    balance: money(row.balance_end),
    equity: row.day < since ? null : money(row.equity_end),
    net_flow: money(row.inflow - row.outflow),
    growth_index: roundTo(index[position]?.growth_index ?? null, INDEX_DIGITS),
    drawdown: percentOf(-(index[position]?.drawdown ?? 0)),
    trades: row.trades,
    profit: money(row.profit),
    imported: row.day < since,
  }))
}

/**
 * The days from before the first sync. Records alone describe them, so they have neither equity nor growth.
 * @param before the balance before the first of them that no record explains; null during the import
 * @param firstDay UTC day of the first witnessed row, which has its own figures
 */
export function importedPoints(
  days: readonly ImportedDay[],
  before: number | null,
  firstDay: number | null,
  money: ShowMoney,
): DailyPoint[] {
  const points: DailyPoint[] = []
  let balance = before
  for (const { day, trades, profit, operations, booked } of days) {
    if (balance !== null) balance += booked
    if (firstDay !== null && day >= firstDay) break
    const flows = operations.filter(({ type, amount }) => operationKind(type, amount) === 'flow')
    points.push({
      date: dayText(day),
      balance: money(balance),
      equity: null,
      net_flow: money(flows.reduce((sum, { amount }) => sum + amount, 0)),
      growth_index: null,
      drawdown: null,
      trades,
      profit: money(profit),
      imported: true,
    })
  }
  return points
}
