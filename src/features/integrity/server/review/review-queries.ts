import type { DailyRow } from '#features/performance/rules/rows.ts'
import type { Queryable } from '#server/database/database.ts'
import type { ReviewRecord, ReviewTrade } from '../../rules/dealings.ts'

/** Reads of the review and the nightly report about an account. */

/** Newest trades that are looked at. */
const tradesRead = 10_000
/** Buy and sell records behind them. */
const recordsRead = 25_000
/** Newest own tickets that are looked for on other accounts. */
const comparedTickets = 50
/** Seconds by which two conversions of one broker time may differ. */
const clocksApartS = 5

export interface ReviewedAccount {
  account_id: string
  trader_id: string
  platform: 'MT4' | 'MT5'
  server: string
  currency: string
  digits: number
  /** MT5; null on MT4. */
  margin_mode: 'netting' | 'exchange' | 'hedging' | null
  first_snapshot_at: string | null
  username: string
  display_name: string
  bio: string | null
  social_text: string | null
  /** The imported history counts, with a match and proven ownership: its figures are verified too. */
  matched: boolean
}

const isMatched = (sql: Queryable, now: string) => sql`
  exists (select from external_match matched
           where matched.account_id = account.account_id and accepted and revoked_at is null and valid_until > ${now})
  and exists (select from ownership_proof proof where proof.account_id = account.account_id and proven_at is not null)`

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
    select account_id, trader_id, platform, server, currency, digits, margin_mode, first_snapshot_at, username, display_name,
           bio, social_text, ${isMatched(sql, now)} as matched
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
      from trading_account where platform = ${platform} and server_key = folded_server(${server}) and closed_at is null`
  return row?.traders ?? 0
}

/**
 * The newest own tickets, by their closes, that an account bound earlier by another person on the same server has too, with the same
 * second of the broker's clock. Found by the moment of the opening: a copy that names its symbols or scales its money otherwise is found too.
 */
export async function ticketsOfOthers(sql: Queryable, accountId: string): Promise<string[]> {
  const rows = await sql<{ ticket: string }[]>`
    with own as materialized (
      select account.platform, account.server_key, account.trader_id, account.bound_at, account.account_id,
             trade.ticket, trade.open_at, trade.close_at, record.broker_time
        from (select account_id, ticket, open_at, close_at from trade
               where account_id = ${accountId} and origin = 'witnessed'
               order by close_at desc limit ${comparedTickets}) trade
        join trading_account account using (account_id)
        join ledger_record record using (account_id, ticket)
    )
    select own.ticket
      from own
     where exists (
       select from trade other
         join trading_account peer using (account_id)
         join ledger_record theirs using (account_id, ticket)
        where other.origin = 'witnessed' and other.ticket = own.ticket
          and other.open_at between own.open_at - make_interval(secs => ${clocksApartS})
                                and own.open_at + make_interval(secs => ${clocksApartS})
          and peer.platform = own.platform and peer.server_key = own.server_key and peer.trader_id <> own.trader_id
          and (peer.bound_at, peer.account_id) < (own.bound_at, own.account_id)
          and theirs.broker_time = own.broker_time)
     order by own.close_at desc, own.ticket desc`
  return rows.map(({ ticket }) => ticket)
}

/** Codes of an account's tags that were found since a moment, have not ended, and were not dismissed by a person. @param since ISO-8601 */
export async function currentTagCodes(sql: Queryable, accountId: string, since: string): Promise<string[]> {
  const rows = await sql<{ code: string }[]>`
    select code from integrity_tag tag
     where account_id = ${accountId} and cleared_at is null and last_at > ${since}
       and not exists (select from dismissed_finding old where old.account_id = tag.account_id and old.code = tag.code)`
  return rows.map(({ code }) => code)
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
