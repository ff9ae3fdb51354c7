import type * as z from 'zod/mini'
import type { ClosingFigures } from '#features/integrity/closing.ts'
import type { comparedFigures } from '#features/integrity/match-figures.ts'
import { matchFigures } from '#features/integrity/server/levels/level-columns.ts'
import type { Queryable } from '#server/database/database.ts'

/** The part of the profile that is on no list. Instants are ISO texts. */
export interface ProfileRow {
  bio: string | null
  social_text: string | null
  avatar_key: string | null
  links: Record<string, string | null>
  /** A showcase that was approved once. It is public while a Diamond plan lasts. */
  showcase_id: string | null
  imported_trades: number
  imported_net: number
  imported_since: string | null
  /** Head of the ledger of syncs in hexadecimal. */
  ledger_length: number
  ledger_head: string | null
  ledger_at: string | null
  equity_history: [date: string, equity: number, balance: number][]
}

export async function profileRow(sql: Queryable, accountId: string): Promise<ProfileRow | undefined> {
  const rows = await sql<ProfileRow[]>`
    select trader.bio, trader.social_text, trader.avatar_key, trader.links, showcase.showcase_id,
           account.imported_trades, account.imported_net, account.imported_since,
           coalesce(integrity.ledger_length, 0) as ledger_length, encode(integrity.ledger_head, 'hex') as ledger_head,
           integrity.ledger_at,
           coalesce((
             select json_agg(json_build_array(daily.day, daily.equity_end, daily.balance_end) order by daily.day)
               from daily_row_now daily where daily.account_id = account.account_id
           ), '[]') as equity_history
      from trading_account account
      join trader using (trader_id)
      left join account_integrity integrity using (account_id)
      left join showcase on showcase.trader_id = trader.trader_id and showcase.published_version is not null
     where account.account_id = ${accountId}`
  return rows[0]
}

export interface ClosedAccountRow {
  account_id: string
  platform: 'MT4' | 'MT5'
  opened_at: string
  closed_at: string
  figures: ClosingFigures
}

/** Every account that the trader closed, newest first. */
export function closedAccounts(sql: Queryable, traderId: string): Promise<ClosedAccountRow[]> {
  return sql<ClosedAccountRow[]>`
    select account.account_id, account.platform, account.bound_at as opened_at, closing.closed_at, closing.figures
      from trading_account account
      join account_closing closing using (account_id)
     where account.trader_id = ${traderId}
     order by closing.closed_at desc`
}

interface Match {
  source: string
  link: string | null
  matched_at: string
  valid_until: string
  compared: z.output<typeof comparedFigures>
}

/** The comparison with an independent source, and its end (ISO text). */
export async function matchUntil(sql: Queryable, accountId: string, validUntil: string): Promise<Match | null> {
  const rows = await sql<Match[]>`
    select source, link, matched_at, valid_until, ${matchFigures(sql)} as compared
      from external_match join trading_account account using (account_id)
     where account_id = ${accountId} and accepted and revoked_at is null and valid_until = ${validUntil}
     order by matched_at desc limit 1`
  return rows[0] ?? null
}
