import { DAY_MS, dayText, instantText, utcDay } from '#shared/dates.ts'
import type { Sql } from '#server/database/database.ts'
import type { NightFacts } from '../../rules/night-rule.ts'
import type { Thresholds } from '../../rules/thresholds.ts'
import { reviewedDealings } from '../review/review.ts'
import type { ReviewedAccount } from '../review/review-queries.ts'
import {
  dailyCorrelations,
  networkPeers,
  openingCounts,
  openingsAround,
  ownOpeningsSince,
  ownTicketTimes,
  peerFills,
  peerTicketTimes,
} from './peer-queries.ts'
import { tradeRecords } from './night-queries.ts'

/** The newest own tickets are compared with the server's. */
const comparedTickets = 200

/** Facts for the nightly rules. Before the first snapshot the network alone is known. @param now milliseconds UTC */
export async function nightFacts(
  sql: Sql,
  account: ReviewedAccount,
  now: number,
  limits: Thresholds,
): Promise<NightFacts> {
  const { account_id, platform, currency, digits, first_snapshot_at } = account
  const network = await networkPeers(sql, account)
  const known = { platform, currency, digits, network }
  if (first_snapshot_at === null) {
    const compared = { own: [], peers: new Map() }
    const nothing = {
      records: [],
      trades: [],
      tickets: [],
      compared,
      openings: [],
      othersOpenings: [],
      othersCounts: new Map(),
    }
    return { ...known, ...nothing, correlations: [], fills: [] }
  }
  const { trades } = await reviewedDealings(sql, account_id, now, limits)
  const tickets = await ownTicketTimes(sql, account, now - limits.review_days * DAY_MS, first_snapshot_at)
  const since = instantText(now - limits.mirror_days * DAY_MS)
  return {
    ...known,
    records: await tradeRecords(sql, account_id, now - limits.review_days * DAY_MS),
    trades,
    tickets,
    compared: await comparedWith(sql, account, tickets.slice(0, comparedTickets), limits),
    ...(await openingsOf(sql, account, since, limits)),
    correlations: await dailyCorrelations(sql, account, dayText(utcDay(now)), {
      days: limits.opposite_days,
      window: limits.opposite_window_days,
      most: limits.opposite_correlation,
    }),
    fills: await peerFills(sql, account, since, limits.price_seconds),
  }
}

async function comparedWith(
  sql: Sql,
  account: ReviewedAccount,
  own: NightFacts['tickets'],
  { ticket_outside }: Thresholds,
): Promise<NightFacts['compared']> {
  if (own.length < ticket_outside) return { own, peers: new Map() }
  const times = own.map(({ closed }) => closed)
  return { own, peers: await peerTicketTimes(sql, account, Math.min(...times), Math.max(...times)) }
}

/** Others count from as many meetings as a finding needs. */
async function openingsOf(
  sql: Sql,
  account: ReviewedAccount,
  since: string,
  { mirror_trades, mirror_seconds }: Thresholds,
): Promise<Pick<NightFacts, 'openings' | 'othersOpenings' | 'othersCounts'>> {
  const openings = await ownOpeningsSince(sql, account, since)
  const others = openings.length < mirror_trades ? [] : await openingsAround(sql, account, since, mirror_seconds)
  const met = Map.groupBy(others, ({ account_id }) => account_id)
  const candidates = [...met].filter(([, theirs]) => theirs.length >= mirror_trades).map(([id]) => id)
  return {
    openings,
    othersOpenings: others.filter(({ account_id }) => candidates.includes(account_id)),
    othersCounts: await openingCounts(sql, candidates, since),
  }
}
