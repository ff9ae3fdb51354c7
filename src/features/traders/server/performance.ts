import {
  moneyOwned,
  moneyShown,
  type EvaluatedTrader,
  type Placement,
  type ShowMoney,
} from '#features/leaderboard/server/answers/trader.ts'
import { scoreAnswer } from '#features/leaderboard/server/answers/score-answer.ts'
import { withImported } from '#features/performance/rules/imported.ts'
import { currentDrawdown, monthlyRoi, recoveryFactor, riskAdjusted } from '#features/performance/rules/returns.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import {
  resultsByHour,
  resultsBySymbol,
  resultsByWeekday,
  tradeStatistics,
  type ResultLine,
} from '#features/performance/rules/statistics.ts'
import type { Queryable } from '#server/database/database.ts'
import { utcDay } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { percentOf, PERCENT_DIGITS, RATIO_DIGITS, roundTo } from '#shared/rounding.ts'
import type { getOwnChart, getPerformance } from '../performance-contract.ts'
import {
  dailyRows,
  importedDays,
  ledgerTotals,
  paymentsOf,
  recordSums,
  unobservedDays,
  type LedgerRow,
  type Payments,
} from './performance-queries.ts'
import { figuresOf } from './figures/figures.ts'
import { countedPoints, importedPoints } from './series.ts'
import { exposedTime, tradeTotals, type TradeTotals } from './trade-queries.ts'

type Performance = ResponseOf<typeof getPerformance>
type OwnChart = ResponseOf<typeof getOwnChart>

/**
 * Series, tables and score of a profile, as committed. Statistics count witnessed trades, and the imported ones while a match with an
 * external source lets them count.
 */
export const performanceOf = async (evaluated: EvaluatedTrader, sql: Queryable): Promise<Performance> =>
  (await readPerformance(evaluated, sql)).answer(evaluated.placement)

interface ReadPerformance {
  answer: (placement: Placement) => Performance
  /** The chart as its owner sees it: with amounts that may be hidden from visitors. */
  ownChart: () => OwnChart
}

/** Reads series, tables and score. The result makes the answer for a place. */
export async function readPerformance(evaluated: EvaluatedTrader, sql: Queryable): Promise<ReadPerformance> {
  const { row, trader } = evaluated
  const { account_id } = row
  // The same connection one after the other: all of one moment.
  const witnessed = await dailyRows(sql, account_id)
  const counted = evaluated.imported !== null && witnessed.length > 0 ? evaluated.imported : null
  const rows = counted === null ? witnessed : withImported(counted.rows, witnessed)
  const totals = await tradeTotals(sql, account_id, counted !== null)
  const exposure = await exposurePercentage(evaluated, sql)
  const sums = await recordSums(sql, account_id)
  const payments = paymentsOf(sums, counted !== null)
  const imported = await importedDays(sql, account_id)
  const ledger = row.engine === null ? undefined : await ledgerTotals(sql, account_id, sums)
  const gaps = await unobservedDays(sql, account_id)
  const money = moneyShown(evaluated)
  const dailyWith = (show: ShowMoney) =>
    counted === null
      ? [
          ...importedPoints(imported, balanceBefore(evaluated, ledger), rows[0]?.day ?? null, show),
          ...countedPoints(rows, show),
        ]
      : countedPoints(rows, show, witnessed[0]?.day)
  const line = <T extends ResultLine>({ win_rate, profit, ...rest }: T) => ({
    ...rest,
    win_rate: percentOf(win_rate),
    profit: money(profit),
  })
  const parts = {
    currency: row.currency,
    since: row.first_snapshot_at,
    daily: dailyWith(money),
    gaps,
    monthly: monthlyRoi(rows).map(({ month, roi }) => ({ month, roi: percentOf(roi) })),
    summary: summaryOf(evaluated, rows, { totals, exposure, payments }, money),
    symbols: resultsBySymbol(totals.symbols).map((each) => ({ ...line(each), share: percentOf(each.share) })),
    weekdays: resultsByWeekday(totals.weekdays).map(line),
    hours: resultsByHour(totals.hours).map(line),
    figures: figuresOf(rows, totals, trader.entry.flags, money),
    flags: trader.entry.flags,
    ledger: ledgerAnswer(evaluated, ledger, money),
  }
  return {
    answer: (placement) => ({ ...parts, score: scoreAnswer({ ...evaluated, placement }) }),
    ownChart() {
      const own = moneyOwned(evaluated)
      return { currency: row.currency, daily: dailyWith(own), gaps, summary: paymentsAnswer(payments, own) }
    },
  }
}

function paymentsAnswer({ deposits, withdrawals }: Payments, money: ShowMoney): OwnChart['summary'] {
  return {
    deposits: { ...deposits, amount: money(deposits.amount) },
    withdrawals: { ...withdrawals, amount: money(withdrawals.amount) },
  }
}

/** The balance before all counted records. Late ones belong to it though they arrived later. Null before the first snapshot. */
function balanceBefore({ row }: EvaluatedTrader, ledger: LedgerRow | undefined): number | null {
  if (row.engine === null || ledger === undefined) return null
  return row.engine.snapshot.balance - (ledger.net - ledger.late_net)
}

/**
 * The share of the time between the first snapshot and the last during which a position was open, in percent. Null when no time has
 * passed.
 */
async function exposurePercentage({ row }: EvaluatedTrader, sql: Queryable): Promise<number | null> {
  if (row.engine === null || row.first_snapshot_at === null) return null
  const { t: until, open_since } = row.engine.snapshot
  const since = Date.parse(row.first_snapshot_at)
  if (until <= since) return null
  // From here on an open position covers everything.
  const covered = Math.min(until, Math.max(since, open_since ?? until))
  const exposed = (await exposedTime(sql, row.account_id, since, covered)) + (until - covered)
  return (100 * exposed) / (until - since)
}

function summaryOf(
  { evaluation, trader, now }: EvaluatedTrader,
  rows: readonly DailyRow[],
  { totals, exposure, payments }: { totals: TradeTotals; exposure: number | null; payments: Payments },
  money: ShowMoney,
): Performance['summary'] {
  const statistics = tradeStatistics(totals.all)
  const risk = riskAdjusted(rows, utcDay(now))
  const { roi_total, max_drawdown_total } = evaluation
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
    current_drawdown: percentOf(currentDrawdown(rows)),
    risk_level: trader.entry.risk_level,
    recovery_factor:
      roi_total === null || max_drawdown_total === null
        ? null
        : roundTo(recoveryFactor(roi_total, max_drawdown_total), RATIO_DIGITS),
    sharpe: roundTo(risk.sharpe, RATIO_DIGITS),
    sortino: roundTo(risk.sortino, RATIO_DIGITS),
    average_holding_minutes: roundTo(statistics.average_holding_minutes, 2),
    long_percentage: roundTo(statistics.long_percentage, PERCENT_DIGITS),
    exposure_percentage: roundTo(exposure, PERCENT_DIGITS),
    ...paymentsAnswer(payments, money),
  }
}

function ledgerAnswer(
  { row }: EvaluatedTrader,
  ledger: LedgerRow | undefined,
  money: ShowMoney,
): Performance['ledger'] {
  if (row.engine === null || ledger === undefined) return null
  const { balance } = row.engine.snapshot
  return {
    records: ledger.records,
    net: money(ledger.net),
    balance: money(balance),
    unexplained: money(balance - ledger.net),
    matches_terminal: ledger.equal,
    late_records: ledger.late_records,
    revised_records: ledger.revised_records,
  }
}
