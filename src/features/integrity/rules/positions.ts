import { isDeal, isTrade, recordMillis, type LedgerRecord } from '#features/ea/rules/records.ts'
import type { StoredTrade } from '#features/ea/rules/settle.ts'
import type { OpenPosition, SyncRequest } from '#features/ea/sync-contract.ts'
import { instantText } from '#shared/dates.ts'
import type { Finding } from '../finding.ts'
import { contradictionsOf } from './contradictions.ts'
import { finding, namedAtMost, type SyncFacts, type Verdict } from './facts.ts'
import type { Thresholds } from './thresholds.ts'

/** R53, trades that were never seen open; R54 is in `contradictions.ts`. `docs/integrity.md`, rules on each sync. */

/** A position as syncs listed it. */
export interface SeenPosition {
  symbol: string
  side: 'buy' | 'sell'
  volume: number
  price: number
  /** Broker seconds. */
  open: number
  /** First and last sync that listed it with this volume and price; milliseconds UTC. */
  from: number
  last: number
}

export interface PositionsMemory {
  /** By position id (MT5) or ticket (MT4). */
  seen: Record<string, SeenPosition>
  /** The last snapshots that listed all positions: milliseconds UTC, and broker seconds where the price was fresh. Oldest first. */
  looks: [at: number, wall: number | null][]
  /** Times of the last trades that were never seen open, milliseconds UTC. */
  unseen: number[]
}

export const newPositions: PositionsMemory = { seen: {}, looks: [], unseen: [] }

const DAY_MS = 86_400_000
/** Looks nearer to each other than this teach nothing; ten of them reach back far enough. */
const looksApartMs = 60_000
const looksKept = 10
/** What was listed is remembered this long after it was gone: its record may come late. */
const seenForMs = 7 * DAY_MS
const seenAtMost = 400
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
  const { request, received, settlement } = facts
  const { receipt } = received
  if (settlement.snapshot === null) {
    // Not all records have come: what is known of a volume stays, what was never seen is seen now.
    if (!request.time.connected) return { memory, findings: [], judged: [] }
    const seen = { ...listed(memory.seen, request, receipt), ...knownAgain(memory.seen, request, receipt) }
    return { memory: { ...memory, seen }, findings: [], judged: [] }
  }
  const witnessed = settlement.trades.filter(({ origin }) => origin === 'witnessed')
  const never = neverSeen(memory, witnessed, settlement.records)
  const since = receipt - thresholds.unseen_days * DAY_MS
  let unseen = memory.unseen.filter((at) => at > since)
  const findings: Finding[] = []
  if (never.length > 0) {
    findings.push(finding('never_seen_open', { trades: never.slice(0, namedAtMost).map(tradeText) }, never.length))
    unseen = [...unseen, ...never.map(() => receipt)].slice(-Math.max(20, thresholds.unseen_repeats))
    if (unseen.length >= thresholds.unseen_repeats) {
      const { unseen_repeats: threshold, unseen_days: within_days } = thresholds
      const evidence = {
        trades: never.slice(0, namedAtMost).map(tradeText),
        found: unseen.length,
        threshold,
        within_days,
      }
      findings.push(finding('positions_invented', evidence, never.length))
      unseen = []
    }
  }
  if (witnessed.length > 0 || settlement.records.length > 0) {
    findings.push(...contradictionsOf(memory.seen, facts, thresholds))
  }
  findings.push(...withheld(request))
  const seen = listed(memory.seen, request, receipt)
  const looks = lookedAgain(memory.looks, request, receipt)
  return { memory: { seen, looks, unseen }, findings, judged: ['positions_withheld'] }
}

/** An advisor lists what is open, as far as a request may: whoever leaves positions out escapes the two rules above. */
function withheld({ snapshot: { open_count, positions = [] } }: SyncRequest): Finding[] {
  if (positions.length >= Math.min(open_count, listedAtMost)) return []
  return [finding('positions_withheld', { open_positions: open_count, listed_positions: positions.length })]
}

const tradeText = ({ ticket, symbol, open, close }: StoredTrade) => ({
  ticket,
  symbol,
  opened: instantText(open),
  closed: instantText(close),
})

