import * as z from 'zod/mini'
import { getEaStatus } from '#features/ea/contract.ts'
import { platforms } from '#features/leaderboard/contract.ts'
import { subscriptionStatus } from '#features/subscriptions/contract.ts'
import { avatar } from '#shared/avatar.ts'
import { endpoint } from '#shared/endpoint.ts'
import type { Viewer } from '#shared/viewer.ts'
import { count, instant, money, percent } from '#shared/wire.ts'
import { warningCodes } from './rules.ts'

const link = z.nullable(z.string())

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
    trader_info: z.object({
      trader_id: z.string(),
      display_name: z.string(),
      avatar,
      email: z.string(),
      country: z.string(),
      myfxbook_url: link,
      is_admin: z.boolean(),
      is_diamond: z.boolean(),
      diamond_expires: z.nullable(instant),
      is_ea_verified: z.boolean(),
      hide_amounts: z.boolean(),
      member_since: instant,
    }),
    /** The owner's own, whether the public sees them or not. */
    trader_links: z.object({
      copy_trading: link,
      telegram: link,
      instagram: link,
      facebook: link,
      tiktok: link,
      twitter: link,
      broker: link,
      website: link,
      myfxbook: link,
    }),
    can_use_trader_links: z.boolean(),
    /** Figures as the profile shows them; null until something was synced. The owner sees amounts that others may not. */
    performance_summary: z.object({
      roi_percentage: percent,
      roi_total: percent,
      account_profit: money,
      total_trades: z.nullable(count),
      win_rate: percent,
      data_source: z.enum(['expert_advisor', 'manual']),
    }),
    subscription: subscriptionStatus,
    ea: getEaStatus.response,
    /** The bound account; null until a terminal has synced. */
    account: z.nullable(
      z.object({
        platform: z.enum(platforms),
        server: z.string(),
        /** All but the last three digits hidden. */
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
    // The frame of every page reads a `Viewer` out of this answer.
  }) satisfies z.ZodMiniType<Viewer>,
  errors: ['UNAUTHENTICATED', 'UNAVAILABLE'],
})
