import { CONNECTED_MS } from '#features/ea/connection.ts'
import { levelOf, type LevelFacts } from '#features/integrity/levels/level.ts'
import type { EngineState } from '#features/performance/rules/engine-state.ts'
import type { Rates } from '#features/performance/rules/currency.ts'
import { inEuro } from '#features/performance/rules/currency.ts'
import { stateWithImported, type ImportedHistory } from '#features/performance/rules/imported.ts'
import { recentIndex } from '#features/performance/rules/returns.ts'
import type { RecentDay } from '#features/performance/rules/rows.ts'
import { riskLevel, tradingStyle } from '#features/performance/rules/style.ts'
import { utcDay } from '#shared/dates.ts'
import { moneyOf, percentOf, roundTo, SCORE_DIGITS } from '#shared/rounding.ts'
import type { LeaderboardEntry, SortField } from '../../contract.ts'
import { evaluateTrader, type Evaluation } from '../../rules.ts'
import {
  connectionStatus,
  notRankedReasons,
  STALE_MS,
  WARNING_MS,
  type AccountActivity,
  type TraderFlags,
} from '../../rules/eligibility.ts'
import type { RankedTrader } from '../../rules/rank.ts'
import { dailyRow, type TraderRow } from '../queries.ts'
import { readRecentDays } from '../recent-days.ts'
import { monthLoss } from './month-loss.ts'
import { sparkline } from './sparkline.ts'

const SPARKLINE_DAYS = 90

/** A row of the list without its place and its change, which depend on the other traders, and without the words of its flags. */
export type PlacelessEntry = Omit<LeaderboardEntry, 'rank' | 'rank_climb' | 'tags'>

/** The parts of a trader that the clock alone changes, until the next midnight. */
export interface Timed {
  flags: TraderFlags
  level: LevelFacts
  /** A case keeps the trader out of the ranking: an open one, or one that a person upheld. */
  held: boolean
  /** The trader closed the account: the profile alone shows it. */
  closed: boolean
  /** Null before the first snapshot. */
  activity: AccountActivity | null
  /** Receipt of the newest request, milliseconds UTC. While the history is being imported it alone shows that the terminal is connected. */
  lastRequest: number
  /** Newest change of the data, milliseconds UTC. */
  changedAt: number
}

/** A trader in one snapshot of the ranking. Immutable: a change makes a new one. */
export interface PlacedTrader extends RankedTrader {
  entry: PlacelessEntry
  /** The sort values of the list, money in euro. Null: unknown or hidden. */
  sortValues: Record<Exclude<SortField, 'rank'>, number | null>
  /** The last moment at which anything in `entry` changed, milliseconds UTC. */
  asOf: number
  /** Figures that only filters read. */
  sought: Sought
}

interface Sought {
  /** Percent, 0 or more: the largest loss of a calendar month (UTC) since the first one. Null before the first snapshot. */
  worstMonth: number | null
  /** Instruments traded in the last 90 days. */
  symbols: readonly string[]
}

/** A listed trader, with what the clock may change of it. */
export interface ListedTrader extends PlacedTrader {
  timed: Timed
  /** The same trader without the imported history, where it counts: its state after the match ends. */
  unmatched: ListedTrader | null
  /** The next moment at which the clock alone changes something. */
  nextChange: number
}

const statusTexts = {
  connected: ['Connesso', 'green'],
  warning: ['In ritardo', 'yellow'],
  disconnected: ['Disconnesso', 'red'],
} as const

export interface EvaluatedRow {
  trader: ListedTrader
  evaluation: Evaluation
  /** The part of the figures from before the first snapshot; null when nothing of it counts. */
  imported: ImportedHistory | null
}

/** The history to evaluate an account by, with or without the imported part. */
interface History {
  state: EngineState | null
  rows: readonly RecentDay[]
  /** As `TraderRow`. */
  worst_month: number | null
  recent_trades: number
  median_holding: number | null
}

