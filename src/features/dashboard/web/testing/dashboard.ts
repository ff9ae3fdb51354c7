import { statuses } from '#features/ea/web/testing/status.ts'
import type { getOwnIntegrity } from '#features/integrity/contract.ts'
import { performanceWith, scoreWith } from '#features/traders/web/testing/profile.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Dashboard } from '../notices.ts'

/** Answers of a trader's own calls for tests of the dashboard. */

const noPlan = { is_active: false, expires_at: null, days_remaining: null, status: 'none' as const }
const info = { display_name: 'Chiara Neri', email: 'chiara@example.org', country: 'IT', myfxbook_url: null }
const noLinks = {
  copy_trading: null,
  telegram: null,
  instagram: null,
  facebook: null,
  tiktok: null,
  twitter: null,
  broker: null,
  website: null,
  myfxbook: null,
}

export const newcomer: Dashboard = {
  trader_id: '01900000-0000-7000-8000-000000000001',
  username: 'chiara.neri',
  is_admin: false,
  is_diamond: false,
  diamond_expires: null,
  leaderboard_expires: null,
  current_rank: null,
  standing: { ranked: null, yesterday: null, week_ago: null },
  not_ranked_reasons: ['not_verified', 'no_active_plan', 'no_sync'],
  score: null,
  verification_level: 'L0',
  trader_info: {
    ...info,
    trader_id: '01900000-0000-7000-8000-000000000001',
    is_admin: false,
    is_diamond: false,
    diamond_expires: null,
    is_ea_verified: false,
    hide_amounts: false,
    avatar: null,
    member_since: '2026-11-20T10:00:00.000Z',
  },
  trader_links: noLinks,
  can_use_trader_links: false,
  myfxbook_host: 'myfxbook.com',
  performance_summary: {
    roi_percentage: null,
    roi_total: null,
    account_profit: null,
    account_profit_eur: null,
    total_trades: null,
    win_rate: null,
    since: null,
    has_open_positions: null,
    trades_this_week: null,
    data_source: 'manual',
  },
  subscription: {
    diamond: noPlan,
    basic_leaderboard: noPlan,
    access: { leaderboard: false, ea_sync: false, showcase: false },
    recent_payments: [],
  },
  ea: statuses.nothing,
  account: null,
  warnings: [{ code: 'no_plan', message: 'Non hai un piano attivo.' }],
  admin: null,
}

export const synced: Dashboard = {
  ...newcomer,
  current_rank: 2,
  standing: { ranked: 148, yesterday: { rank: 3 }, week_ago: { rank: 6 } },
  not_ranked_reasons: [],
  score: {
    ...scoreWith(),
    below: { username: 'paolo', score: 60.2 },
    levers: { roi_plus_1pp: 0.41, one_more_win: 0.02, full_roi_weight: 0, full_equity: 1.9, no_floating_loss: 0 },
  },
  verification_level: 'L2',
  can_use_trader_links: true,
  trader_links: {
    ...noLinks,
    copy_trading: 'https://copy.broker.example/lucabertani',
    telegram: 'https://t.me/lucabertani',
  },
  performance_summary: {
    roi_percentage: 30.5,
    roi_total: 142.07,
    account_profit: -209.16,
    account_profit_eur: -209.16,
    total_trades: 918,
    win_rate: 66.8,
    since: '2025-06-02T09:00:00.000Z',
    has_open_positions: true,
    trades_this_week: 12,
    data_source: 'expert_advisor',
  },
  subscription: { ...newcomer.subscription, access: { leaderboard: true, ea_sync: true, showcase: false } },
  ea: statuses.connected,
  account: {
    platform: 'MT5',
    server: 'Broker-Live',
    account_number: '•••••678',
    currency: 'EUR',
    leverage: 100,
    trade_mode: 'real',
    is_real_account: true,
    balance: 10_318.4,
    equity: 10_109.24,
  },
  warnings: [],
}

/** The figures of the trader's own chart, and their call. */
export const ownPerformance = performanceWith()
export const ownPerformanceCall = '/api/dashboard/chart'

export const unproven: ResponseOf<typeof getOwnIntegrity> = {
  level: 'L0',
  account: null,
  under_review: false,
  held: null,
  tags: [],
  cases: [],
  ownership: { code: null, expires_at: null, seen_at: null, proven_at: null, can_trade: null },
  match: null,
  ledger: { length: 0, head: null, at: null },
  closed_accounts: [],
}
