import type * as z from 'zod/mini'
import type { Queryable } from '#server/database/database.ts'
import type { comparedFigures } from '../../match-figures.ts'
import {
  heldOf,
  levelColumns,
  levelSources,
  matchFigures,
  type Held,
  type LevelColumns,
} from '../levels/level-columns.ts'
import { hasProfile } from './has-profile.ts'

/** Rows about a trader's accounts for admins. Instants are ISO texts. */

export interface TraderRow {
  trader_id: string
  username: string
  display_name: string
  deactivated_at: string | null
  myfxbook_url: string | null
  has_profile: boolean
  held: Held
}

/** Null for an unknown trader, and for one who is being erased. */
export async function traderRow(sql: Queryable, traderId: string): Promise<TraderRow | null> {
  const [row] = await sql<TraderRow[]>`
    select trader_id, username, display_name, deactivated_at, myfxbook_url, ${hasProfile(sql)} as has_profile,
           ${heldOf(sql, 'trader')} as held
      from trader where trader_id = ${traderId} and erasing_at is null`
  return row ?? null
}

export interface TraderAccountRow extends LevelColumns {
  account_id: string
  platform: 'MT4' | 'MT5'
  server: string
  login: string
  currency: string
  bound_at: string
  closed_at: string | null
  last_receipt_at: string
  can_trade: boolean | null
  ledger_length: number
  waiting_cases: number
  released_to: string | null
  claimants: { username: string; code_seen_at: string | null }[]
}

/** The bound one first, then the closed ones, newest first. */
export function accountRows(sql: Queryable, traderId: string): Promise<TraderAccountRow[]> {
  return sql<TraderAccountRow[]>`
    select account.account_id, account.platform, account.server, account.login, account.currency, account.bound_at,
           account.closed_at, account.last_receipt_at, integrity.can_trade,
           coalesce(integrity.ledger_length, 0) as ledger_length, next_one.username as released_to,
           (select count(*) from integrity_case waiting
             where waiting.account_id = account.account_id and waiting.decision is null) as waiting_cases,
           coalesce((select tag.details -> 'claimants' from integrity_tag tag
                      where tag.account_id = account.account_id and tag.code = 'account_claimed'), '[]') as claimants,
           ${levelColumns(sql)}
      from trading_account account
      left join account_integrity integrity on integrity.account_id = account.account_id
      left join trader next_one on next_one.trader_id = account.released_to
      ${levelSources(sql)}
     where account.trader_id = ${traderId}
     order by account.closed_at desc nulls first, account.account_id`
}

export interface TraderMatchRow {
  match_id: string
  account_id: string
  source: string
  link: string | null
  figures: z.output<typeof comparedFigures>
  accepted: boolean
  in_force: boolean
  matched_at: string
  valid_until: string
  revoked_at: string | null
  decided_by: string | null
  reason: string
}

/** Newest first, at most 100. @param now ISO text */
export function matchRows(sql: Queryable, traderId: string, now: string): Promise<TraderMatchRow[]> {
  return sql<TraderMatchRow[]>`
    select match_id, account_id, source, link, ${matchFigures(sql)} as figures, accepted, matched_at, valid_until, revoked_at,
           admin.username as decided_by, reason,
           accepted and revoked_at is null and valid_until > ${now} and account.closed_at is null as in_force
      from external_match
      join trading_account account using (account_id)
      left join trader admin on admin.trader_id = external_match.decided_by
     where account.trader_id = ${traderId}
     order by matched_at desc, match_id desc
     limit 100`
}

export interface ReleasedNumber {
  platform: 'MT4' | 'MT5'
  server: string
  login: string
  from: string
}

/** Numbers of other traders' closed accounts that this one may bind, and has not bound yet. */
export function releasedNumbers(sql: Queryable, traderId: string): Promise<ReleasedNumber[]> {
  return sql<ReleasedNumber[]>`
    select account.platform, account.server, account.login, owner.username as "from"
      from trading_account account join trader owner using (trader_id)
     where account.released_to = ${traderId} and account.closed_at is not null
       and not exists (
         select from trading_account taken
          where taken.server_key = account.server_key and taken.login = account.login and taken.trader_id = ${traderId})
     order by account.closed_at desc, account.account_id
     limit 100`
}
