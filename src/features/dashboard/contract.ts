import * as z from 'zod/mini'
import { getEaStatus } from '#features/ea/contract.ts'
import { notRankedReasons } from '#features/leaderboard/contract.ts'
import { getMaintenance } from '#features/maintenance/contract.ts'
import { scoreAnswer } from '#features/leaderboard/score-contract.ts'
import { subscriptionStatus } from '#features/subscriptions/contract.ts'
import { avatar } from '#shared/avatar.ts'
import { endpoint } from '#shared/endpoint.ts'
import { platforms } from '#shared/platforms.ts'
import type { Viewer } from '#shared/viewer.ts'
import { count, instant, money, percent, verificationLevel } from '#shared/wire.ts'
import type { AccountOwner } from '#features/account/viewer.ts'
import type { NewAccount } from '#features/auth/viewer.ts'
import type { Buyer } from '#features/payments/viewer.ts'
import type { UnsentReader } from '#features/admin/viewer.ts'
import type { InboxReader } from '#features/contacts/viewer.ts'
import type { CaseReader } from '#features/integrity/viewer.ts'
import type { SiteCloser } from '#features/maintenance/viewer.ts'
import type { Moderator, ShowcaseAuthor } from '#features/showcases/viewer.ts'
import { storedLinks } from '#features/traders/links-contract.ts'
import { warningCodes } from './rules.ts'

/** A place at the end of an earlier day (UTC), null in it when there was none; null altogether when nothing was recorded by then. */
const earlierPlace = z.nullable(z.object({ rank: z.nullable(count) }))

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  access: 'user',
  summary: 'Il proprio profilo, con piani, Expert Advisor e conto',
  response: z.object({
    trader_id: z.string(),
    username: z.string(),
    is_admin: z.boolean(),
    is_diamond: z.boolean(),
    diamond_expires: z.nullable(instant),
    leaderboard_expires: z.nullable(instant),
    current_rank: z.nullable(count),
    standing: z.object({
      /** How many traders have a rank; null for a trader who never synced. */
      ranked: z.nullable(count),
      yesterday: earlierPlace,
      week_ago: earlierPlace,
    }),
    /** The missing conditions for a rank, in the order of `docs/ranking.md` 8.2; empty for a ranked trader. */
    not_ranked_reasons: z.array(z.enum(notRankedReasons)),
    /** The own score, ranked or not, and its levers (7.4); null before the first snapshot. */
    score: z.nullable(
      z.extend(scoreAnswer, {
        levers: z.object({
          roi_plus_1pp: z.number(),
          one_more_win: z.number(),
          full_roi_weight: z.number(),
          full_equity: z.number(),
          no_floating_loss: z.number(),
        }),
      }),
    ),
    verification_level: verificationLevel,
    trader_info: z.object({
      trader_id: z.string(),
      display_name: z.string(),
      avatar,
      email: z.string(),
      country: z.string(),
      myfxbook_url: z.nullable(z.string()),
      is_admin: z.boolean(),
      is_diamond: z.boolean(),
      diamond_expires: z.nullable(instant),
      is_ea_verified: z.boolean(),
      hide_amounts: z.boolean(),
      member_since: instant,
    }),
    /** The owner's own links, public or not. */
    trader_links: storedLinks,
    can_use_trader_links: z.boolean(),
    /** The host of a verification page, itself or a name below it. */
    myfxbook_host: z.string(),
    /** Figures as the profile shows them; null before the first sync. The owner sees amounts that may be hidden from others. */
    performance_summary: z.object({
      roi_percentage: percent,
      roi_total: percent,
      account_profit: money,
      /** Null without a rate of the account's currency. */
      account_profit_eur: money,
      total_trades: z.nullable(count),
      win_rate: percent,
      /** Where the figures begin: the first witnessed instant, or the start of the imported history while it counts (level L3). */
      since: z.nullable(instant),
      has_open_positions: z.nullable(z.boolean()),
      /** Witnessed trades closed since Monday, UTC. */
      trades_this_week: z.nullable(count),
      data_source: z.enum(['expert_advisor', 'manual']),
    }),
    subscription: subscriptionStatus,
    ea: getEaStatus.response,
    /** The bound account; null until a terminal has synced. */
    account: z.nullable(
      z.object({
        platform: z.enum(platforms),
        server: z.string(),
        /** All but the last three digits are hidden. */
        account_number: z.string(),
        currency: z.string(),
        leverage: z.nullable(count),
        trade_mode: z.enum(['real', 'demo', 'contest']),
        is_real_account: z.boolean(),
        balance: money,
        equity: money,
      }),
    ),
    warnings: z.array(z.object({ code: z.enum(warningCodes), message: z.string() })),
    /** Admins’ pages show these; null for others. */
    admin: z.nullable(
      z.object({
        maintenance: getMaintenance.response,
        /** Showcases that wait for a decision. */
        review_count: count,
        /** Cases that wait for a decision. */
        case_count: count,
        /** Unhandled messages. */
        open_count: count,
        /** Messages that have not been sent. */
        unsent_count: count,
      }),
    ),
    // The frame of every page and screens of lower features read these parts of the answer.
  }) satisfies z.ZodMiniType<
    Viewer &
      NewAccount &
      AccountOwner &
      Buyer &
      ShowcaseAuthor &
      Moderator &
      CaseReader &
      InboxReader &
      SiteCloser &
      UnsentReader
  >,
  errors: [],
})
