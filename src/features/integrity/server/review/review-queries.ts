import type { DailyRow } from '#features/performance/rules/rows.ts'
import type { Queryable } from '#server/database/database.ts'
import type { ReviewRecord, ReviewTrade } from '../../rules/dealings.ts'

/** Reads of the review and the nightly report about an account. */

/** Newest trades that are looked at. */
const tradesRead = 10_000
/** Buy and sell records behind them. */
const recordsRead = 25_000

export interface ReviewedAccount {
  account_id: string
  trader_id: string
  platform: 'MT4' | 'MT5'
  server: string
  currency: string
  digits: number
  first_snapshot_at: string | null
  username: string
  display_name: string
  bio: string | null
  social_text: string | null
  /** The imported history counts: its figures are verified too. */
  matched: boolean
}

const isMatched = (sql: Queryable, now: string) => sql`
  exists (select from external_match matched
           where matched.account_id = account.account_id and accepted and revoked_at is null and valid_until > ${now})`

/** The trader's bound account, as far as texts are compared with it. @param now ISO-8601 */
export async function boundAccountOf(
  sql: Queryable,
  traderId: string,
  now: string,
): Promise<Pick<ReviewedAccount, 'account_id' | 'matched'> | undefined> {
  const [row] = await sql<Pick<ReviewedAccount, 'account_id' | 'matched'>[]>`
    select account_id, ${isMatched(sql, now)} as matched
      from trading_account account
     where trader_id = ${traderId} and closed_at is null`
  return row
}

export async function reviewedAccount(
  sql: Queryable,
  accountId: string,
  now: string,
): Promise<ReviewedAccount | undefined> {
  const [row] = await sql<ReviewedAccount[]>`
    select account_id, trader_id, platform, server, currency, digits, first_snapshot_at, username, display_name, bio,
           social_text, ${isMatched(sql, now)} as matched
      from trading_account account join trader using (trader_id)
     where account_id = ${accountId} and closed_at is null`
  return row
}

/** Traders with an account on the same broker server, this one included. */
export async function serverTraders(
  sql: Queryable,
  { platform, server }: Pick<ReviewedAccount, 'platform' | 'server'>,
): Promise<number> {
  const [row] = await sql<{ traders: number }[]>`
    select count(distinct trader_id)::int as traders
      from trading_account where platform = ${platform} and server = ${server} and closed_at is null`
  return row?.traders ?? 0
}

/** Witnessed trades that closed since a moment; times in milliseconds UTC. @param since ISO-8601 */
export function witnessedTrades(sql: Queryable, accountId: string, since: string): Promise<ReviewTrade[]> {
  return sql<ReviewTrade[]>`
    select ticket, symbol, side, volume, (extract(epoch from open_at) * 1000)::float8 as open,
           (extract(epoch from close_at) * 1000)::float8 as close, net
      from trade
     where account_id = ${accountId} and origin = 'witnessed' and close_at > ${since}
     order by close_at desc
     limit ${tradesRead}`
}

/** Buy and sell records from a broker time (milliseconds) on. */
export function reviewRecords(sql: Queryable, accountId: string, since: number): Promise<ReviewRecord[]> {
  return sql<ReviewRecord[]>`
    select ticket, (extract(epoch from at) * 1000)::float8 as at, type, entry, position, "order",
           coalesce(volume, lots, 0) as volume, coalesce(price, close_price, 0) as price, open_price,
           coalesce(profit, 0) as profit, sl
      from ledger_record
     cross join lateral jsonb_to_record(record)
           as fields(type text, entry text, position text, "order" text, volume float8, lots float8, price float8,
                   close_price float8, open_price float8, profit float8, sl float8)
     where account_id = ${accountId} and broker_time >= ${since} and not late and type in ('buy', 'sell')
     order by broker_time desc
     limit ${recordsRead}`
}

/** Every daily row, in day order: witnessed ones, or those of the imported history. */
export async function dailyRowsOf(
  sql: Queryable,
  accountId: string,
  table: 'daily_row' | 'imported_row',
): Promise<DailyRow[]> {
  return sql<DailyRow[]>`
    select day - date '1970-01-01' as day, equity_start, equity_end, balance_end, inflow, outflow, growth, high, low,
           drawdown, trades, wins, counted, counted_wins, profit
      from ${sql(table)} where account_id = ${accountId} order by day`
}
