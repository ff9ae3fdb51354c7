import type { Queryable, Transaction } from '#server/database/database.ts'
import type { ClosingFigures } from '../../closing.ts'

/** True while a case of any of the trader's accounts keeps them out of the ranking, open or upheld. */
export async function holdsTrader(sql: Queryable, traderId: string): Promise<boolean> {
  const rows = await sql`
    select 1 from held_account join trading_account using (account_id) where trader_id = ${traderId} limit 1`
  return rows.length > 0
}

export async function openCases(sql: Queryable, accountId: string): Promise<number> {
  const [row] = await sql<{ open: number }[]>`
    select count(*) as open from integrity_case where account_id = ${accountId} and decision is null`
  return row?.open ?? 0
}

export async function insertClosing(
  tx: Transaction,
  closing: { account_id: string; closed_at: string; figures: ClosingFigures },
): Promise<void> {
  await tx`
    insert into account_closing (account_id, closed_at, figures)
    values (${closing.account_id}, ${closing.closed_at}, ${tx.json(closing.figures as never)})`
}

export async function traderExists(sql: Queryable, traderId: string): Promise<boolean> {
  const rows = await sql`select 1 from trader where trader_id = ${traderId} and deactivated_at is null`
  return rows.length > 0
}

export interface Successor {
  account_id: string
  /** How many accounts the trader closed before, and the last of them. */
  closed: number
  last_closed_at: string
  last_platform: 'MT4' | 'MT5'
}

/** Those of the accounts whose trader has closed others. */
export function successorsAmong(sql: Queryable, accountIds: readonly string[]): Promise<Successor[]> {
  return sql<Successor[]>`
    select account.account_id, count(*) as closed, max(old.closed_at) as last_closed_at,
           (array_agg(old.platform order by old.closed_at desc))[1] as last_platform
      from trading_account account
      join trading_account old using (trader_id)
     where account.account_id = any (${accountIds}::uuid[]) and old.closed_at is not null
     group by account.account_id`
}

/** Those of the accounts whose number another trader had before: when the last of them was closed. */
export function releasedAmong(
  sql: Queryable,
  accountIds: readonly string[],
): Promise<{ account_id: string; last_closed_at: string }[]> {
  return sql<{ account_id: string; last_closed_at: string }[]>`
    select account.account_id, max(old.closed_at) as last_closed_at
      from trading_account account
      join trading_account old using (server_key, login)
     where account.account_id = any (${accountIds}::uuid[]) and old.closed_at is not null
     group by account.account_id`
}
