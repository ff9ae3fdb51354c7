import type { EngineState } from '#features/performance/rules/engine-state.ts'
import { inEuro } from '#features/performance/rules/currency.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import { floatTolerance } from '#features/performance/rules/interval.ts'
import { foldIndex, foldRow, heldIndex } from '#features/performance/rules/rows.ts'
import type { RecentDay } from '#features/performance/rules/rows.ts'
import { utcDay } from '#shared/dates.ts'
import { closedDays, meanEquity, ROI_DAYS, ROI_SHORT_DAYS } from './rules/closed-days.ts'
import type { ClosedDays } from './rules/closed-days.ts'
import { connectionStatus, notRankedReasons } from './rules/eligibility.ts'
import type { ConnectionStatus, NotRankedReason, TraderFlags } from './rules/eligibility.ts'
import { floatingRatio, scoreOf } from './rules/score.ts'
import type { Components, Levers, Points } from './rules/score.ts'

export interface EvaluationInput {
  /** State after the last sync; null before the first one. */
  state: EngineState | null
  /**
   * Daily rows in day order: at least those of the last 90 days and the one before them. More rows change nothing.
   * The row of the state replaces a stored row of the same day.
   */
  rows: readonly RecentDay[]
  rates: Rates
  currency: string
  /** Time of evaluation, milliseconds UTC. */
  as_of: number
  trader: TraderFlags
}

/** Every figure behind a place. Growth, drawdown and rates are fractions. Null: unknown. `docs/ranking.md` 6 to 8. */
export interface Evaluation {
  status: ConnectionStatus
  age_ms: number | null
  eligible: boolean
  reasons: NotRankedReason[]
  days_count: number | null
  roi_30: number | null
  roi_90: number | null
  roi_total: number | null
  max_drawdown_90: number | null
  max_drawdown_total: number | null
  total_trades: number
  wins: number
  win_rate: number | null
  counted_trades: number
  counted_wins: number
  equity_eur: number | null
  /** The amount behind Q in euro: the mean of own equity at the end of each of the last 30 days. */
  equity_eur_mean: number | null
  floating_ratio: number | null
  components: Components | null
  points: Points | null
  levers: Levers | null
  score: number | null
}

/** Evaluates one trader in O(rows passed). The result depends on the arguments alone, never on other traders. `docs/ranking.md` 6.2. */
export function evaluateTrader({ rows, ...input }: EvaluationInput): Evaluation {
  const { state, rates, currency, as_of, trader } = input
  if (state === null) return neverSynced(trader, as_of)
  return evaluateClosed(closedDays(rows, state.row.day, { today: utcDay(as_of), currency, rates }), { ...input, state })
}

/**
 * The same in constant time: the days before the state's row are known as sums.
 * @param closed of these rates, and of the UTC days of `as_of` and of the state's row
 */
export function evaluateClosed(
  closed: ClosedDays,
  { state, rates, currency, as_of, trader }: Omit<EvaluationInput, 'rows'> & { state: EngineState },
): Evaluation {
  const today = utcDay(as_of)
  const { snapshot, row } = state
  const total = foldRow(state.closed, row)
  const isIn = (days: number) => row.day > today - days
  const before90 = { growth: closed.growth_90, high: closed.high_90, drawdown: closed.drawdown_90 }
  const last90 = isIn(ROI_DAYS) ? foldIndex(before90, row) : before90
  const growth30 = isIn(ROI_SHORT_DAYS) ? heldIndex(closed.growth_30 * row.growth) : closed.growth_30
  const value = snapshot.equity
  const ratio = floatingRatio(value, snapshot.balance)
  const held = meanEquity(closed, row.equity_end, { today, currency, rates })
  const reasons = notRankedReasons(
    trader,
    {
      lastSync: snapshot.t,
      totalTrades: total.trades,
      active: closed.trades_90 > 0 || (isIn(ROI_DAYS) && row.trades > 0) || hasOpenPosition(state, rates, currency),
      ownEquity: value,
    },
    as_of,
  )
  return {
    status: connectionStatus(snapshot.t, as_of),
    age_ms: as_of - snapshot.t,
    eligible: reasons.length === 0,
    reasons,
    days_count: today - state.first_day + 1,
    roi_30: growth30 - 1,
    roi_90: last90.growth - 1,
    roi_total: total.growth - 1,
    max_drawdown_90: last90.drawdown,
    max_drawdown_total: total.drawdown,
    total_trades: total.trades,
    wins: total.wins,
    win_rate: total.trades > 0 ? total.wins / total.trades : null,
    counted_trades: total.counted,
    counted_wins: total.counted_wins,
    equity_eur: inEuro(value, currency, today, rates),
    equity_eur_mean: held.euro,
    floating_ratio: ratio,
    ...scoreOf({
      growth90: last90.growth,
      startDrawdown: isIn(ROI_DAYS) ? closed.start_drawdown : row.drawdown_end,
      countedTrades: total.counted,
      countedWins: total.counted_wins,
      equity: held.scale,
      floatingRatio: ratio,
    }),
  }
}

function hasOpenPosition({ snapshot }: EngineState, rates: Rates, currency: string): boolean {
  if (snapshot.open_since !== null) return true
  return Math.abs(snapshot.equity - snapshot.balance) >= floatTolerance(rates, currency, snapshot.t)
}

function neverSynced(trader: TraderFlags, asOf: number): Evaluation {
  return {
    status: connectionStatus(null, asOf),
    age_ms: null,
    eligible: false,
    reasons: notRankedReasons(trader, null, asOf),
    days_count: null,
    roi_30: null,
    roi_90: null,
    roi_total: null,
    max_drawdown_90: null,
    max_drawdown_total: null,
    total_trades: 0,
    wins: 0,
    win_rate: null,
    counted_trades: 0,
    counted_wins: 0,
    equity_eur: null,
    equity_eur_mean: null,
    floating_ratio: null,
    components: null,
    points: null,
    levers: null,
    score: null,
  }
}
