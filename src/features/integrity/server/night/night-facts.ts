import type { Sql } from '#server/database/database.ts'
import { DAY_MS, dayText, instantText, utcDay } from '#shared/dates.ts'
import type { NightFacts } from '../../rules/night-rule.ts'
import { correlationOf } from '../../rules/peers/daily-correlation.ts'
import type { MatchLimits } from '../../rules/peers/matched-openings.ts'
import type { ComparedOpenings, Correlation, TicketTime } from '../../rules/peers/peer-facts.ts'
import type { Thresholds } from '../../rules/thresholds.ts'
import { reviewedDealings } from '../review/review.ts'
import type { ReviewedAccount } from '../review/review-queries.ts'
import { tradeRecords } from './night-queries.ts'
import {
  dailyGrowth,
  neighboursOf,
  networksOf,
  openingCounts,
  openingsAround,
  ownOpeningsSince,
  ownTicketTimes,
  peerFills,
  peerTicketTimes,
  type DailyGrowth,
  type Neighbour,
  type Network,
} from './peer-queries.ts'

/** The newest own tickets are compared with those of these accounts of the server, the ones that synced last among the neighbours. */
const comparedTickets = 200
const ticketPeers = 20
/** Newest tickets of a peer in the time of the own ones. */
const ticketsOfPeer = 500
/** Accounts whose daily growth is in memory, so that neighbouring sets read none of them twice. */
const growthsInMemory = 20_000

/** Facts and limits of one run. */
export interface NightRun {
  sql: Sql
  limits: Thresholds
  /** Milliseconds UTC. */
  now: number
  /** From `sharedNetworks`. */
  networks: ReadonlyMap<string, number>
  /** Daily growth of the accounts that were read last. */
  growths: Map<string, DailyGrowth>
}

/** Facts for the nightly rules about a set of accounts. Before the first snapshot the network alone is known. */
export async function nightFacts(
  run: NightRun,
  accounts: readonly ReviewedAccount[],
): Promise<(account: ReviewedAccount) => NightFacts> {
  const { sql, limits, now } = run
  const networks = new Map((await networksOf(sql, idsOf(accounts))).map((one) => [one.account_id, one]))
  const begun = accounts.filter(({ first_snapshot_at }) => first_snapshot_at !== null)
  const ids = idsOf(begun)
  // One after the other: syncs have the other connections.
  const dealings = await reviewedDealings(sql, ids, now, limits)
  const records = await tradeRecords(sql, ids, now - limits.review_days * DAY_MS)
  const tickets = await ownTicketTimes(sql, begun, now - limits.review_days * DAY_MS)
  const neighbours = await neighboursOf(sql, ids)
  const compared = await comparedTicketsOf(run, neighbours, tickets)
  const since = instantText(now - limits.mirror_days * DAY_MS)
  const { mirror_trades, mirror_seconds, opposite_trades, opposite_seconds } = limits
  const mirrored = await comparedOpenings(sql, ids, since, {
    side: 'same',
    trades: mirror_trades,
    seconds: mirror_seconds,
  })
  const opposed = await comparedOpenings(sql, ids, instantText(now - limits.opposite_open_days * DAY_MS), {
    side: 'other',
    trades: opposite_trades,
    seconds: opposite_seconds,
  })
  const correlations = await correlationsOf(run, begun, neighbours, networks)
  const fills = await peerFills(sql, ids, since, { seconds: limits.price_seconds, peers: limits.price_peers })
  return (account) => {
    const { account_id, platform, currency, digits, margin_mode } = account
    const { sender, others = [] } = networks.get(account_id) ?? {}
    const sharing = sender === undefined ? 1 : (run.networks.get(sender) ?? 1)
    return {
      platform,
      currency,
      digits,
      margin_mode,
      network: { accounts: others, people: Math.max(others.length, sharing - 1) },
      trades: dealings(account_id).trades,
      records: records.get(account_id) ?? [],
      tickets: tickets.get(account_id) ?? [],
      compared: compared(account),
      mirrored: mirrored(account_id),
      opposed: opposed(account_id),
      correlations: correlations.get(account_id) ?? [],
      fills: fills.get(account_id) ?? [],
    }
  }
}

const idsOf = (accounts: readonly { account_id: string }[]): string[] => accounts.map(({ account_id }) => account_id)

type ByAccount<Item> = ReadonlyMap<string, readonly Item[]>
const serverOf = ({ platform, server_key }: Pick<Neighbour, 'platform' | 'server_key'>) => `${platform} ${server_key}`

