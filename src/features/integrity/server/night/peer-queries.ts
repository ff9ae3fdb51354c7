import type { Queryable } from '#server/database/database.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { Opening, PeerFill, TicketTime } from '../../rules/peers/peer-facts.ts'
import type { ReviewedAccount } from '../review/review-queries.ts'

/**
 * Reads of the nightly report about other people's accounts, for a set of accounts at once. Each is bounded by own rows and by rows of
 * others for each of them. The bound takes the nearest: in time, or by the account's number. Accounts of the same trader are no peers.
 */

/** Own records whose order is looked at. */
const ownTickets = 2_000
/** Newest tickets of a peer. */
const peerTickets = 1_000
/** Newest own openings and closes that are compared. */
const ownOpenings = 500
const ownCloses = 200
/** Openings of others before an own one, and after it. */
const openingsEachWay = 50
/** Closes of others before an own one, and after it. A median needs no more. */
const closesEachWay = 10
/** Accounts on the same network that were bound before an account, and after it. */
const onNetworkEachWay = 10
/** Accounts with lower numbers on the same server, and with higher ones. */
const neighboursEachWay = 200

/** Records of each account since its first snapshot, newest first. @param since broker time in milliseconds */
export async function ownTicketTimes(
  sql: Queryable,
  accounts: readonly Pick<ReviewedAccount, 'account_id' | 'first_snapshot_at'>[],
  since: number,
): Promise<Map<string, TicketTime[]>> {
  const rows = await sql<(TicketTime & { account_id: string })[]>`
    select one.account_id, numbered.*
      from unnest(${accounts.map(({ account_id }) => account_id)}::uuid[],
                  ${accounts.map(({ first_snapshot_at }) => first_snapshot_at)}::timestamptz[]) as one(account_id, first)
     cross join lateral (
       select ticket, coalesce((record->>'open_time')::float8 * 1000, broker_time::float8) as opened,
              broker_time::float8 as closed
         from ledger_record
        where account_id = one.account_id and broker_time >= ${since} and not late and first_seen_at > one.first
        order by broker_time desc limit ${ownTickets}
     ) numbered`
  return Map.groupBy(rows, ({ account_id }) => account_id)
}

/** Records of these accounts within days of these times, newest first. @param from broker time in milliseconds */
export async function peerTicketTimes(
  sql: Queryable,
  accountIds: readonly string[],
  from: number,
  to: number,
): Promise<Map<string, TicketTime[]>> {
  const rows = await sql<(TicketTime & { account_id: string })[]>`
    select one.account_id, numbered.*
      from unnest(${accountIds}::uuid[]) as one(account_id)
     cross join lateral (
       select ticket, coalesce((record->>'open_time')::float8 * 1000, broker_time::float8) as opened,
              broker_time::float8 as closed
         from ledger_record
        where account_id = one.account_id and not late
          and broker_time between ${from - 2 * DAY_MS} and ${to + 2 * DAY_MS}
        order by broker_time desc limit ${peerTickets}
     ) numbered`
  return Map.groupBy(rows, ({ account_id }) => account_id)
}

/** An open account on the same broker server. */
export type Neighbour = Pick<ReviewedAccount, 'account_id' | 'platform' | 'server_key'> & { last_receipt_at: string }

/**
 * Open accounts whose numbers are next to those of the set, below its lowest and above its highest on each server, and the set itself. Two
 * accounts that one person opens one after the other have numbers next to each other.
 */
export function neighboursOf(sql: Queryable, accountIds: readonly string[]): Promise<Neighbour[]> {
  return sql<Neighbour[]>`
    with own as materialized (
      select account_id, platform, server_key, login, last_receipt_at from trading_account
       where account_id = any (${accountIds}::uuid[])
    ), range as materialized (
      select server_key, min(login) as lowest, max(login) as highest from own group by server_key
    )
    select account_id, platform, server_key, last_receipt_at from own
    union all
    select near.* from range cross join lateral (
      (select account_id, platform, server_key, last_receipt_at from trading_account near
        where near.server_key = range.server_key and near.login < range.lowest and closed_at is null
        order by near.server_key desc, near.login desc limit ${neighboursEachWay})
      union all
      (select account_id, platform, server_key, last_receipt_at from trading_account near
        where near.server_key = range.server_key and near.login > range.highest and closed_at is null
        order by near.server_key, near.login limit ${neighboursEachWay})
    ) near`
}

