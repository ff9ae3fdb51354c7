import type { LeaderboardEntry, getStats, listLeaderboard } from '#features/leaderboard/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'

/** A listed trader of the list's answer; `rank` null puts it out of the ranking. */
export function anEntry(rank: number | null, changes: Partial<LeaderboardEntry> = {}): LeaderboardEntry {
  const id = changes.trader_id ?? `trader-${rank ?? 'out'}`
  return {
    trader_id: id,
    rank,
    rank_climb: '',
    username: id,
    display_name: `Trader ${rank ?? 'fuori'}`,
    country: 'IT',
    is_diamond: false,
    is_ea_verified: true,
    is_real_account: rank !== null,
    verification_level: 'L1',
    platform_type: 'MT5',
    status: 'connected',
    status_text: 'Connesso',
    status_color: 'green',
    days_count: 120,
    roi_percentage: 12.34,
    roi_30: 4.5,
    roi_90: 12.34,
    roi_total: 20,
    score: 50,
    account_balance: 10_000,
    account_equity: 10_120.5,
    account_profit: 120.5,
    account_currency: 'USD',
    euro_rate: 0.92,
    total_trades: 1_284,
    win_rate: 61.2,
    total_profit: -227.35,
    profit_max: 500,
    drawdown_max: -8.45,
    trading_style: 'swing',
    risk_level: 'low',
    last_ea_sync: '2026-11-20T15:38:00.000Z',
    growth_sparkline: [1, 1.02, 1.01, 1.06],
    flags: [],
    tags: [],
    not_ranked_reasons: rank === null ? ['demo_account'] : [],
    has_myfxbook: false,
    myfxbook_url: null,
    ...changes,
  }
}

/** Ranks 1 to `count`. */
export function aList(count: number, total = count): ResponseOf<typeof listLeaderboard> {
  return {
    leaderboard: Array.from({ length: count }, (_, index) => anEntry(index + 1)),
    total,
    one_less: [],
    next_cursor: null,
    generated_at: '2026-11-20T15:40:00.000Z',
    stale_since: null,
    formula: 2,
  }
}

export const someStats: ResponseOf<typeof getStats> = {
  total_traders: 148,
  connected_traders: 131,
  total_trades: 214_906,
  avg_roi: 23.41,
  top_performer: { username: 'marta.ferrero', roi: 184.32, roi_total: 210.5, drawdown_max: 8.45, days_count: 420 },
  generated_at: '2026-11-20T15:40:00.000Z',
}
