import * as z from 'zod/mini'
import { comparedFigures } from '#features/integrity/match-figures.ts'
import { connectionStatuses, notRankedReasons } from '#features/leaderboard/contract.ts'
import { avatar } from '#shared/avatar.ts'
import { endpoint } from '#shared/endpoint.ts'
import { platforms } from '#shared/platforms.ts'
import { count, day, instant, money, percent, verificationLevel } from '#shared/wire.ts'

const link = z.nullable(z.string())

const traderLinks = z.object({
  copy_trading: link,
  telegram: link,
  instagram: link,
  twitter: link,
  tiktok: link,
  website: link,
})

const closedAccount = z.object({
  /** Identifies the account's ledger of syncs. */
  account_id: z.string(),
  platform: z.enum(platforms),
  opened_at: instant,
  closed_at: instant,
  figures: z.object({
    roi_total: percent,
    roi_90: percent,
    drawdown_max: percent,
    win_rate: percent,
    total_trades: count,
    days_count: z.nullable(count),
    account_currency: z.string(),
    account_balance: money,
    rank: z.nullable(count),
    verification_level: verificationLevel,
    /** Cases still open when the account was closed. None of them is a hold: a held account cannot be closed. */
    open_cases: count,
  }),
})

export const getTrader = endpoint({
  method: 'GET',
  path: '/api/trader/:username',
  access: 'public',
  summary: 'Profilo pubblico di un trader',
  params: z.object({ username: z.string().check(z.maxLength(64)) }),
  query: z.object({ t: z.optional(z.string()), r: z.optional(z.string()) }),
  response: z.object({
    trader_id: z.string(),
    username: z.string(),
    display_name: z.string(),
    bio: z.nullable(z.string()),
    /** The trader's own sentence for previews of shared links. */
    social_text: z.nullable(z.string()),
    avatar,
    country: z.string(),
    /** Null until a terminal is connected. */
    platform: z.nullable(z.enum(platforms)),
    current_rank: z.nullable(count),
    rank: z.nullable(count),
    /** How the rank changed, in Italian, as in the list; empty where it did not. */
    rank_climb: z.string(),
    /** How many traders have a rank. */
    ranked_traders: count,
    is_diamond: z.boolean(),
    /** The showcase that visitors can open now; null without one. */
    showcase_id: z.nullable(z.string()),
    /** False for a lapsed plan: the page stays, without a rank and hidden from search engines. */
    has_active_plan: z.boolean(),
    is_real_account: z.boolean(),
    verification_level: verificationLevel,
    status: z.enum(connectionStatuses),
    status_text: z.string(),
    status_color: z.string(),
    /** The reasons of the list, and `account_closed` when the shown account is one that the trader closed. */
    not_ranked_reasons: z.array(z.enum([...notRankedReasons, 'account_closed'])),
    /** The state behind the reason `under_review`: an open case, or a person's decision. */
    held: z.nullable(z.enum(['open', 'upheld'])),
    flags: z.array(z.string()),
    /** The same findings, each with the Italian sentence that everybody reads. */
    findings: z.array(z.object({ code: z.string(), text: z.string() })),
    /** The comparison with an independent source that is in force (level L3); null without one. */
    external_match: z.nullable(
      z.object({
        source: z.string(),
        link,
        matched_at: instant,
        valid_until: instant,
        /** Its balances are null where the trader hides amounts. */
        compared: comparedFigures,
      }),
    ),
    /** Head of the ledger of syncs (`docs/integrity.md`): 64 hex digits. */
    ledger: z.object({ length: count, head: z.nullable(z.string()), at: z.nullable(instant) }),
    /** Accounts that the trader closed, newest first, with their final figures. */
    closed_accounts: z.array(closedAccount),
    performance: z.object({
      roi_percentage: percent,
      roi_30: percent,
      roi_total: percent,
      win_rate: percent,
      total_trades: count,
      drawdown_max: percent,
      is_ea_verified: z.boolean(),
      account_currency: z.string(),
      account_balance: money,
      account_equity: money,
      account_profit: money,
      account_balance_eur: money,
      account_equity_eur: money,
      account_profit_eur: money,
      days_count: z.nullable(count),
      /** First witnessed instant (t_0). */
      since: z.nullable(instant),
      last_ea_sync: z.nullable(instant),
      ea_sync_count: count,
      equity_history: z.array(z.object({ date: day, equity: money, balance: money })),
      /**
       * The history that the terminal reported from before the first sync, shown apart. It is part of the figures only when it `counts`:
       * while a match with an external source is in force (level L3). Null without one.
       */
      imported: z.nullable(
        z.object({ trades: count, net_profit: money, since: z.nullable(instant), counts: z.boolean() }),
      ),
    }),
    trader_links: z.nullable(traderLinks),
    can_use_trader_links: z.boolean(),
    copy_trading_link: link,
    telegram_link: link,
    has_myfxbook: z.boolean(),
    myfxbook_url: link,
    member_since: instant,
    last_updated: instant,
  }),
  errors: ['TRADER_NOT_FOUND'],
})
