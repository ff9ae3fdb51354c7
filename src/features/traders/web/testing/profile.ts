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
      recovery_factor: 6.1,
      sharpe: 2.14,
      sortino: 3.02,
      average_holding_minutes: 312,
      long_percentage: 54.3,
      exposure_percentage: 38.2,
      deposits: { count: 3, amount: 12_500 },
      withdrawals: { count: 7, amount: -4_310.25 },
    },
    symbols: [{ symbol: 'XAUUSD', trades: 300, win_rate: 67.6, profit: -820.5 }],
    weekdays: [],
    hours: [],
    score: null,
    flags: [],
    ledger: null,
    ...change,
  }
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
