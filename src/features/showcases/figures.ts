import * as z from 'zod/mini'
import { platforms } from '#shared/platforms.ts'
import { connectionStatuses, riskLevels, tradingStyles } from '#features/leaderboard/contract.ts'
import { count, day, instant, percent, verificationLevel } from '#shared/wire.ts'

/** Schemas of the register's data about a showcase's owner. They cannot be edited. */

export const owner = {
  trader_id: z.string(),
  trader_username: z.string(),
  /** The owner's name in the showcase, for the page, cards and lists. A draft without a name has the account's. */
  trader_name: z.string(),
  /** The account's name. */
  trader_info: z.object({ display_name: z.string(), is_diamond: z.boolean(), is_admin: z.boolean() }),
  country: z.string(),
  /** Place in the ranking; null without one. */
  current_rank: z.nullable(count),
  verification_level: z.nullable(verificationLevel),
  is_ea_verified: z.boolean(),
  is_real_account: z.boolean(),
  platform_type: z.nullable(z.enum(platforms)),
  trading_style: z.nullable(z.enum(tradingStyles)),
  risk_level: z.nullable(z.enum(riskLevels)),
}

/** Verified figures, as the profile has them; percent. */
export const performance = z.object({
  /** 90 days, deposits and withdrawals removed. */
  roi_percentage: percent,
  roi_30: percent,
  roi_total: percent,
  win_rate: percent,
  total_trades: z.nullable(count),
  drawdown_max: percent,
})
export const kpi = z.object({ roi_30_days: percent, win_rate: percent })

/** Origin of the figures, and risk beside return. */
export const verified = z.object({
  since: z.nullable(instant),
  days_count: z.nullable(count),
  last_ea_sync: z.nullable(instant),
  status: z.enum(connectionStatuses),
  ranked_traders: count,
  roi_30: percent,
  roi_90: percent,
  roi_total: percent,
  drawdown_max: percent,
  current_drawdown: percent,
  /** The most traded symbols, at most five. */
  symbols: z.array(z.string()),
  /** Codes of public findings: `docs/integrity.md`. */
  flags: z.array(z.string()),
  /** The same findings, each with the Italian sentence that everybody reads. */
  findings: z.array(z.object({ code: z.string(), text: z.string() })),
  /** A case keeps the account out of the ranking: one that a person must still decide, or a decision. */
  held: z.nullable(z.enum(['open', 'upheld'])),
  /**
   * Growth index at the ends of the last 90 days, oldest first, after the day before them (1 where the account was not yet in the
   * register). The growth from the first point to the last is `roi_90`.
   */
  growth: z.array(z.object({ date: day, index: z.number() })),
})
