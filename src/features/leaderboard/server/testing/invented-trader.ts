import type { ListedTrader } from '../ranking/listed.ts'

export interface Figures {
  eligible: boolean
  score: number | null
  roi_90: number | null
  trades: number
  since: number
  shown: number | null
  name: string
  platform: 'MT4' | 'MT5'
}

/** Ids in the order of their numbers. */
export const idOf = (id: number) => `01900000-0000-7000-8000-${id.toString(16).padStart(12, '0')}`

/** A listed trader with these figures, without an account in the database. @param lastRequest milliseconds UTC */
export function invented(id: number, figure: Figures, lastRequest: number): ListedTrader {
  const { eligible, score, roi_90, trades, since, shown, name, platform } = figure
  const money = {
    account_balance: null,
    account_equity: null,
    account_profit: null,
    total_profit: null,
    profit_max: null,
  }
  return {
    trader_id: idOf(id),
    eligible,
    score,
    roi_90,
    total_trades: trades,
    member_since: since,
    entry: {
      ...money,
      trader_id: idOf(id),
      username: `User${id}`,
      display_name: name,
      country: 'IT',
      is_diamond: false,
      is_ea_verified: true,
      is_real_account: true,
      verification_level: 'L1',
      platform_type: platform,
      status: 'connected',
      status_text: '',
      status_color: '',
      days_count: shown === null ? null : shown + 3,
      roi_percentage: shown,
      roi_30: shown,
      roi_90: shown,
      roi_total: null,
      score,
      account_currency: 'EUR',
      euro_rate: 1,
      total_trades: trades,
      win_rate: shown,
      drawdown_max: shown === null ? null : shown + 2,
      trading_style: 'swing',
      risk_level: null,
      last_ea_sync: null,
      growth_sparkline: [1, 1.5],
      flags: [],
      not_ranked_reasons: [],
      has_myfxbook: false,
      myfxbook_url: null,
    },
    sortValues: {
      roi_30: shown,
      roi_90: shown,
      roi_total: null,
      win_rate: shown,
      drawdown: shown === null ? null : shown + 2,
      profit: shown,
      equity: since,
      trades,
      days: shown === null ? null : shown + 3,
    },
    timed: {
      flags: {
        is_ea_verified: true,
        is_real_account: true,
        leaderboard_expires: Number.MAX_SAFE_INTEGER,
        diamond_expires: null,
      },
      level: { real: true, synced: true, upheld: false, proven: false, matchUntil: null },
      // Decides who is ranked.
      held: !eligible,
      closed: false,
      activity: { lastSync: lastRequest, totalTrades: 1, active: true, ownEquity: 1 },
      lastRequest,
      changedAt: lastRequest,
    },
    sought: { worstMonth: shown, symbols: ['EURUSD'] },
    unmatched: null,
    asOf: lastRequest,
    nextChange: Infinity,
  }
}
