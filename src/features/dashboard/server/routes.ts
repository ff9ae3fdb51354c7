import type { FastifyInstance } from 'fastify'
import { openCount } from '#features/contacts/server/inbox.ts'
import { maskedNumber } from '#features/ea/account-number.ts'
import { eaStatus } from '#features/ea/server/service.ts'
import { connectionStatus } from '#features/leaderboard/rules/eligibility.ts'
import { earlierPlaces } from '#features/leaderboard/server/places.ts'
import type { EvaluatedTrader } from '#features/leaderboard/server/answers/trader.ts'
import { waitingCases } from '#features/integrity/server/cases/cases.ts'
import type { Leaderboard } from '#features/leaderboard/server/service.ts'
import type { Maintenance } from '#features/maintenance/server/service.ts'
import { inEuro } from '#features/performance/rules/currency.ts'
import { reviewCount } from '#features/showcases/server/moderation/list.ts'
import { planStateOf } from '#features/subscriptions/server/service.ts'
import { linkNames, myfxbookHost } from '#features/traders/own-links.ts'
import { lastLinkedRank } from '#features/traders/rules.ts'
import { fail, Failure } from '#server/http/failure.ts'
import { handle } from '#server/http/http.ts'
import type { Kernel } from '#server/kernel.ts'
import { outboxState } from '#server/outbox/outbox.ts'
import { avatarOf } from '#shared/avatar.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { DAY_MS, instantText, utcDay } from '#shared/dates.ts'
import { moneyOf } from '#shared/rounding.ts'
import { getDashboard } from '../contract.ts'
import { replacedNoticeMs, warningsOf } from '../rules.ts'
import { ownRow, type OwnRow } from './queries.ts'
import { missingForRank, ownScore } from './placement.ts'

type Dashboard = ResponseOf<typeof getDashboard>

export function registerDashboard(
  app: FastifyInstance,
  kernel: Kernel,
  leaderboard: Pick<Leaderboard, 'readTrader'>,
  maintenance: Pick<Maintenance, 'status'>,
): void {
  handle(app, kernel, getDashboard, async ({ session }): Promise<Dashboard> => {
    const { trader_id: traderId, username } = session
    const now = Math.floor(kernel.clock.now())
    const [own, places, ea, subscription, evaluated] = await Promise.all([
      ownRow(kernel.sql, traderId, {
        since: instantText(weekStart(now)),
        noticeSince: instantText(now - replacedNoticeMs),
      }),
      earlierPlaces(kernel.sql, traderId, now),
      eaStatus(kernel, traderId, { withToken: true }),
      planStateOf(kernel, traderId),
      evaluatedOrNull(leaderboard, username),
    ])
    if (own === null || ea === null) return fail('UNAUTHENTICATED')
    const admin = own.is_admin ? await ofAdmins(kernel, maintenance) : null
    const rank = evaluated?.placement.rank ?? null
    const isDiamond = subscription.diamond.is_active
    const expires = subscription.basic_leaderboard.expires_at
    return {
      trader_id: traderId,
      username,
      is_admin: own.is_admin,
      is_diamond: isDiamond,
      diamond_expires: subscription.diamond.expires_at,
      leaderboard_expires: expires,
      current_rank: rank,
      standing: { ranked: evaluated?.placement.ranked ?? null, ...places },
      not_ranked_reasons: missingForRank(own, evaluated, subscription, now),
      score: evaluated && ownScore(evaluated),
      verification_level: evaluated?.trader.entry.verification_level ?? 'L0',
      trader_info: {
        trader_id: traderId,
        display_name: own.display_name,
        avatar: avatarOf(own.avatar_key),
        email: own.email,
        country: own.country,
        myfxbook_url: own.myfxbook_url,
        is_admin: own.is_admin,
        is_diamond: isDiamond,
        diamond_expires: subscription.diamond.expires_at,
        is_ea_verified: own.first_snapshot_at !== null,
        hide_amounts: own.hide_amounts,
        member_since: own.created_at,
      },
      trader_links: ownLinks(own),
      can_use_trader_links: rank !== null && rank <= lastLinkedRank,
      myfxbook_host: myfxbookHost(kernel.config.MYFXBOOK_HOST),
      performance_summary: summary(own, evaluated),
      subscription,
      ea,
      account: account(own),
      warnings: warningsOf(
        {
          isLimited: session.is_limited,
          unprovenEmail: own.email_awaited ? own.email : null,
          leaderboardExpires: expires === null ? null : Date.parse(expires),
          lastError: ea.last_error,
          connection: ea.last_ea_sync === null ? null : connectionStatus(Date.parse(ea.last_ea_sync), now),
          tradeMode: own.platform === null ? null : own.trade_mode,
          held: own.held,
          replyBy: own.reply_by === null ? null : Date.parse(own.reply_by),
          replaced: own.replaced,
        },
        now,
      ),
      admin,
    }
  })
}

