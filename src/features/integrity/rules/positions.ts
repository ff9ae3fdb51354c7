import { isDeal, isTrade, recordMillis, type LedgerRecord } from '#features/ea/rules/records.ts'
import type { StoredTrade } from '#features/ea/rules/counting/derivation.ts'
import type { AccountState } from '#features/ea/rules/state.ts'
import type { Mt4Order, SyncRequest } from '#features/ea/sync-contract.ts'
import { instantText } from '#shared/dates.ts'
import type { Finding } from '../finding.ts'
import { contradictionsOf } from './contradictions.ts'
import { finding, namedAtMost, type SyncFacts, type Verdict } from './facts.ts'
import { closedParts, listed, listedEarly, seenOf, volumeSlack, type Seen, type SeenPosition } from './seen.ts'
import type { Thresholds } from './thresholds.ts'

/** R53, trades that were never seen open; R54 is in `contradictions.ts`. `docs/integrity.md`, rules on each sync. */

/** Milliseconds UTC, and broker seconds where the price was fresh. */
type Look = [at: number, wall: number | null]

export interface PositionsMemory {
  seen: Seen
  /** The last snapshots that listed all positions, and those that kept some back. Oldest first. */
  looks: Look[]
  blind: Look[]
  /** Times of the last trades that were never seen open, milliseconds UTC. */
  unseen: number[]
}

export const newPositions: PositionsMemory = { seen: {}, looks: [], blind: [], unseen: [] }

const DAY_MS = 86_400_000
/** Looks nearer to each other than this teach nothing; ten of them reach back far enough. */
const looksApartMs = 60_000
const looksKept = 10
/** Seconds by which the edges of a trade and a look may be off, and where broker time has to be derived. */
const edgeS = 120
const derivedEdgeS = 3_720
/** Positions that a request may hold. */
const listedAtMost = 200
/** A price is fresh for so many seconds. */
const freshTickS = 120

export function judgePositions(
  memory: PositionsMemory,
  facts: SyncFacts,
  thresholds: Thresholds,
): Verdict<PositionsMemory> {
  const { request, received, outcome } = facts
  const { receipt } = received
  if (outcome.snapshot === null) {
    if (!request.time.connected) return { memory, findings: [], judged: [] }
    return { memory: { ...memory, seen: listedEarly(memory.seen, request, receipt) }, findings: [], judged: [] }
  }
  const { known, never, hidden } = neverSeen(memory, facts)
  const since = receipt - thresholds.unseen_days * DAY_MS
  let unseen = memory.unseen.filter((at) => at > since)
  const findings: Finding[] = []
  if (never.length > 0) {
    findings.push(finding('never_seen_open', { trades: never.slice(0, namedAtMost).map(tradeText) }, never.length))
  }
  const all = [...never, ...hidden]
  if (all.length > 0) {
    unseen = [...unseen, ...all.map(() => receipt)].slice(-Math.max(20, thresholds.unseen_repeats))
    if (unseen.length >= thresholds.unseen_repeats) {
      const { unseen_repeats: threshold, unseen_days: within_days } = thresholds
      const evidence = {
        trades: all.slice(0, namedAtMost).map(tradeText),
        found: unseen.length,
        threshold,
        within_days,
      }
      findings.push(finding('positions_invented', evidence, all.length))
      unseen = []
    }
  }
  if (outcome.records.length > 0) findings.push(...contradictionsOf(memory.seen, facts, thresholds))
  const kept = withheld(request)
  findings.push(...kept, ...tooMany(request))
  const seen = listed(known, request, receipt)
  const { open_count, positions = [] } = request.snapshot
  const looks = open_count === positions.length ? lookedAgain(memory.looks, request, receipt) : memory.looks
  const blind = kept.length > 0 ? lookedAgain(memory.blind, request, receipt) : memory.blind
  return { memory: { seen, looks, blind, unseen }, findings, judged: ['positions_withheld', 'too_many_positions'] }
}

/** An advisor lists what is open, as far as a request may: whoever leaves positions out escapes the rules above. */
function withheld({ snapshot: { open_count, positions = [] } }: SyncRequest): Finding[] {
  if (positions.length >= Math.min(open_count, listedAtMost)) return []
  return [finding('positions_withheld', { open_positions: open_count, listed_positions: positions.length })]
}

/** A list that is full shows no longer what is missing from it. */
function tooMany({ snapshot: { open_count, positions = [] } }: SyncRequest): Finding[] {
  if (open_count <= listedAtMost || positions.length < listedAtMost) return []
  return [finding('too_many_positions', { open_positions: open_count, listed_positions: positions.length })]
}

const tradeText = ({ ticket, symbol, open, close }: StoredTrade) => ({
  ticket,
  symbol,
  opened: instantText(open),
  closed: instantText(close),
})

