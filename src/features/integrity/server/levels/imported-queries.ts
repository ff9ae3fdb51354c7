import type { LedgerRecord } from '#features/ea/rules/records.ts'
import type { Queryable, Transaction } from '#server/database/database.ts'

/** All records that the first snapshot counted, with the content that they had then. */
export async function importedRecords(sql: Queryable, accountId: string): Promise<LedgerRecord[]> {
  const rows = await sql<{ record: LedgerRecord }[]>`
    select coalesce(older.record, stored.record) as record
      from ledger_record stored
      join trading_account account using (account_id)
      left join lateral (
        select revision.record from record_revision revision
         where revision.account_id = stored.account_id and revision.ticket = stored.ticket
           and revision.replaced_at > account.first_snapshot_at
         order by revision.revision limit 1
      ) older on stored.revision > 0
     where stored.account_id = ${accountId} and not stored.late and stored.first_seen_at <= account.first_snapshot_at`
  return rows.map(({ record }) => record)
}

export async function importedTrades(
  sql: Queryable,
  accountId: string,
): Promise<{ ticket: string; open: number; close: number; net: number }[]> {
  return sql<{ ticket: string; open: number; close: number; net: number }[]>`
    select ticket, (extract(epoch from open_at) * 1000)::float8 as open,
           (extract(epoch from close_at) * 1000)::float8 as close, net
      from trade where account_id = ${accountId} and origin = 'imported'`
}

export async function importedOperations(
  sql: Queryable,
  accountId: string,
): Promise<{ t: number; type: string; amount: number }[]> {
  return sql<{ t: number; type: string; amount: number }[]>`
    select (extract(epoch from at) * 1000)::float8 as t, type, amount
      from balance_operation where account_id = ${accountId} and origin = 'imported'`
}

/** `day` as `YYYY-MM-DD`, the other columns by name. */
export async function replaceImportedRows(
  tx: Transaction,
  accountId: string,
  rows: readonly { day: string }[],
): Promise<void> {
  await tx`delete from imported_row where account_id = ${accountId}`
  if (rows.length === 0) return
  await tx`
    insert into imported_row (account_id, day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low,
                              drawdown, trades, wins, counted, counted_wins, profit, profit_high)
    select ${accountId}, walked.* from json_to_recordset(${JSON.stringify(rows)}::text::json) as walked(day date,
           equity_start float8, equity_end float8, balance_end float8, inflow float8, outflow float8, growth float8,
           high float8, low float8, drawdown float8, trades integer, wins integer, counted float8, counted_wins float8,
           profit float8, profit_high float8)`
}

/**
 * Accounts whose imported rows version 1 of the formula wrote, with a loss open at the first snapshot: the rows end on own equity, where
 * those of version 2 end on the balance (`docs/ranking.md` 5.2).
 */
export async function importedOfVersionOne(sql: Queryable): Promise<{ account_id: string; trader_id: string }[]> {
  return sql<{ account_id: string; trader_id: string }[]>`
    select account_id, trader_id
      from trading_account account
      join (select distinct on (account_id) account_id, equity_end from imported_row order by account_id, day desc) last using (account_id)
     where last.equity_end < account.opening_balance
     order by account_id`
}
