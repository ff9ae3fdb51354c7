import type { Queryable } from '#server/database/database.ts'
import { DAY_MS, dayText, instantText, utcDay } from '#shared/dates.ts'
import type { FindingCode } from '../../catalogue.ts'
import type { Finding } from '../../finding.ts'
import { judgeNetwork } from '../../rules/peers/network.ts'
import { judgePairs } from '../../rules/peers/pairs.ts'
import { judgePeerPrice } from '../../rules/peers/prices.ts'
import { judgeTicketLine, judgeTicketOrder } from '../../rules/peers/tickets.ts'
import { judgeServer } from '../../rules/peers/server.ts'
import type { Thresholds } from '../../rules/thresholds.ts'
import {
  dailyCorrelations,
  networkPeers,
  openingCounts,
  openingsAround,
  ownOpeningsSince,
  ownTicketTimes,
  peerFills,
  peerTicketTimes,
  serverTraders,
} from './review-peer-queries.ts'
import type { ReviewedAccount } from './review-queries.ts'

/** What only other accounts tell. But for `unknown_server` only admins read of it: `docs/integrity.md`, silent rules. */

export const peerCodes: readonly FindingCode[] = [
  'unknown_server',
  'ticket_order',
  'ticket_line',
  'peer_price',
  'mirror_account',
  'opposite_account',
  'shared_network',
]

/** The newest own tickets are compared with the server's. */
const comparedTickets = 200

export async function judgePeers(
  sql: Queryable,
  account: ReviewedAccount,
  now: number,
  limits: Thresholds,
): Promise<Finding[]> {
  const known = [
    ...judgeServer(account.server, await serverTraders(sql, account), limits),
    ...judgeNetwork(await networkPeers(sql, account), limits),
  ]
  if (account.first_snapshot_at === null) return known
  return [
    ...known,
    ...(await judgeTickets(sql, account, account.first_snapshot_at, now, limits)),
    ...(await judgeTrades(sql, account, now, limits)),
  ]
}

async function judgeTickets(
  sql: Queryable,
  account: ReviewedAccount,
  firstSnapshot: string,
  now: number,
  limits: Thresholds,
): Promise<Finding[]> {
  const own = await ownTicketTimes(sql, account, now - limits.review_days * DAY_MS, firstSnapshot)
  const order = judgeTicketOrder(own, account.platform, limits)
  const newest = own.slice(0, comparedTickets)
  if (newest.length < limits.ticket_outside) return order
  const times = newest.map(({ closed }) => closed)
  const peers = await peerTicketTimes(sql, account, Math.min(...times), Math.max(...times))
  return [...order, ...judgeTicketLine(newest, peers, account.platform, limits)]
}

async function judgeTrades(
  sql: Queryable,
  account: ReviewedAccount,
  now: number,
  limits: Thresholds,
): Promise<Finding[]> {
  const since = instantText(now - limits.mirror_days * DAY_MS)
  const own = await ownOpeningsSince(sql, account, since)
  const others =
    own.length < limits.mirror_trades ? [] : await openingsAround(sql, account, since, limits.mirror_seconds)
  const met = Map.groupBy(others, ({ account_id }) => account_id)
  const candidates = [...met].filter(([, theirs]) => theirs.length >= limits.mirror_trades).map(([id]) => id)
  const correlations = await dailyCorrelations(sql, account, dayText(utcDay(now)), {
    days: limits.opposite_days,
    window: limits.opposite_window_days,
    most: limits.opposite_correlation,
  })
  const pairs = judgePairs(
    {
      own,
      others: others.filter(({ account_id }) => candidates.includes(account_id)),
      counts: await openingCounts(sql, candidates, since),
      correlations,
    },
    limits,
  )
  const fills = await peerFills(sql, account, since, limits.price_seconds)
  return [...pairs, ...judgePeerPrice(fills, limits)]
}
