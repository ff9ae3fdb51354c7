import type { Queryable } from '#server/database/database.ts'
import { catalogue, eventShownDays, type FindingCode } from '../../rules/catalogue.ts'
import type { Life } from '../../rules/rule.ts'
import { heldOf, levelColumns, levelSources, type Held, type LevelColumns } from '../levels/level-columns.ts'

/** The account that a trader has bound, as the integrity rules know it. Instants are ISO texts. */
export interface OwnAccountRow extends LevelColumns {
  account_id: string
  platform: 'MT4' | 'MT5'
  server: string
  login: string
  bound_at: string
  can_trade: boolean | null
  ledger_length: number
  /** Hexadecimal. */
  ledger_head: string | null
  ledger_at: string | null
}

export async function ownAccount(sql: Queryable, traderId: string): Promise<OwnAccountRow | null> {
  const rows = await sql<OwnAccountRow[]>`
    select account.account_id, account.platform, account.server, account.login, account.bound_at, integrity.can_trade,
           coalesce(integrity.ledger_length, 0) as ledger_length, encode(integrity.ledger_head, 'hex') as ledger_head,
           integrity.ledger_at, ${levelColumns(sql)}
      from trading_account account
      left join account_integrity integrity on integrity.account_id = account.account_id
      ${levelSources(sql)}
     where account.trader_id = ${traderId} and account.closed_at is null`
  return rows[0] ?? null
}

export interface ShownTag {
  code: FindingCode
  first_at: string
  last_at: string
  occurrences: number
}

/** Tags of these codes that are shown at `now` (ISO text), newest first. The public page shows its own by the same rule. */
export function shownTags(
  sql: Queryable,
  accountId: string,
  codes: readonly FindingCode[],
  now: string,
): Promise<ShownTag[]> {
  const ofLife = (life: Life) => codes.filter((code) => catalogue[code].life === life)
  return sql<ShownTag[]>`
    select tag.code, tag.first_at, tag.last_at, tag.occurrences
      from integrity_tag tag join trading_account account using (account_id)
     where tag.account_id = ${accountId}
       and (tag.code = any (${ofLife('event')}) and tag.last_at >= ${now}::timestamptz - ${eventShownDays} * interval '1 day'
            or tag.code = any (${ofLife('state')}) and tag.cleared_at is null
            or tag.code = any (${ofLife('sync')}) and tag.last_at >= account.last_snapshot_at)
       and not exists (
         select from dismissed_finding dismissed
          where dismissed.account_id = tag.account_id and dismissed.code = tag.code)
     order by tag.last_at desc, tag.code`
}

export async function heldTrader(sql: Queryable, traderId: string): Promise<Held> {
  const rows = await sql<{ held: Held }[]>`
    select ${heldOf(sql, 'trader')} as held from trader where trader_id = ${traderId}`
  return rows[0]?.held ?? null
}

export interface ClosedAccountRow {
  platform: 'MT4' | 'MT5'
  server: string
  opened_at: string
  closed_at: string
}

/** Newest first. */
export function closedAccounts(sql: Queryable, traderId: string): Promise<ClosedAccountRow[]> {
  return sql<ClosedAccountRow[]>`
    select platform, server, bound_at as opened_at, closed_at
      from trading_account where trader_id = ${traderId} and closed_at is not null
     order by closed_at desc`
}
