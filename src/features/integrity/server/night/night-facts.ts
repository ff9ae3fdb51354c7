import { DAY_MS, dayText, instantText, utcDay } from '#shared/dates.ts'
import type { Sql } from '#server/database/database.ts'
import type { NightFacts } from '../../rules/night-rule.ts'
import type { MatchLimits } from '../../rules/peers/matched-openings.ts'
import type { ComparedOpenings } from '../../rules/peers/peer-facts.ts'
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
  const { account_id, platform, currency, digits, margin_mode, first_snapshot_at } = account
  const network = await networkPeers(sql, account)
  const known = { platform, currency, digits, margin_mode, network }
  if (first_snapshot_at === null) {
    const compared = { own: [], peers: new Map() }
    const nothing = {
      records: [],
      trades: [],
      tickets: [],
      compared,
      mirrored: { own: [], others: [], counts: new Map() },
      opposed: { own: [], others: [], counts: new Map() },
    }
    return { ...known, ...nothing, correlations: [], fills: [] }
  }
  const { trades } = (await reviewedDealings(sql, [account_id], now, limits))(account_id)
  const tickets = await ownTicketTimes(sql, account, now - limits.review_days * DAY_MS, first_snapshot_at)
  const since = instantText(now - limits.mirror_days * DAY_MS)
  return {
    ...known,
    records: await tradeRecords(sql, account_id, now - limits.review_days * DAY_MS),
    trades,
    tickets,
    compared: await comparedWith(sql, account, tickets.slice(0, comparedTickets), limits),
    mirrored: await comparedOpenings(sql, account, since, {
      side: 'same',
      trades: limits.mirror_trades,
      seconds: limits.mirror_seconds,
    }),
    opposed: await comparedOpenings(sql, account, instantText(now - limits.opposite_open_days * DAY_MS), {
      side: 'other',
      trades: limits.opposite_trades,
      seconds: limits.opposite_seconds,
    }),
    correlations: await dailyCorrelations(sql, account, dayText(utcDay(now)), {
      days: Math.min(limits.opposite_days, limits.opposite_early_days),
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

/** Others count from as many meetings as a finding needs. @param since ISO-8601 */
async function comparedOpenings(
  sql: Sql,
  account: ReviewedAccount,
  since: string,
  { side, trades, seconds }: Pick<MatchLimits, 'side' | 'trades' | 'seconds'>,
): Promise<ComparedOpenings> {
  const own = await ownOpeningsSince(sql, account, since)
  const met = own.length < trades ? [] : await openingsAround(sql, account, { since, seconds, side })
  const byAccount = Map.groupBy(met, ({ account_id }) => account_id)
  const candidates = [...byAccount].filter(([, theirs]) => theirs.length >= trades).map(([id]) => id)
  return {
    own,
    others: met.filter(({ account_id }) => candidates.includes(account_id)),
    counts: await openingCounts(sql, candidates, since),
  }
}
