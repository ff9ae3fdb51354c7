import type { Queryable } from '#server/database/database.ts'

/** The owner of a ledger, and its end. `head`: 64 hex digits. */
export interface PublicLedger {
  trader_id: string
  username: string
  display_name: string
  account_id: string
  /** False where the owner hides them, and before the account is verified, as on the profile. */
  shows_amounts: boolean
  length: number
  head: string | null
  at: string | null
}

/**
 * Null for a trader without a profile, and for an account of another trader.
 * @param username in lower case
 * @param accountId null: the account that the profile shows
 */
export async function publicLedger(
  sql: Queryable,
  username: string,
  accountId: string | null,
): Promise<PublicLedger | null> {
  // PostgreSQL's text holds no NUL: no username contains one.
  if (username.includes('\0')) return null
  const rows = await sql<PublicLedger[]>`
    select trader.trader_id, trader.username, trader.display_name, account.account_id,
           not trader.hide_amounts and account.first_snapshot_at is not null as shows_amounts,
           coalesce(integrity.ledger_length, 0) as length, encode(integrity.ledger_head, 'hex') as head,
           integrity.ledger_at as at
      from trader
      join trader_plan plan using (trader_id)
      join lateral (
        select account_id, first_snapshot_at from trading_account of_trader
         where of_trader.trader_id = trader.trader_id and of_trader.sync_count > 0
           and (${accountId}::uuid is null or of_trader.account_id = ${accountId})
         order by of_trader.closed_at desc nulls first limit 1
      ) account on true
      left join account_integrity integrity on integrity.account_id = account.account_id
     where lower(trader.username) = ${username} and trader.deactivated_at is null and trader.email_proof <> 'awaited'
       and plan.leaderboard_expires is not null`
  return rows[0] ?? null
}

export interface LedgerEntry {
  n: number
  at: string
  records: number
  records_digest: string
  figures: string
  figures_digest: string
  hash: string
}

/** Entries n with after < n <= until, oldest first. Digests in hexadecimal. */
export function ledgerEntries(
  sql: Queryable,
  accountId: string,
  { after, until, limit }: { after: number; until: number; limit: number },
): Promise<LedgerEntry[]> {
  return sql<LedgerEntry[]>`
    select n, at, records, encode(records_digest, 'hex') as records_digest, figures,
           encode(sha256(convert_to(figures, 'UTF8')), 'hex') as figures_digest, encode(hash, 'hex') as hash
      from sync_ledger
     where account_id = ${accountId} and n > ${after} and n <= ${until}
     order by n limit ${limit}`
}
