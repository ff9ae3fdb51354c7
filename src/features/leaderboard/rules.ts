import type { EngineState } from '#features/performance/rules/engine-state.ts'
import { inEuro } from '#features/performance/rules/currency.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import { floatTolerance } from '#features/performance/rules/interval.ts'
import { foldIndex, foldRow, NO_DAYS, windowRows } from '#features/performance/rules/rows.ts'
import type { RecentDay } from '#features/performance/rules/rows.ts'
import { utcDay } from '#shared/dates.ts'
import { connectionStatus, notRankedReasons } from './rules/eligibility.ts'
import type { ConnectionStatus, NotRankedReason, TraderFlags } from './rules/eligibility.ts'
import { equityScale, floatingRatio, scoreOf } from './rules/score.ts'
import type { Components, Levers, Points } from './rules/score.ts'

const ROI_DAYS = 90
const ROI_SHORT_DAYS = 30
const EQUITY_DAYS = 30

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
export function evaluateTrader(input: EvaluationInput): Evaluation {
  const { state, rates, currency, as_of, trader } = input
  if (state === null) return neverSynced(trader, as_of)
  const today = utcDay(as_of)
  const { snapshot } = state
  const rows: RecentDay[] = [...input.rows.filter((row) => row.day < state.row.day), state.row]
  const window = windowRows(rows, today, ROI_DAYS)
  const total = foldRow(state.closed, state.row)
  const last90 = growthOf(window)
  const value = snapshot.equity
  const start = rows.findLast((row) => row.day <= today - ROI_DAYS)
  const ratio = floatingRatio(value, snapshot.balance)
  const held = heldEquity(rows, rates, currency, today)
  const reasons = notRankedReasons(
    trader,
    {
      lastSync: snapshot.t,
      totalTrades: total.trades,
      active: window.some((row) => row.trades > 0) || hasOpenPosition(state, rates, currency),
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
    roi_30: growthOf(windowRows(window, today, ROI_SHORT_DAYS)).growth - 1,
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
      startDrawdown: start?.drawdown_end ?? 0,
      countedTrades: total.counted,
      countedWins: total.counted_wins,
      equity: held.scale,
      floatingRatio: ratio,
    }),
  }
}

function growthOf(window: readonly RecentDay[]): { growth: number; drawdown: number } {
  return window.reduce(foldIndex, NO_DAYS)
}

/**
 * Own equity at the end of each of the last 30 days, averaged: `scale` on the equity scale (Q, `docs/ranking.md` 7.1), `euro` in euro.
 * Days before the account count as zero in both. `euro` is null when a day has no rate.
 */
function heldEquity(
  rows: readonly RecentDay[],
  rates: Rates,
  currency: string,
  today: number,
): { scale: number; euro: number | null } {
  let scale = 0
  let total: number | null = 0
  let next = 0
  let equity: number | null = null
  for (let day = today - EQUITY_DAYS + 1; day <= today; day += 1) {
    for (let row = rows[next]; row !== undefined && row.day <= day; row = rows[++next]) equity = row.equity_end
    const euro = equity === null ? null : inEuro(equity, currency, day, rates)
    if (euro !== null) scale += equityScale(euro)
    if (equity !== null) total = euro === null || total === null ? null : total + euro
  }
  return { scale: scale / EQUITY_DAYS, euro: total === null ? null : total / EQUITY_DAYS }
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
