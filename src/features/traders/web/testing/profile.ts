import { DAY_MS, dayText } from '#shared/dates.ts'
import type { SeededAnswer } from '#shared/page.ts'
import type { DailyPoint, Performance, Score, Trader } from '../types.ts'

const FIRST_DAY = Date.UTC(2026, 0, 1) / DAY_MS

/** One witnessed day: growth in percent since the start, fall in percent. */
export function witnessed(index: number, growth: number, fall = 0): DailyPoint {
  return {
    date: dayText(FIRST_DAY + index),
    balance: 10_000 + growth * 100,
    equity: 10_010 + growth * 100,
    net_flow: 0,
    growth_index: 1 + growth / 100,
    drawdown: fall,
    trades: 1,
    profit: 1,
    imported: false,
  }
}

/** A day before the first sync: it has a balance and no witnessed figures. */
export function importedDay(index: number, balance: number): DailyPoint {
  return { ...witnessed(index, 0), balance, equity: null, growth_index: null, drawdown: null, imported: true }
}

export function traderWith(
  change: Partial<Omit<Trader, 'performance'>> & { performance?: Partial<Trader['performance']> } = {},
): Trader {
  const { performance, ...rest } = change
  return {
    trader_id: '7d0c3c0e-5d4e-4a1e-9a53-2f3f5a1f0001',
    username: 'marta.ferrero',
    display_name: 'Marta Ferrero',
    bio: null,
    social_text: null,
    avatar: null,
    country: 'IT',
    platform: 'MT5',
    current_rank: 4,
    rank: 4,
    rank_climb: '',
    ranked_traders: 148,
    showcase_id: null,
    is_diamond: false,
    has_active_plan: true,
    is_real_account: true,
    verification_level: 'L1',
    status: 'connected',
    status_text: 'Connesso',
    status_color: 'green',
    not_ranked_reasons: [],
    held: null,
    flags: [],
    findings: [],
    external_match: null,
    ledger: { length: 0, head: null, at: null },
    closed_accounts: [],
    trader_links: null,
    can_use_trader_links: false,
    copy_trading_link: null,
    telegram_link: null,
    has_myfxbook: false,
    myfxbook_url: null,
    member_since: '2025-03-10T08:00:00.000Z',
    last_updated: '2026-11-20T15:38:00.000Z',
    ...rest,
    performance: {
      roi_percentage: 12.5,
      roi_30: 3,
      roi_total: 84.32,
      win_rate: 71.4,
      total_trades: 1_284,
      drawdown_max: 8.45,
      is_ea_verified: true,
      account_currency: 'USD',
      account_balance: 48_230.55,
      account_equity: 49_104.1,
      account_profit: 873.55,
      account_balance_eur: 44_372.1,
      account_equity_eur: 45_175.77,
      account_profit_eur: 803.67,
      days_count: 621,
      since: '2025-03-10T08:00:00.000Z',
      last_ea_sync: '2026-11-20T15:38:00.000Z',
      ea_sync_count: 118_204,
      equity_history: [],
      imported: null,
      ...performance,
    },
  }
}

/** An account whose history is still on its way. */
export const importing = (): Trader =>
  traderWith({
    platform: null,
    rank: null,
    current_rank: null,
    verification_level: 'L0',
    not_ranked_reasons: ['not_verified'],
    performance: {
      since: null,
      is_ea_verified: false,
      roi_percentage: null,
      roi_30: null,
      roi_total: null,
      win_rate: null,
      drawdown_max: null,
      total_trades: 0,
      days_count: null,
      account_balance: null,
      account_equity: null,
    },
  })
export function performanceWith(change: Partial<Performance> = {}): Performance {
  return {
    currency: 'USD',
    since: '2026-01-01T08:00:00.000Z',
    daily: [
      importedDay(-2, 9_000),
      importedDay(-1, 9_500),
      witnessed(0, 0),
      witnessed(1, 10),
      witnessed(2, 5, -4.55),
      witnessed(40, 21),
    ],
    gaps: [{ from: dayText(FIRST_DAY + 3), to: dayText(FIRST_DAY + 39) }],
    monthly: [
      { month: '2025-12', roi: 4 },
      { month: '2026-01', roi: 10 },
      { month: '2026-02', roi: -5 },
    ],
    summary: {
      roi_30: 3,
      roi_90: 12.5,
      roi_total: 84.32,
      win_rate: 71.4,
      total_trades: 1_284,
      profit_factor: 1.84,
      expectancy: 24.35,
      average_win: 61.2,
      average_loss: -67.8,
      best_trade: 1_840.1,
      worst_trade: -912.45,
      max_drawdown: 8.45,
      current_drawdown: 0,
      risk_level: 'low',
      recovery_factor: 6.1,
      sharpe: 2.14,
      sortino: 3.02,
      average_holding_minutes: 312,
      long_percentage: 54.3,
      exposure_percentage: 38.2,
      deposits: { count: 3, amount: 12_500 },
      withdrawals: { count: 7, amount: -4_310.25 },
    },
    symbols: [{ symbol: 'XAUUSD', trades: 300, win_rate: 67.6, profit: -820.5, share: null }],
    weekdays: [],
    hours: [],
    figures: figuresWith(),
    score: null,
    flags: [],
    ledger: null,
    ...change,
  }
}