/**
 * Witnessed trades that were in no list though they spanned one that held all positions, or closed a position that nothing ever
 * opened (`never`); and those that spanned a list which kept positions back (`hidden`).
 */
function neverSeen(
  { seen, looks, blind }: PositionsMemory,
  { account, request, outcome }: SyncFacts,
): { known: Seen; never: StoredTrade[]; hidden: StoredTrade[] } {
  const trades = outcome.trades.filter(({ origin }) => origin === 'witnessed')
  if (trades.length === 0 || looks.length + blind.length === 0) return { known: seen, never: [], hidden: [] }
  const records = outcome.records.map(({ record }) => record)
  const byTicket = new Map(records.map((record) => [record.ticket, record]))
  const entered = firstEntries(records)
  const unopened = closedUnopened(account.intake, records)
  const never: StoredTrade[] = []
  const hidden: StoredTrade[] = []
  const orders: Mt4Order[] = []
  const unlisted: { trade: StoredTrade; into: StoredTrade[] }[] = []
  for (const trade of trades) {
    const record = byTicket.get(trade.ticket)
    if (record === undefined || !isTrade(record)) continue
    const one = seenOf(seen, isDeal(record) ? record.position : record.ticket)
    const open = isDeal(record) ? (entered.get(record.position) ?? null) : record.open_time
    const close = recordMillis(record) / 1000
    const spansOne = (those: readonly Look[]) => those.some((look) => spans(look, trade, open, close))
    if (unopened.has(record.ticket) && (one === undefined || isOpenedSince(one, account.intake))) {
      never.push(trade)
      continue
    }
    const into = spansOne(looks) ? never : spansOne(blind) ? hidden : null
    if (!isDeal(record) && (one !== undefined || into !== null)) orders.push(record)
    if (one === undefined && into !== null) unlisted.push({ trade, into })
  }
  const { seen: known, parts } = closedParts(seen, orders, request.snapshot.positions ?? [])
  for (const { trade, into } of unlisted) if (!parts.has(trade.ticket)) into.push(trade)
  return { known, never, hidden }
}

/** Opened after t_0, so that its entry must be known; a split makes more of a position than its entries. */
const isOpenedSince = ({ open, resized }: SeenPosition, { opening_tick }: AccountState['intake']): boolean =>
  opening_tick !== null && open > opening_tick && resized !== true

/** Tickets of exits from MT5 positions that no entry ever opened. What closed before t_0 may have been opened before the history. */
function closedUnopened(
  { stretches, late_stretches, opening_tick }: AccountState['intake'],
  records: readonly LedgerRecord[],
): Set<string> {
  const volumes = new Map(Object.entries({ ...late_stretches, ...stretches }).map(([id, { volume }]) => [id, volume]))
  const unopened = new Set<string>()
  for (const record of records) {
    if (!isDeal(record) || (record.type !== 'buy' && record.type !== 'sell')) continue
    const { position, volume } = record
    const open = volumes.get(position)
    if (!isTrade(record)) {
      volumes.set(position, (open ?? 0) + volume)
      continue
    }
    if (open === undefined && recordMillis(record) / 1000 > (opening_tick ?? 0)) unopened.add(record.ticket)
    const rest = record.entry === 'inout' ? volume : (open ?? 0) - volume
    if (rest > volumeSlack) volumes.set(position, rest)
    else volumes.delete(position)
  }
  return unopened
}

/**
 * Broker time against broker time where it is known of both, so that no offset matters; else as dated. An entry that an earlier
 * sync brought lies within that sync's interval, whatever the clock.
 */
function spans([at, wall]: Look, trade: StoredTrade, open: number | null, close: number): boolean {
  if (open !== null && wall !== null) return open + edgeS < wall && wall < close - edgeS
  const edge = (open === null ? edgeS : derivedEdgeS) * 1000
  return trade.open + edge < at && at < trade.close - edge
}

/** Broker seconds of the first entry of each position among these records. */
function firstEntries(records: readonly LedgerRecord[]): Map<string, number> {
  const entered = new Map<string, number>()
  for (const record of records) {
    if (!isDeal(record) || (record.entry !== 'in' && record.entry !== 'inout')) continue
    const time = recordMillis(record) / 1000
    entered.set(record.position, Math.min(time, entered.get(record.position) ?? Infinity))
  }
  return entered
}

function lookedAgain(looks: readonly Look[], { time }: SyncRequest, at: number): Look[] {
  const last = looks.at(-1)
  if (last !== undefined && at - last[0] < looksApartMs) return [...looks]
  const wall = time.tick > 0 && time.tick_age < freshTickS ? time.tick + time.tick_age : null
  return [...looks, [at, wall] satisfies Look].slice(-looksKept)
}
