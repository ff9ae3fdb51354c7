import type { Queryable } from '#server/database/database.ts'
import { DAY_MS } from '#shared/dates.ts'
import type { Correlation, Opening, PeerFill, TicketTime } from '../../rules/peers/peer-facts.ts'

/**
 * Reads of the nightly report about other people's accounts. Every statement is bounded by days, own rows and rows of others; accounts
 * of the same trader are no peers.
 */

/** Own records whose order is looked at. */
const ownTickets = 2_000
const peerAccounts = 20
const peerTickets = 500
/** Newest own openings and closes that are compared. */
const ownOpenings = 500
const ownCloses = 200
/** Rows of others around one own row. */
const rowsAround = 100
const correlatedAccounts = 500

/** The account that is compared. */
interface Compared {
  account_id: string
  trader_id: string
  platform: string
  server: string
}

/** Records since the first snapshot, newest first. @param since broker time in milliseconds */
export function ownTicketTimes(
  sql: Queryable,
  { account_id }: Compared,
  since: number,
  first_snapshot_at: string,
): Promise<TicketTime[]> {
  return sql<TicketTime[]>`
    select ticket, coalesce((record->>'open_time')::float8 * 1000, broker_time::float8) as opened,
           broker_time::float8 as closed
      from ledger_record
     where account_id = ${account_id} and broker_time >= ${since} and not late and first_seen_at > ${first_snapshot_at}
     order by broker_time desc limit ${ownTickets}`
}

/** Records of other people on the same broker server around these times, by account. */
export async function peerTicketTimes(
  sql: Queryable,
  { trader_id, platform, server }: Compared,
  from: number,
  to: number,
): Promise<Map<string, TicketTime[]>> {
  const rows = await sql<(TicketTime & { account_id: string })[]>`
    select peer.account_id, numbered.*
      from (select account_id from trading_account
             where platform = ${platform} and server_key = folded_server(${server}) and trader_id <> ${trader_id} and closed_at is null
             order by last_receipt_at desc limit ${peerAccounts}) peer
     cross join lateral (
       select ticket, coalesce((record->>'open_time')::float8 * 1000, broker_time::float8) as opened,
              broker_time::float8 as closed
         from ledger_record
        where account_id = peer.account_id and not late
          and broker_time between ${from - 2 * DAY_MS} and ${to + 2 * DAY_MS}
        order by broker_time desc limit ${peerTickets}
     ) numbered`
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id)
  return new Map([...byAccount].map(([account_id, those]) => [account_id, those.map(ticketTime)]))
}

const ticketTime = ({ ticket, opened, closed }: TicketTime): TicketTime => ({ ticket, opened, closed })

/** Own closes with those of others on the same symbol around them. @param since ISO-8601 */
export function peerFills(
  sql: Queryable,
  { account_id, trader_id }: Compared,
  since: string,
  seconds: number,
): Promise<PeerFill[]> {
  return sql<PeerFill[]>`
    with own as materialized (
      select ticket, symbol, close_at from trade
       where account_id = ${account_id} and origin = 'witnessed' and close_at > ${since}
       order by close_at desc limit ${ownCloses}
    ), near as materialized (
      select own.ticket, peer.account_id, peer.ticket as peer_ticket
        from own
       cross join lateral (
         select other.account_id, other.ticket from trade other
          where other.origin = 'witnessed' and other.symbol = own.symbol
            and other.close_at between own.close_at - make_interval(secs => ${seconds})
                                   and own.close_at + make_interval(secs => ${seconds})
            and other.account_id <> ${account_id}
          limit ${rowsAround}
       ) peer
        join trading_account account on account.account_id = peer.account_id and account.trader_id <> ${trader_id}
    )
    select near.ticket, near.account_id,
           coalesce(mine.record->>'price', mine.record->>'close_price')::float8 as price,
           coalesce(theirs.record->>'price', theirs.record->>'close_price')::float8 as peer_price
      from near
      join ledger_record mine on mine.account_id = ${account_id} and mine.ticket = near.ticket
      join ledger_record theirs on theirs.account_id = near.account_id and theirs.ticket = near.peer_ticket`
}