/** Figures of an account of two years. */
function figuresWith(change: Partial<Performance['figures']> = {}): Performance['figures'] {
  const extreme = (best: number, worst: number) => ({
    best: { from: '2026-03-02', roi: best },
    worst: { from: '2026-05-04', roi: worst },
  })
  const fall = { peak_day: '2026-04-30', low_day: '2026-05-04', recovered_day: '2026-06-18', depth: 8.45, days: 49 }
  return {
    days: 621,
    alert: null,
    sentences: ['Il conto non ha mai perso più del 10% dal suo massimo.'],
    years: [
      { year: '2025', roi: 40, drawdown: -6.2, months: 10, months_up: 8, trades: 700 },
      { year: '2026', roi: 31.66, drawdown: -8.45, months: 11, months_up: 7, trades: 584 },
    ],
    extremes: { day: extreme(3.1, -2.4), week: extreme(5.2, -4.8), month: extreme(11.4, -5) },
    falls: { deepest: fall, longest: fall },
    entries: [
      { days: 30, entries: 592, worst: -6.1, median: 2.9, best: 18.4, losing: 21.3 },
      { days: 90, entries: 532, worst: -3.2, median: 8.7, best: 31.5, losing: 6.4 },
    ],
    average_holding_won_minutes: 280,
    average_holding_lost_minutes: 370,
    sides: [
      { side: 'buy', trades: 697, win_rate: 72.1, profit: 22_000, profit_factor: 1.95 },
      { side: 'sell', trades: 587, win_rate: 70.5, profit: 9_265.4, profit_factor: 1.68 },
    ],
    slots: [
      { weekday: 1, hour: 9, trades: 40, weight: 1 },
      { weekday: 3, hour: 15, trades: 22, weight: -0.4 },
    ],
    ...change,
  }
}

/** The detail of an importing account. */
export function noPerformance(): Performance {
  const none = { count: 0, amount: 0 }
  const side = { trades: 0, win_rate: null, profit: 0, profit_factor: null }
  return performanceWith({
    since: null,
    daily: [],
    gaps: [],
    monthly: [],
    symbols: [],
    summary: {
      roi_30: null,
      roi_90: null,
      roi_total: null,
      win_rate: null,
      total_trades: 0,
      profit_factor: null,
      expectancy: null,
      average_win: null,
      average_loss: null,
      best_trade: null,
      worst_trade: null,
      max_drawdown: null,
      current_drawdown: null,
      risk_level: null,
      recovery_factor: null,
      sharpe: null,
      sortino: null,
      average_holding_minutes: null,
      long_percentage: null,
      exposure_percentage: null,
      deposits: none,
      withdrawals: none,
    },
    figures: {
      days: 0,
      alert: null,
      sentences: [],
      years: [],
      extremes: null,
      falls: null,
      entries: [],
      average_holding_won_minutes: null,
      average_holding_lost_minutes: null,
      sides: [
        { side: 'buy', ...side },
        { side: 'sell', ...side },
      ],
      slots: [],
    },
  })
}

/** A score of 61.014 with a trader close above. */
export function scoreWith(components: Partial<Score['components']> = {}): Score {
  return {
    total: 61.014,
    formula: 2,
    components: {
      growth_90: 1.125,
      start_drawdown: 0,
      scoring_growth: 1.125,
      roi_curve: 0.35,
      roi_weight: 1,
      roi: 0.35,
      win_rate: 0.7,
      equity: 0.81,
      equity_eur_mean: 27_496,
      risk_cut: 0,
      counted_trades: 412.5,
      counted_wins: 290,
      ...components,
    },
    points: { roi_measured: 31.914, roi_neutral: 0, win_rate: 21, equity: 8.1 },
    penalties: { risk: 0 },
    drawdown_max: 8.45,
    explanation: [],
    next_rank_gap: { username: 'luca', score: 61.526, points: 0.512, needed_roi: 13.4 },
    below: null,
  }
}

/** The two answers of a profile's document, as the server seeds them. */
export function profileSeeds(trader: Trader | null, performance: Performance | null): SeededAnswer[] {
  const input = { params: { username: 'marta.ferrero' } }
  return [
    { key: 'GET /api/trader/:username', input, data: trader },
    { key: 'GET /api/trader/:username/performance', input, data: performance },
  ]
}