/** Trades that spanned a look at all positions without having been among them, in this look or any other. */
function neverSeen(
  { seen, looks }: PositionsMemory,
  trades: readonly StoredTrade[],
  records: readonly { record: LedgerRecord }[],
): StoredTrade[] {
  if (trades.length === 0 || looks.length === 0) return []
  const byTicket = new Map(records.map(({ record }) => [record.ticket, record]))
  const entered = firstEntries(records)
  return trades.filter((trade) => {
    const record = byTicket.get(trade.ticket)
    if (record === undefined || !isTrade(record)) return false
    const key = isDeal(record) ? record.position : record.ticket
    if (Object.hasOwn(seen, key)) return false
    const open = isDeal(record) ? (entered.get(key) ?? null) : record.open_time
    const alike = Object.values(seen).some(
      (one) => one.symbol === trade.symbol && one.side === trade.side && isAlike(one, record, open),
    )
    if (alike) return false
    const close = recordMillis(record) / 1000
    return looks.some((look) => spans(look, trade, open, close))
  })
}

/** What is left after a partial close goes on under a ticket of its own. */
function isAlike(one: SeenPosition, record: LedgerRecord, open: number | null): boolean {
  if (one.open !== open) return false
  return isDeal(record) || Math.abs(one.price - record.open_price) <= 1e-6 * Math.abs(one.price)
}

/**
 * Broker time against broker time where it is known of both, so that no offset matters; else as dated. An entry that an earlier
 * sync brought lies within that sync's interval, whatever the clock.
 */
function spans(
  [at, wall]: PositionsMemory['looks'][number],
  trade: StoredTrade,
  open: number | null,
  close: number,
): boolean {
  if (open !== null && wall !== null) return open + edgeS < wall && wall < close - edgeS
  const edge = (open === null ? edgeS : derivedEdgeS) * 1000
  return trade.open + edge < at && at < trade.close - edge
}

/** Broker seconds of the first entry of each position among these records. */
function firstEntries(records: readonly { record: LedgerRecord }[]): Map<string, number> {
  const entered = new Map<string, number>()
  for (const { record } of records) {
    if (!isDeal(record) || (record.entry !== 'in' && record.entry !== 'inout')) continue
    const time = recordMillis(record) / 1000
    entered.set(record.position, Math.min(time, entered.get(record.position) ?? Infinity))
  }
  return entered
}

function lookedAgain(
  looks: PositionsMemory['looks'],
  { snapshot, time }: SyncRequest,
  at: number,
): PositionsMemory['looks'] {
  const complete = snapshot.open_count === (snapshot.positions?.length ?? 0)
  const last = looks.at(-1)
  if (!complete || (last !== undefined && at - last[0] < looksApartMs)) return looks
  const wall = time.tick > 0 && time.tick_age < freshTickS ? time.tick + time.tick_age : null
  return [...looks, [at, wall] satisfies [number, number | null]].slice(-looksKept)
}

/** What has been seen after one more list. */
function listed(
  seen: PositionsMemory['seen'],
  { snapshot: { positions = [] } }: SyncRequest,
  at: number,
): PositionsMemory['seen'] {
  const now = new Set(positions.map(({ id }) => id))
  const kept = Object.entries(seen).filter(([id, { last }]) => now.has(id) || last > at - seenForMs)
  const next = Object.fromEntries(kept.length > seenAtMost - now.size ? newest(kept, now) : kept)
  for (const position of positions) {
    const before = next[position.id]
    const same = before?.volume === position.volume && before.price === position.open_price
    next[position.id] = same ? { ...before, last: at } : newlySeen(position, at)
  }
  return next
}

/** Those of the list that were known before, as they were known. */
function knownAgain(
  seen: PositionsMemory['seen'],
  { snapshot: { positions = [] } }: SyncRequest,
  last: number,
): PositionsMemory['seen'] {
  const known = positions.flatMap(({ id }): [string, SeenPosition][] => {
    const before = Object.hasOwn(seen, id) ? seen[id] : undefined
    return before === undefined ? [] : [[id, { ...before, last }]]
  })
  return Object.fromEntries(known)
}

/** All that are open, and of the others the newest. */
function newest(kept: [string, SeenPosition][], now: ReadonlySet<string>): [string, SeenPosition][] {
  const gone = kept.filter(([id]) => !now.has(id)).sort(([, a], [, b]) => b.last - a.last)
  return [...kept.filter(([id]) => now.has(id)), ...gone.slice(0, seenAtMost - now.size)]
}

const newlySeen = ({ symbol, side, volume, open_price, open_time }: OpenPosition, at: number): SeenPosition => ({
  symbol,
  side,
  volume,
  price: open_price,
  open: open_time,
  from: at,
  last: at,
})
