import { levelOf } from '#features/integrity/levels/level.ts'
import { inEuro, type Rates } from '#features/performance/rules/currency.ts'
import type { EngineState } from '#features/performance/rules/engine-state.ts'
import { stateWithImported, type ImportedHistory } from '#features/performance/rules/imported.ts'
import type { RecentDay } from '#features/performance/rules/rows.ts'
import { riskLevel, tradingStyle } from '#features/performance/rules/style.ts'
import { utcDay } from '#shared/dates.ts'
import { moneyOf, percentOf, roundTo, SCORE_DIGITS } from '#shared/rounding.ts'
import { evaluateClosed, evaluateTrader, type Evaluation } from '../../rules.ts'
import type { TraderFlags } from '../../rules/eligibility.ts'
import type { AccountCells } from '../account-queries.ts'
import { dailyRow, type TraderRow } from '../queries.ts'
import { readRecentDays } from '../recent-days.ts'
import { closedFigures, lineOf, movedLine, type ClosedFigures } from './closed-figures.ts'
import { atTime, sortValuesOf, type ListedTrader, type PlacelessEntry } from './listed.ts'
import { monthLoss } from './month-loss.ts'

export interface EvaluatedRow {
  trader: ListedTrader
  evaluation: Evaluation
  /** The part of the figures from before the first snapshot; null when nothing of it counts. */
  imported: ImportedHistory | null
  /** For `evaluateAccount`; null where each change of the account needs all of its history. */
  closed: ClosedFigures | null
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

/** The facts of a trader that the account's own row in the database does not have. */
interface OtherFacts {
  entry: Pick<
    PlacelessEntry,
    'trader_id' | 'username' | 'display_name' | 'country' | 'trading_style' | 'flags' | 'has_myfxbook' | 'myfxbook_url'
  >
  hidesAmounts: boolean
  timed: Pick<ListedTrader['timed'], 'held' | 'closed'> &
    Pick<ListedTrader['timed']['level'], 'upheld' | 'proven' | 'matchUntil'> &
    Pick<TraderFlags, 'leaderboard_expires' | 'diamond_expires'>
  member_since: number
  /** Milliseconds UTC: nothing else changed later. */
  changedAt: number
  symbols: readonly string[]
}

/** All figures of a trader at `now`: the row of the list and the evaluation behind it. @param rows of `row`, where they are unpacked already */
export function evaluateRow(
  row: TraderRow,
  rates: Rates,
  now: number,
  rows = readRecentDays(row.recent_days),
): EvaluatedRow {
  const { engine: state, worst_month, recent_trades, median_holding, imported: stored } = row
  const witnessed = evaluateHistory(row, { state, rows, worst_month, recent_trades, median_holding }, rates, now)
  const level = levelOf(witnessed.trader.timed.level, now)
  if (stored === null || state === null || level !== 'L3') return { ...witnessed, imported: null }
  const imported = { rows: stored.days.map(dailyRow), profit_high: stored.profit_high }
  const whole = { ...stored, ...stateWithImported(state, imported, stored.witnessed.map(dailyRow)), worst_month: null }
  const { trader, evaluation } = evaluateHistory(row, whole, rates, now)
  return { trader: { ...trader, unmatched: witnessed.trader }, evaluation, imported, closed: null }
}

function evaluateHistory(
  row: TraderRow,
  { state, rows, worst_month, recent_trades, median_holding }: History,
  rates: Rates,
  now: number,
): Omit<EvaluatedRow, 'imported'> {
  const other = otherFactsOf(row, tradingStyle(median_holding === null ? null : 1000 * median_holding, recent_trades))
  if (state !== null) {
    const moment = { today: utcDay(now), currency: row.currency, rates }
    const closed = closedFigures(rows, state, worst_month, moment)
    const evaluated = evaluateState(row, other, { state, closed, line: lineOf(rows, state, moment.today) }, rates, now)
    return { ...evaluated, closed: row.imported === null ? closed : null }
  }
  const flags = flagsOf(row, other)
  const evaluation = evaluateTrader({ state, rows, rates, currency: row.currency, as_of: now, trader: flags })
  return {
    trader: listed(row, other, { state, evaluation, line: [], worstMonth: null }, rates, now),
    evaluation,
    closed: null,
  }
}

/**
 * The same trader after syncs that brought no trade and closed no day, from the account's row alone.
 * @param former as evaluated before, from the same other rows
 * @param closed of `former`; the rates of its days have not changed
 * @returns null where the trader must be read whole
 */
export function evaluateAccount(
  former: ListedTrader,
  account: AccountCells & { engine: EngineState | null },
  closed: ClosedFigures,
  rates: Rates,
  now: number,
): ListedTrader | null {
  const { engine: state } = account
  if (state === null || former.unmatched !== null || former.entry.account_currency !== account.currency) return null
  if (utcDay(now) !== closed.today || state.row.day !== closed.newest) return null
  const line = movedLine(former.entry.growth_sparkline, closed, state)
  return line && evaluateState(account, otherFactsIn(former), { state, closed, line }, rates, now).trader
}

function evaluateState(
  account: AccountCells,
  other: OtherFacts,
  { state, closed, line }: { state: EngineState; closed: ClosedFigures; line: number[] },
  rates: Rates,
  now: number,
): { trader: ListedTrader; evaluation: Evaluation } {
  const trader = flagsOf(account, other)
  const evaluation = evaluateClosed(closed, { state, rates, currency: account.currency, as_of: now, trader })
  const worstMonth = monthLoss(closed, state.row.growth)
  return { trader: listed(account, other, { state, evaluation, line, worstMonth }, rates, now), evaluation }
}

function otherFactsOf(row: TraderRow, trading_style: PlacelessEntry['trading_style']): OtherFacts {
  const { trader_id, username, display_name, country, flags, myfxbook_url } = row
  const has_myfxbook = myfxbook_url !== null
  return {
    entry: { trader_id, username, display_name, country, trading_style, flags, has_myfxbook, myfxbook_url },
    hidesAmounts: row.hide_amounts,
    timed: {
      leaderboard_expires: milliseconds(row.leaderboard_expires),
      diamond_expires: milliseconds(row.diamond_expires),
      upheld: row.upheld,
      proven: row.ownership_proven,
      matchUntil: milliseconds(row.match_until),
      held: row.held !== null,
      closed: row.closed_at !== null,
    },
    member_since: Date.parse(row.created_at),
    changedAt: Date.parse(row.updated_at),
    symbols: row.symbols,
  }
}

/** The same facts, as they are in the evaluated trader, who has a snapshot. */
function otherFactsIn({ entry, timed, member_since, sought }: ListedTrader): OtherFacts {
  return {
    entry,
    hidesAmounts: entry.account_balance === null,
    timed: { ...timed.flags, ...timed.level, held: timed.held, closed: timed.closed },
    member_since,
    changedAt: timed.changedAt,
    symbols: sought.symbols,
  }
}

function flagsOf({ first_snapshot_at, trade_mode }: AccountCells, { timed }: OtherFacts): TraderFlags {
  return {
    is_ea_verified: first_snapshot_at !== null,
    is_real_account: trade_mode === 'real',
    leaderboard_expires: timed.leaderboard_expires,
    diamond_expires: timed.diamond_expires,
  }
}

/** @param figures `line` and `worstMonth` of a state */
function listed(
  account: AccountCells,
  other: OtherFacts,
  figures: { state: EngineState | null; evaluation: Evaluation; line: number[]; worstMonth: number | null },
  rates: Rates,
  now: number,
): ListedTrader {
  const { state, evaluation, line, worstMonth } = figures
  const { currency, digits, last_receipt_at } = account
  const { trader_id, username, display_name, country, trading_style, flags, has_myfxbook, myfxbook_url } = other.entry
  const { upheld, proven, matchUntil, held, closed } = other.timed
  const ownFlags = flagsOf(account, other)
  const money = moneyFigures(other, state)
  const euro = (amount: number | null) => (amount === null ? null : inEuro(amount, currency, utcDay(now), rates))
  const lastRequest = Date.parse(last_receipt_at)
  const entry: PlacelessEntry = {
    trader_id,
    username,
    display_name,
    country,
    is_diamond: false,
    is_ea_verified: ownFlags.is_ea_verified,
    is_real_account: ownFlags.is_real_account,
    verification_level: 'L0',
    platform_type: account.platform,
    status: 'disconnected',
    status_text: '',
    status_color: '',
    days_count: evaluation.days_count,
    roi_percentage: percentOf(evaluation.roi_90),
    roi_30: percentOf(evaluation.roi_30),
    roi_90: percentOf(evaluation.roi_90),
    roi_total: percentOf(evaluation.roi_total),
    score: roundTo(evaluation.score, SCORE_DIGITS),
    account_balance: moneyOf(money.balance, digits),
    account_equity: moneyOf(money.equity, digits),
    account_profit: moneyOf(money.floating, digits),
    account_currency: currency,
    euro_rate: roundedRate(euro(1)),
    total_trades: evaluation.total_trades,
    win_rate: percentOf(evaluation.win_rate),
    total_profit: moneyOf(money.profit, digits),
    profit_max: moneyOf(money.profitMax, digits),
    drawdown_max: percentOf(evaluation.max_drawdown_total),
    trading_style,
    risk_level: riskLevel(evaluation.max_drawdown_90, evaluation.total_trades),
    last_ea_sync: state === null ? last_receipt_at : new Date(state.snapshot.t).toISOString(),
    growth_sparkline: line,
    flags,
    not_ranked_reasons: [],
    has_myfxbook,
    myfxbook_url,
  }
  const undated: ListedTrader = {
    trader_id,
    eligible: false,
    score: evaluation.score,
    roi_90: evaluation.roi_90,
    total_trades: evaluation.total_trades,
    member_since: other.member_since,
    entry,
    sortValues: sortValuesOf(entry, euro(money.profit), euro(money.equity)),
    timed: {
      flags: ownFlags,
      level: { real: ownFlags.is_real_account, synced: ownFlags.is_ea_verified, upheld, proven, matchUntil },
      held,
      closed,
      activity: state && {
        lastSync: state.snapshot.t,
        totalTrades: evaluation.total_trades,
        active: !evaluation.reasons.includes('inactive'),
        ownEquity: state.snapshot.equity,
      },
      lastRequest,
      changedAt: Math.max(lastRequest, other.changedAt),
    },
    sought: { worstMonth, symbols: other.symbols },
    unmatched: null,
    asOf: 0,
    nextChange: 0,
  }
  return atTime(undated, now)
}

/** Amounts of the account; null before the first snapshot and when the owner hides them. */
function moneyFigures({ hidesAmounts }: OtherFacts, state: EngineState | null) {
  if (state === null || hidesAmounts)
    return { balance: null, equity: null, floating: null, profit: null, profitMax: null }
  const { snapshot, profit_total: profit, profit_max: profitMax } = state
  const { equity } = snapshot
  return { balance: snapshot.balance, equity, floating: equity - snapshot.balance, profit, profitMax }
}

/** Short in answers, and exact to the cent for less than a million euro. */
function roundedRate(rate: number | null): number | null {
  return rate === null ? null : Number(rate.toPrecision(9))
}

function milliseconds(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant)
}