/** Own tickets of each account beside those of its server's accounts. */
async function comparedTicketsOf(
  { sql, limits }: NightRun,
  neighbours: readonly Neighbour[],
  tickets: ByAccount<TicketTime>,
): Promise<(account: Pick<ReviewedAccount, 'account_id' | 'platform' | 'server_key'>) => NightFacts['compared']> {
  const newest = (accountId: string) => (tickets.get(accountId) ?? []).slice(0, comparedTickets)
  const times = [...tickets.keys()]
    .map(newest)
    .filter(({ length }) => length >= limits.ticket_outside)
    .flatMap((own) => own.map(({ closed }) => closed))
  const lately = neighbours.toSorted((a, b) => (a.last_receipt_at < b.last_receipt_at ? 1 : -1))
  // One more: each account is no peer of its own.
  const peers = new Map([...Map.groupBy(lately, serverOf)].map(([key, all]) => [key, all.slice(0, ticketPeers + 1)]))
  const read =
    times.length === 0
      ? new Map<string, TicketTime[]>()
      : await peerTicketTimes(sql, idsOf([...peers.values()].flat()), least(times), greatest(times))
  return (account) => {
    const own = newest(account.account_id)
    if (own.length < limits.ticket_outside) return { own, peers: new Map() }
    const closes = own.map(({ closed }) => closed)
    const [from, to] = [least(closes) - 2 * DAY_MS, greatest(closes) + 2 * DAY_MS]
    const others = (peers.get(serverOf(account)) ?? []).filter(({ account_id }) => account_id !== account.account_id)
    const theirs = others.slice(0, ticketPeers).flatMap(({ account_id }): [string, TicketTime[]][] => {
      const near = (read.get(account_id) ?? []).filter(({ closed }) => closed >= from && closed <= to)
      return near.length === 0 ? [] : [[account_id, near.slice(0, ticketsOfPeer)]]
    })
    return { own, peers: new Map(theirs) }
  }
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity)
const greatest = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity)

/** Others count from as many meetings as a finding needs. @param since ISO-8601 */
async function comparedOpenings(
  sql: Sql,
  accountIds: readonly string[],
  since: string,
  { side, trades, seconds }: Pick<MatchLimits, 'side' | 'trades' | 'seconds'>,
): Promise<(accountId: string) => ComparedOpenings> {
  const own = await ownOpeningsSince(sql, accountIds, since)
  const busy = accountIds.filter((id) => (own.get(id)?.length ?? 0) >= trades)
  const met = busy.length === 0 ? new Map() : await openingsAround(sql, busy, { since, seconds, side, fewest: trades })
  const candidates = new Set([...met.values()].flatMap(idsOf))
  const counts = await openingCounts(sql, [...candidates], since)
  return (accountId) => ({ own: own.get(accountId) ?? [], others: met.get(accountId) ?? [], counts })
}

/** Accounts on the same broker server, or that send from the same network, whose daily growth runs against an account's. */
async function correlationsOf(
  run: NightRun,
  accounts: readonly ReviewedAccount[],
  neighbours: readonly Neighbour[],
  networks: ReadonlyMap<string, Network>,
): Promise<Map<string, Correlation[]>> {
  const { limits } = run
  const days = Math.min(limits.opposite_days, limits.opposite_early_days)
  const onServer = Map.groupBy(neighbours, serverOf)
  const peersOf = (account: ReviewedAccount) => {
    const peers = new Set(networks.get(account.account_id)?.others)
    for (const { account_id } of onServer.get(serverOf(account)) ?? []) peers.add(account_id)
    peers.delete(account.account_id)
    return peers
  }
  const all = accounts.map((account) => ({ account_id: account.account_id, peers: peersOf(account) }))
  const growths = await growthsOf(run, new Set(all.flatMap(({ account_id, peers }) => [account_id, ...peers])))
  return new Map(
    all.map(({ account_id, peers }) => {
      const own = growths.get(account_id)
      if (own === undefined || own.days.length < days) return [account_id, []]
      const against = [...peers].flatMap((peer): Correlation[] => {
        const theirs = growths.get(peer)
        const found = theirs === undefined ? null : correlationOf(own, theirs)
        if (found === null || found.days < days || !(found.correlation <= limits.opposite_correlation)) return []
        return [{ account_id: peer, ...found }]
      })
      return [account_id, against]
    }),
  )
}

const nothing: DailyGrowth = { days: [], growth: [] }

async function growthsOf(
  { sql, limits, now, growths }: NightRun,
  accountIds: ReadonlySet<string>,
): Promise<ReadonlyMap<string, DailyGrowth>> {
  const missing = [...accountIds].filter((id) => !growths.has(id))
  const since = dayText(utcDay(now) - limits.opposite_window_days)
  const read = missing.length === 0 ? new Map<string, DailyGrowth>() : await dailyGrowth(sql, missing, since)
  for (const id of missing) growths.set(id, read.get(id) ?? nothing)
  const known = new Map([...accountIds].map((id) => [id, growths.get(id) ?? nothing]))
  for (const id of growths.keys()) {
    if (growths.size <= growthsInMemory) break
    growths.delete(id)
  }
  return known
}