/** All figures of a trader at `now`: the row of the list and the evaluation behind it. @param rows of `row`, where they are unpacked already */
export function evaluateRow(
  row: TraderRow,
  rates: Rates,
  now: number,
  rows = readRecentDays(row.recent_days),
): EvaluatedRow {
  const { engine: state, worst_month, recent_trades, median_holding } = row
  const witnessed = evaluateHistory(row, { state, rows, worst_month, recent_trades, median_holding }, rates, now)
  const { imported: stored } = row
  const level = levelOf(witnessed.trader.timed.level, now)
  if (stored === null || state === null || level !== 'L3') return { ...witnessed, imported: null }
  const imported = { rows: stored.days.map(dailyRow), profit_high: stored.profit_high }
  const whole = { ...stored, ...stateWithImported(state, imported, stored.witnessed.map(dailyRow)), worst_month: null }
  const { trader, evaluation } = evaluateHistory(row, whole, rates, now)
  return { trader: { ...trader, unmatched: witnessed.trader }, evaluation, imported }
}

function evaluateHistory(
  row: TraderRow,
  { state, rows, worst_month, recent_trades, median_holding }: History,
  rates: Rates,
  now: number,
): { trader: ListedTrader; evaluation: Evaluation } {
  const flags: TraderFlags = {
    is_ea_verified: row.first_snapshot_at !== null,
    is_real_account: row.trade_mode === 'real',
    leaderboard_expires: milliseconds(row.leaderboard_expires),
    diamond_expires: milliseconds(row.diamond_expires),
  }
  const { currency } = row
  const evaluation = evaluateTrader({ state, rows, rates, currency, as_of: now, trader: flags })
  const timed: Timed = {
    flags,
    level: {
      real: flags.is_real_account,
      synced: flags.is_ea_verified,
      upheld: row.upheld,
      proven: row.ownership_proven,
      matchUntil: milliseconds(row.match_until),
    },
    held: row.held !== null,
    closed: row.closed_at !== null,
    activity: state && {
      lastSync: state.snapshot.t,
      totalTrades: evaluation.total_trades,
      active: !evaluation.reasons.includes('inactive'),
      ownEquity: state.snapshot.equity,
    },
    lastRequest: Date.parse(row.last_receipt_at),
    changedAt: Math.max(Date.parse(row.last_receipt_at), Date.parse(row.updated_at)),
  }
  const today = utcDay(now)
  const days = state === null ? [] : [...rows.filter(({ day }) => day < state.row.day), state.row]
  const money = moneyFigures(row, state)
  const euro = (amount: number | null) => (amount === null ? null : inEuro(amount, currency, today, rates))
  const entry: PlacelessEntry = {
    trader_id: row.trader_id,
    username: row.username,
    display_name: row.display_name,
    country: row.country,
    is_diamond: false,
    is_ea_verified: flags.is_ea_verified,
    is_real_account: flags.is_real_account,
    verification_level: 'L0',
    platform_type: row.platform,
    status: 'disconnected',
    status_text: '',
    status_color: '',
    days_count: evaluation.days_count,
    roi_percentage: percentOf(evaluation.roi_90),
    roi_30: percentOf(evaluation.roi_30),
    roi_90: percentOf(evaluation.roi_90),
    roi_total: percentOf(evaluation.roi_total),
    score: roundTo(evaluation.score, SCORE_DIGITS),
    account_balance: moneyOf(money.balance, row.digits),
    account_equity: moneyOf(money.equity, row.digits),
    account_profit: moneyOf(money.floating, row.digits),
    account_currency: currency,
    euro_rate: roundedRate(euro(1)),
    total_trades: evaluation.total_trades,
    win_rate: percentOf(evaluation.win_rate),
    total_profit: moneyOf(money.profit, row.digits),
    profit_max: moneyOf(money.profitMax, row.digits),
    drawdown_max: percentOf(evaluation.max_drawdown_total),
    trading_style: tradingStyle(median_holding === null ? null : 1000 * median_holding, recent_trades),
    risk_level: riskLevel(evaluation.max_drawdown_90, evaluation.total_trades),
    last_ea_sync: state === null ? row.last_receipt_at : new Date(state.snapshot.t).toISOString(),
    growth_sparkline: state === null ? [] : sparkline(recentIndex(days, state.first_day, today, SPARKLINE_DAYS)),
    flags: row.flags,
    not_ranked_reasons: [],
    has_myfxbook: row.myfxbook_url !== null,
    myfxbook_url: row.myfxbook_url,
  }
  const undated: ListedTrader = {
    trader_id: row.trader_id,
    eligible: false,
    score: evaluation.score,
    roi_90: evaluation.roi_90,
    total_trades: evaluation.total_trades,
    member_since: Date.parse(row.created_at),
    entry,
    sortValues: sortValuesOf(entry, euro(money.profit), euro(money.equity)),
    timed,
    sought: {
      worstMonth: state === null ? null : monthLoss(days, worst_month),
      symbols: row.symbols,
    },
    unmatched: null,
    asOf: 0,
    nextChange: 0,
  }
  return { trader: atTime(undated, now), evaluation }
}

