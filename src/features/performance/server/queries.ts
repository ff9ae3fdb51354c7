import type { Queryable } from '#server/database.ts'
import type { DailyRow } from '../rules/rows.ts'
import type { TradeRecord } from '../rules/statistics.ts'

/** Every daily row of an account, in day order. `docs/ranking.md` 6. */
export async function dailyRows(sql: Queryable, accountId: string): Promise<DailyRow[]> {
  return sql<DailyRow[]>`
    select day - date '1970-01-01' as day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low,
           drawdown, trades, wins, counted, counted_wins, profit
      from daily_row where account_id = ${accountId} order by day`
}

/** The closed trades that count, oldest first. Times in milliseconds UTC. */
export async function witnessedTrades(sql: Queryable, accountId: string): Promise<TradeRecord[]> {
  return sql<TradeRecord[]>`
    select symbol, side, net, round(1000 * extract(epoch from open_at))::float8 as open,
           round(1000 * extract(epoch from close_at))::float8 as close
      from trade where account_id = ${accountId} and origin = 'witnessed' order by close_at, ticket`
}

/** A UTC day of the history from before the first sync. */
export interface ImportedDay {
  day: number
  trades: number
  profit: number
  /** What was paid in and out, by kind. */
  operations: { type: string; amount: number }[]
  /** What all records of the day did to the balance. */
  booked: number
}

/** Oldest first; days on which nothing happened are missing. */
export async function importedDays(sql: Queryable, accountId: string): Promise<ImportedDay[]> {
  return sql<ImportedDay[]>`
    select day - date '1970-01-01' as day, sum(trades)::int as trades, sum(profit) as profit, sum(booked) as booked,
           coalesce(json_agg(json_build_object('type', type, 'amount', amount)) filter (where type is not null), '[]')
             as operations
      from (
        select (close_at at time zone 'UTC')::date as day, 1 as trades, net as profit, 0::float8 as booked,
               null::text as type, null::float8 as amount
          from trade where account_id = ${accountId} and origin = 'imported'
        union all
        select (at at time zone 'UTC')::date, 0, 0, 0, type, amount
          from balance_operation where account_id = ${accountId} and origin = 'imported'
        union all
        select (record.at at time zone 'UTC')::date, 0, 0, record.net, null, null
          from ledger_record record join trading_account account using (account_id)
         where account_id = ${accountId} and not record.late
           and record.at <= coalesce(account.first_snapshot_at, 'infinity')
      ) history
     group by day order by day`
}

export interface LedgerRow {
  records: number
  net: number
  /** What the records since the first sync did to the balance. */
  net_since: number
  late_records: number
  revised_records: number
}

/** How the stored records add up. `docs/ea-protocol.md`, ledger. */
export async function ledgerTotals(sql: Queryable, accountId: string): Promise<LedgerRow> {
  const rows = await sql<LedgerRow[]>`
    select count(*)::int as records, coalesce(sum(net), 0) as net,
           coalesce(sum(net) filter (where not late and at > account.first_snapshot_at), 0) as net_since,
           (count(*) filter (where late))::int as late_records,
           (count(*) filter (where revision > 0))::int as revised_records
      from ledger_record join trading_account account using (account_id)
     where account_id = ${accountId}`
  const [row] = rows
  if (row === undefined) throw new Error('an aggregate always has a row')
  return row
}
