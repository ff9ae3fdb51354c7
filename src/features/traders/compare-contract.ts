import * as z from 'zod/mini'
import { riskLevels } from '#features/leaderboard/contract.ts'
import { compareWindows } from '#shared/compare-address.ts'
import { avatar } from '#shared/avatar.ts'
import { endpoint } from '#shared/endpoint.ts'
import { count, day, percent, verificationLevel } from '#shared/wire.ts'
import { maximumNamesLength } from './compare-page.ts'

/** Names of people's own writing come back as they were sent. */
const names = z.array(z.string())

const comparedTrader = z.object({
  username: z.string(),
  display_name: z.string(),
  avatar,
  rank: z.nullable(count),
  verification_level: verificationLevel,
  is_real_account: z.boolean(),
  /** A finding keeps the trader out of the ranking: no level counts meanwhile. */
  is_held: z.boolean(),
  risk_level: z.nullable(z.enum(riskLevels)),
  tags: z.array(z.object({ tone: z.enum(['danger', 'warn', 'info']), word: z.string() })),
  roi_total: percent,
  /** Largest fall since the start, 0 or positive. */
  drawdown_max: percent,
  days_count: z.nullable(count),
  total_trades: count,
  win_rate: percent,
  profit_factor: z.nullable(z.number()),
  /** Growth from the start of the window to its end; null without a common day, or where nothing was left to grow. */
  roi_window: percent,
  /** The same up to the end of each of the answer's `dates`; empty where `roi_window` is null. */
  growth: z.array(z.number()),
})

export const compareTraders = endpoint({
  method: 'GET',
  path: '/api/compare',
  access: 'public',
  summary: 'Confronto di due, tre o quattro trader sui giorni che hanno in comune',
  query: z.object({
    t: z.optional(z.string().check(z.maxLength(maximumNamesLength))),
    window: z._default(z.enum(compareWindows), '90'),
  }),
  response: z.object({
    /** In the order of the names. */
    traders: z.array(comparedTrader),
    /** Names that the registry does not have, names written twice, names beyond the fourth. */
    unknown: names,
    repeated: names,
    beyond: names,
    /** The compared UTC days, first and last; null where the traders have no day in common. */
    span: z.nullable(z.object({ from: day, to: day, days: count })),
    /** At most 91 days of the span, its last one included, oldest first. */
    dates: z.array(day),
    /** Each pair once: definitions in `docs/ranking.md` 8.7. */
    pairs: z.array(
      z.object({
        first: z.string(),
        second: z.string(),
        /** From -1 to 1; null where fewer than 20 days moved, or one of the two never moved. */
        correlation: z.nullable(z.number()),
        /** Days on which at least one of the two moved. */
        moved_days: count,
        /** Days that one of the two ended at least 5 % under its peak, and those that both did. */
        fallen_days: count,
        both_fallen_days: count,
      }),
    ),
  }),
  errors: [],
})