/** Own positions by their opening, newest first. @param since ISO-8601 */
export function ownOpeningsSince(sql: Queryable, { account_id }: Compared, since: string): Promise<Opening[]> {
  return sql<Opening[]>`
    select account_id, symbol, side, sum(volume) as volume, (extract(epoch from open_at) * 1000)::float8 as open
      from trade
     where account_id = ${account_id} and origin = 'witnessed' and close_at > ${since} and open_at > ${since}
     group by account_id, symbol, side, open_at
     order by open_at desc limit ${ownOpenings}`
}

/** Openings of others within seconds of an own one, on the same side or on the other. @param since ISO-8601 */
export async function openingsAround(
  sql: Queryable,
  { account_id, trader_id }: Compared,
  { since, seconds, side }: { since: string; seconds: number; side: 'same' | 'other' },
): Promise<Opening[]> {
  return sql<Opening[]>`
    with own as materialized (
      select distinct open_at, side from trade
       where account_id = ${account_id} and origin = 'witnessed' and close_at > ${since} and open_at > ${since}
       order by open_at desc limit ${ownOpenings}
    ), near as (
      select distinct peer.account_id, peer.ticket, peer.symbol, peer.side, peer.volume, peer.open_at
        from own
       cross join lateral (
         select other.account_id, other.ticket, other.symbol, other.side, other.volume, other.open_at from trade other
          where other.origin = 'witnessed' and other.account_id <> ${account_id}
            and (other.side = own.side) = ${side === 'same'}
            and other.open_at between own.open_at - make_interval(secs => ${seconds})
                                  and own.open_at + make_interval(secs => ${seconds})
          limit ${rowsAround}
       ) peer
    )
    select near.account_id, symbol, side, sum(volume) as volume, (extract(epoch from open_at) * 1000)::float8 as open
      from near
      join trading_account account on account.account_id = near.account_id and account.trader_id <> ${trader_id}
     group by near.account_id, symbol, side, open_at`
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

/**
 * Accounts on the same broker server, or that send from the same network, whose daily growth runs against this one's: over the
 * days on which neither stood still.
 */
export function dailyCorrelations(
  sql: Queryable,
  { account_id, trader_id, platform, server }: Compared,
  today: string,
  { days, window, most }: { days: number; window: number; most: number },
): Promise<Correlation[]> {
  return sql<Correlation[]>`
    with peer as materialized (
      select account_id from (
        select account_id, last_receipt_at from trading_account
         where platform = ${platform} and server_key = folded_server(${server}) and trader_id <> ${trader_id} and closed_at is null
        union
        select account_id, last_receipt_at from account_integrity near join trading_account using (account_id)
         where near.sender = (select sender from account_integrity where account_id = ${account_id})
           and trader_id <> ${trader_id} and closed_at is null
      ) known order by last_receipt_at desc limit ${correlatedAccounts}
    ), own as materialized (
      select day, growth from daily_row
       where account_id = ${account_id} and day > ${today}::date - ${window}::int and growth <> 1
    )
    select peer.account_id, count(*)::int as days, corr(own.growth, theirs.growth) as correlation
      from peer
      join daily_row theirs on theirs.account_id = peer.account_id
       and theirs.day > ${today}::date - ${window}::int and theirs.growth <> 1
      join own on own.day = theirs.day
     group by peer.account_id
    having count(*) >= ${days} and corr(own.growth, theirs.growth) <= ${most}`
}

/** Accounts of other people whose last sync came from the same network. */
export async function networkPeers(
  sql: Queryable,
  { account_id, trader_id }: Compared,
): Promise<{ accounts: string[]; people: number }> {
  const rows = await sql<{ account_id: string; trader_id: string }[]>`
    select other.account_id, account.trader_id
      from account_integrity own
      join account_integrity other on other.sender = own.sender
      join trading_account account on account.account_id = other.account_id
     where own.account_id = ${account_id} and account.trader_id <> ${trader_id} and account.closed_at is null
     order by other.account_id limit 1000`
  return {
    accounts: rows.map((row) => row.account_id),
    people: new Set(rows.map((row) => row.trader_id)).size,
  }
}
