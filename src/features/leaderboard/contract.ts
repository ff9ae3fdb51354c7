import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { platforms } from '#shared/platforms.ts'
import { count, instant, integerText, money, percent, printable, verificationLevel } from '#shared/wire.ts'

export const sortFields = [
  'rank',
  'roi_30',
  'roi_90',
  'roi_total',
  'win_rate',
  'drawdown',
  'profit',
  'equity',
  'trades',
  'days',
] as const
export type SortField = (typeof sortFields)[number]
export const tradingStyles = ['scalping', 'intraday', 'swing', 'position'] as const
export const riskLevels = ['low', 'medium', 'high'] as const
export const connectionStatuses = ['connected', 'warning', 'disconnected'] as const
/** Rows of one page on screen. */
export const pageSize = 50

/** Why a listed trader has no rank: `docs/ranking.md` 8.2, then the integrity hold. */
export const notRankedReasons = [
  'not_verified',
  'demo_account',
  'no_active_plan',
  'no_sync',
  'stale',
  'no_trades',
  'inactive',
  'no_funds',
  'under_review',
] as const

/** Figures are rounded for the wire: percentages to 4 decimals, the score to 6, money to the account's own (2 to 8). */
export const leaderboardEntry = z.object({
  trader_id: z.string(),
  rank: z.nullable(count),
  username: z.string(),
  display_name: z.string(),
  country: z.string(),
  is_diamond: z.boolean(),
  is_ea_verified: z.boolean(),
  is_real_account: z.boolean(),
  verification_level: verificationLevel,
  platform_type: z.enum(platforms),
  status: z.enum(connectionStatuses),
  status_text: z.string(),
  status_color: z.string(),
  days_count: z.nullable(count),
  roi_percentage: percent,
  roi_30: percent,
  roi_90: percent,
  roi_total: percent,
  score: z.nullable(z.number()),
  account_balance: money,
  account_equity: money,
  account_profit: money,
  account_currency: z.string(),
  total_trades: count,
  win_rate: percent,
  total_profit: money,
  profit_max: money,
  drawdown_max: percent,
  trading_style: z.nullable(z.enum(tradingStyles)),
  risk_level: z.nullable(z.enum(riskLevels)),
  last_ea_sync: z.nullable(instant),
  /** At most 15 points of the growth index of the last 30 days, 1 at its start, at equal distances up to today; oldest first. */
  growth_sparkline: z.array(z.number()),
  /** Codes of public findings: `docs/integrity.md`. */
  flags: z.array(z.string()),
  not_ranked_reasons: z.array(z.enum(notRankedReasons)),
  has_myfxbook: z.boolean(),
  myfxbook_url: z.nullable(z.string()),
})
export type LeaderboardEntry = z.output<typeof leaderboardEntry>

/** Filters of a list of traders. `t` and `r` only make an address new. */
export const traderFilters = {
  t: z.optional(z.string()),
  r: z.optional(z.string()),
  trading_style: z.optional(z.enum(tradingStyles)),
  risk_level: z.optional(z.enum(riskLevels)),
  platform: z.optional(z.enum(platforms)),
  q: z.optional(z.string().check(printable, z.maxLength(100))),
}

/**
 * `cursor` continues from an answer's `next_cursor` and takes precedence over `page`.
 * `rank` and `drawdown` are sorted lowest first, every other field highest first. Unknown and hidden figures come last.
 * Ties keep the rank order. `equity` and `profit` are compared in euro.
 */
export const leaderboardQuery = z.object({
  ...traderFilters,
  sort_by: z.optional(z.enum(sortFields)),
  country: z.optional(z.string().check(z.regex(/^[A-Za-z]{2}$/))),
  limit: z.optional(integerText(1, 500)),
  cursor: z.optional(z.string().check(z.maxLength(400))),
  /** Numbered pages of the screen, from 1. */
  page: z.optional(integerText(1, 1_000_000)),
})

export const listLeaderboard = endpoint({
  method: 'GET',
  path: '/api/fresh/leaderboard',
  access: 'public',
  summary: 'Classifica: ogni trader con un piano attivo e almeno una sincronizzazione',
  query: leaderboardQuery,
  response: z.object({
    leaderboard: z.array(leaderboardEntry),
    total: count,
    next_cursor: z.nullable(z.string()),
    /** Version of the formula behind places and scores (`docs/ranking.md`, first line). */
    formula: z.number(),
    generated_at: instant,
    /** Since when the list could not be refreshed and shows its last state; null in normal service. */
    stale_since: z.nullable(instant),
  }),
  errors: [],
})

export const getStats = endpoint({
  method: 'GET',
  path: '/api/fresh/stats',
  access: 'public',
  summary: 'Figure della piattaforma: trader, operazioni, ROI medio, miglior trader',
  query: z.object({ t: z.optional(z.string()), r: z.optional(z.string()) }),
  response: z.object({
    total_traders: count,
    /** Traders whose terminal synced in the last 15 minutes. */
    connected_traders: count,
    total_trades: count,
    avg_roi: percent,
    top_performer: z.nullable(z.object({ username: z.string(), roi: percent })),
    generated_at: instant,
  }),
  errors: [],
})
