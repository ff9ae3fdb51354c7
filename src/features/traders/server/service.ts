import { publicFinding } from '#features/integrity/rules/finding-texts.ts'
import { isProven } from '#features/integrity/levels/level.ts'
import type { EvaluatedTrader, Placement } from '#features/leaderboard/server/answers/trader.ts'
import { inEuro } from '#features/performance/rules/currency.ts'
import type { Queryable } from '#server/database/database.ts'
import { fail } from '#server/http/failure.ts'
import { avatarOf } from '#shared/avatar.ts'
import { instantText, utcDay } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { moneyOf } from '#shared/rounding.ts'
import { shareAfterTo } from './figures/article.ts'
import type { getTrader } from '../contract.ts'
import { lastLinkedRank } from '../rules.ts'
import { closedAccounts, matchUntil, profileRow } from './queries.ts'

type Profile = ResponseOf<typeof getTrader>
type Compared = NonNullable<Profile['external_match']>['compared']

/** A finding with its sentence. @param fall the largest drawdown of 90 days, a fraction; null where it is unknown */
function findingOf(code: string, fall: number | null): Profile['findings'][number] {
  if (code !== 'deep_drawdown' || fall === null) return publicFinding(code)
  return { code, text: `Negli ultimi 90 giorni il conto ha perso fino ${shareAfterTo(100 * fall)} dal massimo.` }
}

/** The profile of a trader as committed. */
export const profileOf = async (evaluated: EvaluatedTrader, sql: Queryable): Promise<Profile> =>
  (await readProfile(evaluated, sql))(evaluated.placement)

/** Reads a profile. The result makes it for a place. */
export async function readProfile(
  evaluated: EvaluatedTrader,
  sql: Queryable,
): Promise<(placement: Placement) => Profile> {
  const { row, trader, has_active_plan, rates, now } = evaluated
  const { entry } = trader
  const extra = (await profileRow(sql, row.account_id)) ?? fail('TRADER_NOT_FOUND')
  const { match_until } = row
  const isMatched = match_until !== null && Date.parse(match_until) > now && entry.verification_level !== 'L0'
  const match = isMatched ? await matchUntil(sql, row.account_id, match_until) : null
  const closed = await closedAccounts(sql, row.trader_id)
  const euro = (amount: number | null) =>
    amount === null ? null : moneyOf(inEuro(amount, row.currency, utcDay(now), rates), 2)
  return (placement) => ({
    trader_id: row.trader_id,
    username: row.username,
    display_name: row.display_name,
    bio: extra.bio,
    social_text: extra.social_text,
    avatar: avatarOf(extra.avatar_key),
    country: row.country,
    platform: row.platform,
    current_rank: placement.rank,
    rank: placement.rank,
    rank_climb: placement.climb,
    ranked_traders: placement.ranked,
    is_diamond: entry.is_diamond,
    showcase_id: entry.is_diamond ? extra.showcase_id : null,
    has_active_plan,
    is_real_account: entry.is_real_account,
    verification_level: entry.verification_level,
    status: entry.status,
    status_text: entry.status_text,
    status_color: entry.status_color,
    not_ranked_reasons: [...entry.not_ranked_reasons, ...(row.closed_at === null ? [] : (['account_closed'] as const))],
    held: row.held,
    flags: entry.flags,
    findings: entry.flags.map((code) => findingOf(code, evaluated.evaluation.max_drawdown_90)),
    external_match: match && { ...match, compared: publicFigures(match.compared, row.hide_amounts) },
    ledger: { length: extra.ledger_length, head: extra.ledger_head, at: extra.ledger_at },
    closed_accounts: closed.map(({ figures, ...account }) => ({
      ...account,
      figures: { ...figures, account_balance: row.hide_amounts ? null : figures.account_balance },
    })),
    performance: {
      roi_percentage: entry.roi_percentage,
      roi_30: entry.roi_30,
      roi_total: entry.roi_total,
      win_rate: entry.win_rate,
      total_trades: entry.total_trades,
      drawdown_max: entry.drawdown_max,
      is_ea_verified: entry.is_ea_verified,
      account_currency: entry.account_currency,
      account_balance: entry.account_balance,
      account_equity: entry.account_equity,
      account_profit: entry.account_profit,
      account_balance_eur: euro(entry.account_balance),
      account_equity_eur: euro(entry.account_equity),
      account_profit_eur: euro(entry.account_profit),
      days_count: entry.days_count,
      since: row.first_snapshot_at,
      last_ea_sync: entry.last_ea_sync,
      ea_sync_count: row.sync_count,
      equity_history: row.hide_amounts
        ? []
        : extra.equity_history.map(([date, equity, balance]) => ({
            date,
            equity: moneyOf(equity, row.digits),
            balance: moneyOf(balance, row.digits),
          })),
      imported:
        extra.imported_trades === 0
          ? null
          : {
              trades: extra.imported_trades,
              net_profit: row.hide_amounts || !entry.is_ea_verified ? null : moneyOf(extra.imported_net, row.digits),
              since: extra.imported_since,
              counts: evaluated.imported !== null,
            },
    },
    ...linksOf(placement, entry.verification_level, extra.links),
    has_myfxbook: entry.has_myfxbook,
    myfxbook_url: entry.myfxbook_url,
    member_since: row.created_at,
    last_updated: instantText(trader.timed.changedAt),
  })
}

/** The links that a place among the first ones makes public, for an account whose owner is proven. */
function linksOf({ rank }: Placement, level: Profile['verification_level'], links: Record<string, string | null>) {
  const can_use_trader_links = rank !== null && rank <= lastLinkedRank
  const public_links = can_use_trader_links && isProven(level)
  const link = (name: string) => (public_links && links[name]) || null
  return {
    trader_links: public_links
      ? {
          copy_trading: link('copy_trading'),
          telegram: link('telegram'),
          instagram: link('instagram'),
          twitter: link('twitter'),
          tiktok: link('tiktok'),
          website: link('website'),
        }
      : null,
    can_use_trader_links,
    copy_trading_link: link('copy_trading'),
    telegram_link: link('telegram'),
  }
}

/** A trader who hides amounts shows that the balances agreed, and not how large they are. */
function publicFigures(compared: Compared, hidesAmounts: boolean): Compared {
  return hidesAmounts ? { ...compared, balance: { ...compared.balance, there: null, here: null } } : compared
}