/** Daily growth of an account on the days on which it did not stand still, in day order. */
export interface DailyGrowth {
  days: number[]
  growth: number[]
}

/** @param since UTC day that is no longer read */
export async function dailyGrowth(
  sql: Queryable,
  accountIds: readonly string[],
  since: string,
): Promise<Map<string, DailyGrowth>> {
  const rows = await sql<(DailyGrowth & { account_id: string })[]>`
    select account_id, json_agg(day - date '1970-01-01' order by day) as days, json_agg(growth order by day) as growth
      from daily_row_now
     where account_id = any (${accountIds}::uuid[]) and day > ${since}::date and growth <> 1
     group by account_id`
  return new Map(rows.map(({ account_id, days, growth }) => [account_id, { days, growth }]))
}

/** Closes of each account with the nearest ones of others on the same symbol, where enough others have one. @param since ISO-8601 */
export async function peerFills(
  sql: Queryable,
  accountIds: readonly string[],
  since: string,
  { seconds, peers }: { seconds: number; peers: number },
): Promise<Map<string, PeerFill[]>> {
  const most = Math.max(closesEachWay, peers)
  const rows = await sql<(PeerFill & { own_id: string })[]>`
    with own as materialized (
      select one.account_id, trade.ticket, trade.symbol, trade.close_at, account.trader_id
        from unnest(${accountIds}::uuid[]) as one(account_id)
        join trading_account account using (account_id)
       cross join lateral (select ticket, symbol, close_at from trade
                            where trade.account_id = one.account_id and origin = 'witnessed' and close_at > ${since}
                            order by close_at desc limit ${ownCloses}) trade
    ), near as materialized (
      select own.account_id as own_id, own.ticket, peer.account_id, peer.ticket as peer_ticket
        from own
       cross join lateral (
         (select other.account_id, other.ticket from trade other
           where other.origin = 'witnessed' and other.symbol = own.symbol and other.account_id <> own.account_id
             and other.close_at between own.close_at and own.close_at + make_interval(secs => ${seconds})
           order by other.symbol, other.close_at limit ${most})
         union all
         (select other.account_id, other.ticket from trade other
           where other.origin = 'witnessed' and other.symbol = own.symbol and other.account_id <> own.account_id
             and other.close_at >= own.close_at - make_interval(secs => ${seconds}) and other.close_at < own.close_at
           order by other.symbol desc, other.close_at desc limit ${most})
       ) peer
        join trading_account account on account.account_id = peer.account_id and account.trader_id <> own.trader_id
    ), enough as (
      select own_id, ticket from near group by own_id, ticket having count(distinct account_id) >= ${peers}
    )
    select near.own_id, near.ticket, near.account_id,
           coalesce(mine.record->>'price', mine.record->>'close_price')::float8 as price,
           coalesce(theirs.record->>'price', theirs.record->>'close_price')::float8 as peer_price
      from enough
      join near using (own_id, ticket)
      join ledger_record mine on mine.account_id = near.own_id and mine.ticket = near.ticket
      join ledger_record theirs on theirs.account_id = near.account_id and theirs.ticket = near.peer_ticket`
  return Map.groupBy(rows, ({ own_id }) => own_id)
}

/** Positions of each account by their opening, newest first. @param since ISO-8601 */
export async function ownOpeningsSince(
  sql: Queryable,
  accountIds: readonly string[],
  since: string,
): Promise<Map<string, Opening[]>> {
  const rows = await sql<Opening[]>`
    select one.account_id, opened.*
      from unnest(${accountIds}::uuid[]) as one(account_id)
     cross join lateral (
       select symbol, side, sum(volume) as volume, (extract(epoch from open_at) * 1000)::float8 as open
         from trade
        where account_id = one.account_id and origin = 'witnessed' and close_at > ${since} and open_at > ${since}
        group by symbol, side, open_at
        order by open_at desc limit ${ownOpenings}
     ) opened`
  return Map.groupBy(rows, ({ account_id }) => account_id)
}

/**
 * The openings of others that are nearest to those of each account, within seconds, on the same side or on the other, of accounts with
 * `fewest` of them or more. @param since ISO-8601
 */