async function ofAdmins(kernel: Kernel, maintenance: Pick<Maintenance, 'status'>): Promise<Dashboard['admin']> {
  const [review_count, case_count, open_count, { waiting }] = await Promise.all([
    reviewCount(kernel),
    waitingCases(kernel.sql),
    openCount(kernel),
    outboxState(kernel.sql),
  ])
  return {
    maintenance: maintenance.status(),
    review_count,
    case_count,
    open_count,
    unsent_count: waiting,
  }
}

/** The trader's figures as committed; null for a trader who never had a plan and a sync, and for a closed account. */
async function evaluatedOrNull(
  leaderboard: Pick<Leaderboard, 'readTrader'>,
  username: string,
): Promise<EvaluatedTrader | null> {
  try {
    return await leaderboard.readTrader(username, async (evaluated) =>
      evaluated.row.closed_at === null ? evaluated : null,
    )
  } catch (error) {
    if (error instanceof Failure && error.code === 'TRADER_NOT_FOUND') return null
    throw error
  }
}

/** Monday, 00:00 UTC, of the week of an instant. 1970 began on a Thursday. */
function weekStart(now: number): number {
  const today = utcDay(now)
  return (today - ((today + 3) % 7)) * DAY_MS
}

function ownLinks(own: OwnRow): Dashboard['trader_links'] {
  return Object.fromEntries(linkNames.map((name) => [name, own.links[name] ?? null])) as Dashboard['trader_links']
}

function summary(own: OwnRow, evaluated: EvaluatedTrader | null): Dashboard['performance_summary'] {
  const entry = evaluated?.trader.entry
  const { floating, currency } = own
  const isSynced = own.platform !== null && own.first_snapshot_at !== null
  return {
    roi_percentage: entry?.roi_percentage ?? null,
    roi_total: entry?.roi_total ?? null,
    account_profit: own.platform === null ? null : moneyOf(own.floating, own.digits),
    account_profit_eur:
      evaluated === null || own.platform === null || floating === null
        ? null
        : moneyOf(inEuro(floating, currency, utcDay(evaluated.now), evaluated.rates), 2),
    total_trades: entry?.total_trades ?? null,
    win_rate: entry?.win_rate ?? null,
    since: evaluated?.imported ? own.imported_since : own.first_snapshot_at,
    // A position at its opening price is open as well: the snapshot has the open time of the oldest one.
    has_open_positions: isSynced ? floating !== 0 || evaluated?.row.engine?.snapshot.open_since != null : null,
    trades_this_week: own.recent_trades,
    data_source: own.platform === null ? 'manual' : 'expert_advisor',
  }
}

function account(own: OwnRow): Dashboard['account'] {
  if (own.platform === null) return null
  return {
    platform: own.platform,
    server: own.server,
    account_number: maskedNumber(own.login),
    currency: own.currency,
    leverage: own.leverage,
    trade_mode: own.trade_mode,
    is_real_account: own.trade_mode === 'real',
    balance: moneyOf(own.balance, own.digits),
    equity: moneyOf(own.equity, own.digits),
  }
}