/** The same trader at a later moment of the same UTC day: status, level, plan and reasons follow the clock. */
export function atTime(trader: ListedTrader, now: number): ListedTrader {
  const { flags, level, held, closed, activity, lastRequest, changedAt } = trader.timed
  if (trader.unmatched !== null && levelOf(level, now) !== 'L3') return atTime(trader.unmatched, now)
  const lastSync = activity?.lastSync ?? lastRequest
  const status = connectionStatus(lastSync, now)
  const [status_text, status_color] = statusTexts[status]
  const reasons = [...notRankedReasons(flags, activity, now), ...(held ? (['under_review'] as const) : [])]
  const turns = turningPoints(trader.timed, lastSync)
  return {
    ...trader,
    eligible: reasons.length === 0 && !closed,
    entry: {
      ...trader.entry,
      is_diamond: (flags.diamond_expires ?? 0) > now,
      verification_level: levelOf(level, now),
      status,
      status_text,
      status_color,
      not_ranked_reasons: reasons,
    },
    asOf: Math.max(changedAt, ...turns.filter((turn) => turn <= now)),
    nextChange: Math.min(Infinity, ...turns.filter((turn) => turn > now)),
  }
}

/** True while the plan lasts that a place in the list needs. */
export function hasPlan({ flags }: Timed, now: number): boolean {
  return (flags.leaderboard_expires ?? 0) > now
}

/** Moments at which the clock alone changes something of a trader. `docs/ranking.md` 8.1 and 8.2. */
function turningPoints({ flags, level }: Timed, lastSync: number): number[] {
  const turns = [flags.leaderboard_expires, flags.diamond_expires, level.matchUntil].filter((turn) => turn !== null)
  for (const age of [CONNECTED_MS, WARNING_MS, STALE_MS]) turns.push(lastSync + age + 1)
  return turns
}

/** Amounts of the account; null before the first snapshot and when the owner hides them. */
function moneyFigures({ hide_amounts }: TraderRow, state: EngineState | null) {
  if (state === null || hide_amounts)
    return { balance: null, equity: null, floating: null, profit: null, profitMax: null }
  const { snapshot, profit_total: profit, profit_max: profitMax } = state
  const { equity } = snapshot
  return { balance: snapshot.balance, equity, floating: equity - snapshot.balance, profit, profitMax }
}

/** The values that the list is sorted by. @param profit in euro @param equity in euro */
export function sortValuesOf(
  { roi_30, roi_90, roi_total, win_rate, drawdown_max, total_trades, days_count }: PlacelessEntry,
  profit: number | null,
  equity: number | null,
): PlacedTrader['sortValues'] {
  const drawdown = drawdown_max
  return { roi_30, roi_90, roi_total, win_rate, drawdown, profit, equity, trades: total_trades, days: days_count }
}

/** Short in answers, and exact to the cent for less than a million euro. */
function roundedRate(rate: number | null): number | null {
  return rate === null ? null : Number(rate.toPrecision(9))
}

const isPlain = /^[\x20-\x7e]*$/

/** Text without accents and case, for search. */
export function foldText(text: string): string {
  // Most names are plain, and Unicode's tables are slow.
  if (isPlain.test(text)) return text.toLowerCase().trim()
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim()
}

function milliseconds(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant)
}
