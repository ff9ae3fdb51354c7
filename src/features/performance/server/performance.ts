import type { JudgedTrader } from '#features/leaderboard/server/service.ts'
import type { Queryable } from '#server/database.ts'
import { utcDay } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { percentOf, PERCENT_DIGITS, RATIO_DIGITS, roundTo } from '#shared/rounding.ts'
import type { getPerformance } from '../contract.ts'
import { indexSeries, monthlyRoi, recoveryFactor, riskAdjusted } from '../rules/returns.ts'
import type { DailyRow } from '../rules/rows.ts'
import {
  exposurePercentage,
  resultsByHour,
  resultsBySymbol,
  resultsByWeekday,
  tradeStatistics,
  type ResultLine,
  type TradeRecord,
} from '../rules/statistics.ts'
import { dailyRows, importedDays, ledgerTotals, witnessedTrades, type LedgerRow } from './queries.ts'
import { scoreAnswer } from './score-answer.ts'
import { importedPoints, moneyShown, witnessedPoints, type ShowMoney } from './series.ts'

type Performance = ResponseOf<typeof getPerformance>

/** Series, tables and score of a profile, as committed. Statistics speak of witnessed trades alone. */
export async function performanceOf(judged: JudgedTrader, sql: Queryable): Promise<Performance> {
  const { account_id } = judged.row
  // One connection, one after the other: all of one moment.
  const rows = await dailyRows(sql, account_id)
  const trades = await witnessedTrades(sql, account_id)
  const imported = await importedDays(sql, account_id)
  const ledger = await ledgerTotals(sql, account_id)
  const { row, trader } = judged
  const money = moneyShown(judged)
  const line = <T extends ResultLine>({ win_rate, profit, ...rest }: T) => ({
    ...rest,
    win_rate: percentOf(win_rate),
    profit: money(profit),
  })
  const snapshot = row.engine?.snapshot ?? null
  const opening = snapshot && snapshot.balance - ledger.net_since
  return {
    currency: row.currency,
    since: row.first_snapshot_at,
    daily: [...importedPoints(imported, opening, rows[0]?.day ?? null, money), ...witnessedPoints(rows, money)],
    monthly: monthlyRoi(rows).map(({ month, roi }) => ({ month, roi: percentOf(roi) })),
    summary: summaryOf(judged, rows, trades, money),
    symbols: resultsBySymbol(trades).map(line),
    weekdays: resultsByWeekday(trades).map(line),
    hours: resultsByHour(trades).map(line),
    score: scoreAnswer(judged),
    flags: trader.entry.flags,
    ledger: ledgerAnswer(judged, ledger, money),
  }
}

function summaryOf(
  { row, evaluation, trader, now }: JudgedTrader,
  rows: readonly DailyRow[],
  trades: readonly TradeRecord[],
  money: ShowMoney,
): Performance['summary'] {
  const statistics = tradeStatistics(trades)
  const risk = riskAdjusted(rows, utcDay(now))
  const { roi_total, max_drawdown_total } = evaluation
  const snapshot = row.engine?.snapshot ?? null
  const exposure =
    snapshot === null || row.first_snapshot_at === null
      ? null
      : exposurePercentage(trades, Date.parse(row.first_snapshot_at), snapshot.t, snapshot.open_since)
  return {
    roi_30: trader.entry.roi_30,
    roi_90: trader.entry.roi_90,
    roi_total: trader.entry.roi_total,
    win_rate: trader.entry.win_rate,
    total_trades: trader.entry.total_trades,
    profit_factor: roundTo(statistics.profit_factor, RATIO_DIGITS),
    expectancy: money(statistics.expectancy),
    average_win: money(statistics.average_win),
    average_loss: money(statistics.average_loss),
    best_trade: money(statistics.best_trade),
    worst_trade: money(statistics.worst_trade),
    max_drawdown: trader.entry.drawdown_max,
    current_drawdown: percentOf(indexSeries(rows).at(-1)?.drawdown ?? null),
    recovery_factor:
      roi_total === null || max_drawdown_total === null
        ? null
        : roundTo(recoveryFactor(roi_total, max_drawdown_total), RATIO_DIGITS),
    sharpe: roundTo(risk.sharpe, RATIO_DIGITS),
    sortino: roundTo(risk.sortino, RATIO_DIGITS),
    average_holding_minutes: roundTo(statistics.average_holding_minutes, 2),
    long_percentage: roundTo(statistics.long_percentage, PERCENT_DIGITS),
    exposure_percentage: roundTo(exposure, PERCENT_DIGITS),
  }
}

function ledgerAnswer({ row, trader }: JudgedTrader, ledger: LedgerRow, money: ShowMoney): Performance['ledger'] {
  if (row.engine === null) return null
  const { balance } = row.engine.snapshot
  return {
    records: ledger.records,
    net: money(ledger.net),
    balance: money(balance),
    unexplained: money(balance - ledger.net),
    matches_terminal: !trader.entry.flags.includes('ledger_mismatch'),
    late_records: ledger.late_records,
    revised_records: ledger.revised_records,
  }
}
