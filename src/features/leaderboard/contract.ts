import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { levels } from '#shared/levels.ts'
import { platforms } from '#shared/platforms.ts'
import { count, instant, integerText, pageNumber, money, percent, printable, verificationLevel } from '#shared/wire.ts'

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
  /** How the place changed since the end of yesterday and of the day a week ago (UTC), in Italian; empty where it did not. */
  rank_climb: z.string(),
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
  /** Euro for one unit of the account's currency today, 9 significant digits; null without a rate. */
  euro_rate: z.nullable(z.number()),
  total_trades: count,
  win_rate: percent,
  total_profit: money,
  profit_max: money,
  drawdown_max: percent,
  trading_style: z.nullable(z.enum(tradingStyles)),
  risk_level: z.nullable(z.enum(riskLevels)),
  last_ea_sync: z.nullable(instant),
  /** At most 18 points of the growth index of the last 90 days, 1 at its start, at equal distances up to today; oldest first. */
  growth_sparkline: z.array(z.number()),
  /** Codes of public findings: `docs/integrity.md`. */
  flags: z.array(z.string()),
  /** Words for them, the most serious one first. */
  tags: z.array(z.object({ tone: z.enum(['danger', 'warn', 'info']), word: z.string() })),
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

/** Letters, digits and the signs of instruments' names: `XAUUSD`, `EURUSD.r`, `#US30`. */
const symbolPattern = /^[A-Za-z0-9._#+-]{1,20}$/

const namesPattern = /^[\w.-]+(,[\w.-]+){0,99}$/

/** Names of the filters, in a query and in `one_less`. */
export const filterNames = [
  'q',
  'trading_style',
  'risk_level',
  'platform',
  'country',
  'months_min',
  'months_max',
  'drawdown_max',
  'trades_min',
  'month_loss_max',
  'climb_min',
  'level_min',
  'symbol',
  'currency',
  'diamond',
  'traders',
] as const
export type FilterName = (typeof filterNames)[number]

/**
 * `cursor` continues from an answer's `next_cursor` and takes precedence over `page`.
 * Without `order`, `rank` and `drawdown` are sorted lowest first, every other field highest first. Unknown and hidden figures, and traders
 * without a rank, come last in either order. Ties keep the rank order, or its opposite in the order that is not the usual one.
 * `equity` and `profit` are compared in euro. A threshold leaves out traders without that figure.
 */
export const leaderboardQuery = z.object({
  ...traderFilters,
  sort_by: z.optional(z.enum(sortFields)),
  order: z.optional(z.enum(['asc', 'desc'])),
  country: z.optional(z.string().check(z.regex(/^[A-Za-z]{2}$/))),
  /** Months of observed history, of which twelve are a year. */
  months_min: z.optional(integerText(1, 240)),
  months_max: z.optional(integerText(1, 240)),
  /** Percent: the largest drawdown since the first observed day. */
  drawdown_max: z.optional(integerText(1, 100)),
  trades_min: z.optional(integerText(1, 1_000_000)),
  /** Percent: the largest loss of a calendar month (UTC) since the first observed day. */
  month_loss_max: z.optional(integerText(1, 100)),
  /** Places gained since the end of the day a week ago (UTC). */
  climb_min: z.optional(integerText(1, 1_000_000)),
  level_min: z.optional(z.enum(levels)),
  /** An instrument traded in the last 90 days, or the beginning of its name. */
  symbol: z.optional(z.string().check(z.regex(symbolPattern))),
  /** ISO 4217, or a cent account's unit such as USC. */
  currency: z.optional(z.string().check(z.regex(/^[A-Za-z]{3}$/))),
  diamond: z.optional(z.literal('1')),
  /** Usernames in any case, with commas between them, at most 100. Names of nobody are left out. */
  traders: z.optional(z.string().check(z.regex(namesPattern), z.maxLength(3_200))),
  limit: z.optional(integerText(1, 500)),
  cursor: z.optional(z.string().check(z.maxLength(400))),
  /** Numbered pages of the screen, from 1. */
  page: z.optional(pageNumber(1_000_000)),
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
    /** Where no trader meets the filters: how many would without one of them. Filters that change nothing are left out. */
    one_less: z.array(z.object({ filter: z.enum(filterNames), total: count })),
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
  summary: 'Cifre della piattaforma: trader, operazioni, ROI medio, miglior trader',
  query: z.object({ t: z.optional(z.string()), r: z.optional(z.string()) }),
  response: z.object({
    total_traders: count,
    /** Traders whose terminal synced in the last 15 minutes. */
    connected_traders: count,
    total_trades: count,
    avg_roi: percent,
    /** The first in rank order. */
    top_performer: z.nullable(
      z.object({
        username: z.string(),
        roi: percent,
        roi_total: percent,
        drawdown_max: percent,
        days_count: z.nullable(count),
      }),
    ),
    generated_at: instant,
  }),
  errors: [],
})
