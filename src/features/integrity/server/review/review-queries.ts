import type { DailyRow } from '#features/performance/rules/rows.ts'
import type { Queryable } from '#server/database/database.ts'
import type { ReviewRecord, ReviewTrade } from '../../rules/dealings.ts'

/** Reads of the review and the nightly report: one statement for a set of accounts. */

/** Newest trades that are looked at. */
const tradesRead = 10_000
/** Buy and sell records behind them. */
const recordsRead = 25_000
/** Newest own tickets that are looked for on other accounts. */
const comparedTickets = 50
/** Seconds by which two reports of one moment may differ. */
const momentsApartS = 5

export interface ReviewedAccount {
  account_id: string
  trader_id: string
  platform: 'MT4' | 'MT5'
  server: string
  /** The server under any spelling of its name. */
  server_key: string
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

/** Those of these accounts that are open. @param now ISO-8601 */
export function reviewedAccounts(
  sql: Queryable,
  accountIds: readonly string[],
  now: string,
): Promise<ReviewedAccount[]> {
  return sql<ReviewedAccount[]>`
    select account_id, trader_id, platform, server, server_key, currency, digits, margin_mode, first_snapshot_at, username,
           display_name, bio, social_text, ${isMatched(sql, now)} as matched
      from trading_account account join trader using (trader_id)
     where account_id = any (${accountIds}::uuid[]) and closed_at is null
     order by account_id`
}

/** How many trades of the review each of these accounts has. @param since ISO-8601 */
export async function tradeCounts(
  sql: Queryable,
  accountIds: readonly string[],
  since: string,
): Promise<Map<string, number>> {
  const rows = await sql<{ account_id: string; trades: number }[]>`
    select one.account_id, count(*)::int as trades
      from unnest(${accountIds}::uuid[]) as one(account_id)
     cross join lateral (select from trade where account_id = one.account_id and close_at > ${since} limit ${tradesRead}) counted
     group by one.account_id`
  return new Map(rows.map(({ account_id, trades }) => [account_id, trades]))
}

/**
 * Traders with an account on the broker server of each of these accounts, that one included; no more than `most` are counted. A trader has
 * one open account.
 */
export async function serverTraders(
  sql: Queryable,
  accounts: readonly Pick<ReviewedAccount, 'platform' | 'server_key'>[],
  most: number,
): Promise<(account: Pick<ReviewedAccount, 'platform' | 'server_key'>) => number> {
  const keyOf = ({ platform, server_key }: Pick<ReviewedAccount, 'platform' | 'server_key'>) =>
    `${platform} ${server_key}`
  const servers = [...new Map(accounts.map((account) => [keyOf(account), account])).values()]
  const rows = await sql<{ platform: 'MT4' | 'MT5'; server_key: string; traders: number }[]>`
    select platform, server_key,
           (select count(*)::int
              from (select from trading_account account
                     where account.platform = server.platform and account.server_key = server.server_key and closed_at is null
                     limit ${most}) counted) as traders
      from unnest(${servers.map(({ platform }) => platform)}::text[], ${servers.map(({ server_key }) => server_key)}::text[])
             as server(platform, server_key)`
  const traders = new Map(rows.map((row) => [keyOf(row), row.traders]))
  return (account) => traders.get(keyOf(account)) ?? 0
}

/**
 * The newest own tickets of each account, by their closes, that an account bound earlier by another person on the same server has too,
 * opened and closed at the same moments. A copy that names its symbols or scales its money otherwise is found too, and so is one on
 * another clock. No other account is read.
 */
export async function ticketsOfOthers(sql: Queryable, accountIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await sql<{ account_id: string; ticket: string }[]>`
    with own as materialized (
      select account.platform, account.server_key, account.trader_id, account.bound_at, account.account_id,
             trade.ticket, trade.open_at, trade.close_at
        from unnest(${accountIds}::uuid[]) as one(account_id)
        join trading_account account using (account_id)
       cross join lateral (select ticket, open_at, close_at from trade
                            where trade.account_id = one.account_id and origin = 'witnessed'
                            order by close_at desc limit ${comparedTickets}) trade
    )
    select own.account_id, own.ticket
      from own
     where exists (
       select from trade other
         join trading_account peer on peer.account_id = other.account_id
        where other.origin = 'witnessed' and other.ticket = own.ticket and other.account_id <> own.account_id
          and other.open_at between own.open_at - make_interval(secs => ${momentsApartS})
                                and own.open_at + make_interval(secs => ${momentsApartS})
          and other.close_at between own.close_at - make_interval(secs => ${momentsApartS})
                                 and own.close_at + make_interval(secs => ${momentsApartS})
          and peer.platform = own.platform and peer.server_key = own.server_key and peer.trader_id <> own.trader_id
          and (peer.bound_at, peer.account_id) < (own.bound_at, own.account_id))
     order by own.close_at desc, own.ticket desc`
  const own = Map.groupBy(rows, ({ account_id }) => account_id)
  return new Map([...own].map(([account_id, those]) => [account_id, those.map(({ ticket }) => ticket)]))
}

/** A tag that has not ended. */
export interface OpenTag {
  code: string
  /** Found since the moment, and not dismissed by a person. */
  current: boolean
}

/** @param since ISO-8601 */
export async function openTags(
  sql: Queryable,
  accountIds: readonly string[],
  since: string,
): Promise<Map<string, OpenTag[]>> {
  const rows = await sql<(OpenTag & { account_id: string })[]>`
    select account_id, code,
           last_at > ${since}
           and not exists (select from dismissed_finding old where old.account_id = tag.account_id and old.code = tag.code)
             as current
      from integrity_tag tag
     where account_id = any (${accountIds}::uuid[]) and cleared_at is null`
  return Map.groupBy(rows, ({ account_id }) => account_id)
}

/** Witnessed trades that closed since a moment; times in milliseconds UTC. @param since ISO-8601 */
export async function witnessedTrades(
  sql: Queryable,
  accountIds: readonly string[],
  since: string,
): Promise<Map<string, ReviewTrade[]>> {
  const rows = await sql<(ReviewTrade & { account_id: string })[]>`
    select one.account_id, trade.*
      from unnest(${accountIds}::uuid[]) as one(account_id)
     cross join lateral (
       select ticket, symbol, side, volume, (extract(epoch from open_at) * 1000)::float8 as open,
              (extract(epoch from close_at) * 1000)::float8 as close, net
         from trade
        where account_id = one.account_id and origin = 'witnessed' and close_at > ${since}
        order by close_at desc
        limit ${tradesRead}
     ) trade`
  return Map.groupBy(rows, ({ account_id }) => account_id)
}

/** Buy and sell records of each account from its broker time (milliseconds) on. */
export async function reviewRecords(
  sql: Queryable,
  accounts: readonly { account_id: string; since: number }[],
): Promise<Map<string, ReviewRecord[]>> {
  const rows = await sql<(ReviewRecord & { account_id: string })[]>`
    select one.account_id, record.*
      from unnest(${accounts.map(({ account_id }) => account_id)}::uuid[], ${accounts.map(({ since }) => since)}::float8[])
             as one(account_id, since)
     cross join lateral (
       select ticket, (extract(epoch from at) * 1000)::float8 as at, type, entry, position, "order",
              coalesce(volume, lots, 0) as volume, coalesce(price, close_price, 0) as price, open_price,
              coalesce(profit, 0) as profit, sl
         from ledger_record
        cross join lateral jsonb_to_record(record)
              as fields(type text, entry text, position text, "order" text, volume float8, lots float8, price float8,
                      close_price float8, open_price float8, profit float8, sl float8)
        where account_id = one.account_id and broker_time >= one.since and not late and type in ('buy', 'sell')
        order by broker_time desc
        limit ${recordsRead}
     ) record`
  return Map.groupBy(rows, ({ account_id }) => account_id)
}

/** Every daily row of each account, in day order: witnessed ones, or those of the imported history. */
export async function dailyRowsOf(
  sql: Queryable,
  accountIds: readonly string[],
  table: 'daily_row_now' | 'imported_row',
): Promise<Map<string, DailyRow[]>> {
  const rows = await sql<(DailyRow & { account_id: string })[]>`
    select account_id, day - date '1970-01-01' as day, equity_start, equity_end, balance_end, inflow, outflow, growth, high,
           low, drawdown, trades, wins, counted, counted_wins, profit
      from ${sql(table)} where account_id = any (${accountIds}::uuid[]) order by account_id, day`
  return Map.groupBy(rows, ({ account_id }) => account_id)
}
