import type { Transaction } from '#server/database/database.ts'

/** The owner of an account: as the intake reads it, and as people and traders change it. */

export interface RefusedBinding {
  trader_id: string
  account_id: string
  closed_at: string | null
  /** The trader's own account: it never starts again. */
  own: boolean
}

/**
 * Traders who claim an account that another trader has bound, or that was closed and not released to them, under either platform. A bound
 * account comes last: of several rows of a trader the last one counts.
 */
export function refusedBindings(
  tx: Transaction,
  claimed: readonly { trader_id: string; server: string; login: string }[],
): Promise<RefusedBinding[]> {
  return tx<RefusedBinding[]>`
    with claimed as materialized (
      select trader_id, folded_server(server) as server_key, login
        from json_to_recordset(${JSON.stringify(claimed)}::text::json)
             as claimed(trader_id uuid, server text, login text)
    )
    select claimed.trader_id, account.account_id, account.closed_at, account.trader_id = claimed.trader_id as own
      from claimed join trading_account account using (server_key, login)
     where account.closed_at is not null and account.released_to is distinct from claimed.trader_id
    union all
    select claimed.trader_id, account.account_id, null::timestamptz, false
      from claimed join trading_account account using (server_key, login)
     where account.closed_at is null and account.trader_id <> claimed.trader_id
     order by closed_at nulls last`
}

/** Traders whose terminal spells the server of their account in another way, such as `Omega-Live 02` for `Omega-Live 2`. */
export async function otherSpellings(
  tx: Transaction,
  named: readonly { trader_id: string; bound: string; sent: string }[],
): Promise<Set<string>> {
  if (named.length === 0) return new Set()
  const rows = await tx<{ trader_id: string }[]>`
    select trader_id from json_to_recordset(${JSON.stringify(named)}::text::json) as named(trader_id uuid, bound text, sent text)
     where folded_server(bound) = folded_server(sent)`
  return new Set(rows.map(({ trader_id }) => trader_id))
}

export interface NumberedAccount {
  account_id: string
  trader_id: string
  closed_at: string | null
}

/**
 * All accounts, closed ones too, that have the server and number of this one, under either platform; locked until the transaction ends.
 * Selected by their ids: a transaction that waits here for a rename still finds the account.
 */
export function lockedNamesakes(tx: Transaction, accountId: string): Promise<NumberedAccount[]> {
  return tx<NumberedAccount[]>`
    select account.account_id, account.trader_id, account.closed_at
      from trading_account account
     where account.account_id in (
       select namesake.account_id
         from trading_account named join trading_account namesake using (server_key, login)
        where named.account_id = ${accountId})
     order by account.account_id
       for update of account`
}

/** The former name. Null, and no change, where another account, a closed one too, has the new name. */
export async function renameServer(tx: Transaction, accountId: string, server: string): Promise<string | null> {
  const rows = await tx<{ server: string }[]>`
    update trading_account account set server = ${server}
      from trading_account old
     where account.account_id = ${accountId} and old.account_id = account.account_id
       and not exists (
         select from trading_account other
          where other.login = account.login and other.server_key = folded_server(${server})
            and other.account_id <> account.account_id)
    returning old.server`
  return rows[0]?.server ?? null
}

/** Only this trader may bind the number of these closed accounts from now on. */
export async function releaseAccountRows(
  tx: Transaction,
  accountIds: readonly string[],
  traderId: string,
): Promise<void> {
  await tx`
    update trading_account set released_to = ${traderId}
     where account_id = any (${accountIds}::uuid[]) and closed_at is not null`
}

/** The trader's bound account, locked until the transaction ends. */
export async function lockedAccount(tx: Transaction, traderId: string): Promise<BoundAccount | null> {
  const rows = await tx<BoundAccount[]>`
    select account_id, platform, server, login from trading_account
     where trader_id = ${traderId} and closed_at is null
       for update`
  return rows[0] ?? null
}

export interface BoundAccount {
  account_id: string
  platform: 'MT4' | 'MT5'
  server: string
  login: string
}

export async function closeAccountRow(tx: Transaction, accountId: string, at: string): Promise<void> {
  await tx`update trading_account set closed_at = ${at} where account_id = ${accountId} and closed_at is null`
}
