import { ownersCodes } from '#features/integrity/server/cases/cases.ts'
import { heldOf, type Held } from '#features/integrity/server/levels/level-columns.ts'
import type { Queryable } from '#server/database/database.ts'
import type { TraderLink } from '#shared/text/links.ts'

export interface OwnRow {
  display_name: string
  avatar_key: string | null
  email: string
  /** Nothing is public until the e-mail is proven. */
  email_awaited: boolean
  country: string
  myfxbook_url: string | null
  is_admin: boolean
  hide_amounts: boolean
  links: Partial<Record<TraderLink, string>>
  created_at: string
  platform: 'MT4' | 'MT5' | null
  server: string
  login: string
  currency: string
  digits: number
  leverage: number | null
  trade_mode: 'real' | 'demo' | 'contest'
  first_snapshot_at: string | null
  imported_since: string | null
  balance: number | null
  equity: number | null
  floating: number | null
  held: Held
  /** The first day by which a case of the account waits for its owner's answer. */
  reply_by: string | null
  /** Witnessed trades closed since a moment; null before the first snapshot. */
  recent_trades: number | null
  /** The account named at registration, when another one was bound in its place lately. */
  replaced: { server: string; number: string } | null
}

/**
 * A trader with the bound account; `platform` is null without one.
 * @param since instant from which trades are recent
 * @param noticeSince instant from which the binding of another account is announced
 */
export async function ownRow(
  sql: Queryable,
  traderId: string,
  { since, noticeSince }: { since: string; noticeSince: string },
): Promise<OwnRow | null> {
  const rows = await sql<OwnRow[]>`
    select trader.display_name, trader.avatar_key, trader.email, trader.email_proof = 'awaited' as email_awaited, trader.country, trader.myfxbook_url, trader.is_admin,
           trader.hide_amounts, trader.links, trader.created_at, account.platform, account.server, account.login, account.currency,
           account.digits, account.leverage, account.trade_mode, account.first_snapshot_at, account.imported_since, account.balance,
           account.equity, account.floating,
           -- As brokers and people write it: neither case nor blanks nor leading zeros make another account.
           case when account.bound_at > ${noticeSince}::timestamptz
                 and (folded_server(account.intake -> 'replaced' ->> 'server') <> account.server_key
                      or ltrim(regexp_replace(account.intake -> 'replaced' ->> 'number', '\\s', '', 'g'), '0')
                         <> ltrim(account.login, '0'))
                then account.intake -> 'replaced' end as replaced,
           ${heldOf(sql, 'trader')} as held,
           (select min(reply_by) from integrity_case one
             where one.account_id = account.account_id and one.decision is null and one.reply is null
               and one.code = any (${ownersCodes})) as reply_by,
           case when account.first_snapshot_at is not null then (
             select count(*)::int from trade
              where trade.account_id = account.account_id and trade.close_at >= ${since}::timestamptz
                and trade.origin = 'witnessed'
           ) end as recent_trades
      from trader
      left join trading_account account on account.trader_id = trader.trader_id and account.closed_at is null
     where trader.trader_id = ${traderId}`
  return rows[0] ?? null
}