export async function openingsAround(
  sql: Queryable,
  accountIds: readonly string[],
  { since, seconds, side, fewest }: { since: string; seconds: number; side: 'same' | 'other'; fewest: number },
): Promise<Map<string, Opening[]>> {
  const rows = await sql<(Opening & { own_id: string })[]>`
    with own as materialized (
      select one.account_id, opened.open_at, opened.side
        from unnest(${accountIds}::uuid[]) as one(account_id)
       cross join lateral (select distinct open_at, side from trade
                            where trade.account_id = one.account_id and origin = 'witnessed'
                              and close_at > ${since} and open_at > ${since}
                            order by open_at desc limit ${ownOpenings}) opened
    ), near as (
      select distinct own.account_id as own_id, peer.account_id, peer.ticket, peer.symbol, peer.side, peer.volume, peer.open_at
        from own
       cross join lateral (
         (select other.* from trade other
           where other.origin = 'witnessed' and other.account_id <> own.account_id
             and (other.side = own.side) = ${side === 'same'}
             and other.open_at between own.open_at and own.open_at + make_interval(secs => ${seconds})
           order by other.open_at limit ${openingsEachWay})
         union all
         (select other.* from trade other
           where other.origin = 'witnessed' and other.account_id <> own.account_id
             and (other.side = own.side) = ${side === 'same'}
             and other.open_at >= own.open_at - make_interval(secs => ${seconds}) and other.open_at < own.open_at
           order by other.open_at desc limit ${openingsEachWay})
       ) peer
    ), opened as (
      select own_id, account_id, symbol, side, sum(volume) as volume, open_at,
             count(*) over (partition by own_id, account_id) as met
        from near
       group by own_id, account_id, symbol, side, open_at
    )
    select own_id, opened.account_id, symbol, side, volume, (extract(epoch from open_at) * 1000)::float8 as open
      from opened
      join trading_account mine on mine.account_id = own_id
      join trading_account theirs on theirs.account_id = opened.account_id and theirs.trader_id <> mine.trader_id
     where met >= ${fewest}`
  return Map.groupBy(rows, ({ own_id }) => own_id)
}

/** How many positions each of these accounts opened and closed since a moment. @param since ISO-8601 */
export async function openingCounts(
  sql: Queryable,
  accountIds: readonly string[],
  since: string,
): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map()
  const rows = await sql<{ account_id: string; openings: number }[]>`
    select account_id, count(distinct (symbol, side, open_at))::int as openings
      from trade
     where account_id = any (${accountIds}::uuid[]) and origin = 'witnessed' and close_at > ${since} and open_at > ${since}
     group by account_id`
  return new Map(rows.map(({ account_id, openings }) => [account_id, openings]))
}

/** How many open accounts sent last from each network that several share, by its hash in hexadecimal. A trader has one open account. */
export async function sharedNetworks(sql: Queryable): Promise<Map<string, number>> {
  const rows = await sql<{ sender: string; accounts: number }[]>`
    select encode(sender, 'hex') as sender, count(*)::int as accounts
      from account_integrity join trading_account using (account_id)
     where sender is not null and closed_at is null
     group by sender having count(*) > 1`
  return new Map(rows.map(({ sender, accounts }) => [sender, accounts]))
}

/** The network of an account, and the accounts of other people on it that were bound about the same time: ids rise with time. */
export interface Network {
  account_id: string
  sender: string
  others: string[]
}

export function networksOf(sql: Queryable, accountIds: readonly string[]): Promise<Network[]> {
  return sql<Network[]>`
    select own.account_id, encode(own.sender, 'hex') as sender,
           array(select account_id
                   from ((select near.account_id from account_integrity near
                           where near.sender = own.sender and near.account_id > own.account_id
                           order by near.sender, near.account_id limit ${onNetworkEachWay})
                         union all
                         (select near.account_id from account_integrity near
                           where near.sender = own.sender and near.account_id < own.account_id
                           order by near.sender desc, near.account_id desc limit ${onNetworkEachWay})) near
                   join trading_account peer using (account_id)
                  where peer.closed_at is null and peer.trader_id <> account.trader_id
                  order by account_id) as others
      from account_integrity own join trading_account account using (account_id)
     where own.account_id = any (${accountIds}::uuid[]) and own.sender is not null`
}
