import type { StoredTrade } from '#features/ea/rules/counting/derivation.ts'
import { isDeal, isTrade, recordMillis, type LedgerRecord } from '#features/ea/rules/records.ts'
import type { AccountState } from '#features/ea/rules/state.ts'
import type { Mt4Order, SyncRequest } from '#features/ea/sync-contract.ts'
import { DAY_MS, instantText, MINUTE_MS } from '#shared/dates.ts'
import { attachStatement } from '../owner-answers.ts'
import { found, namedAtMost, roundedShare, share, type Finding } from '../rule.ts'
import { syncRule, type SyncFacts } from '../sync-rule.ts'
import {
  afterEarlyList,
  afterList,
  closedParts,
  positionOf,
  volumeSlack,
  type ListedPosition,
  type ListedPositions,
} from './listed-positions.ts'
import { unseenThresholds } from './unseen-thresholds.ts'
import { withholds } from './withheld-positions.ts'

/** Milliseconds UTC, and broker seconds where the price was fresh. */
type Look = [at: number, wall: number | null]

interface Memory {
  /** Positions that syncs listed. */
  seen: ListedPositions
  /** The last snapshots that listed all positions, and those that withheld some. Oldest first. */
  looks: Look[]
  blind: Look[]
  /** Times of the last trades that were never listed open, milliseconds UTC. */
  unseen: number[]
  /** Their gains by time, as shares of the balance; absent in memories of before. */
  gains?: readonly [at: number, share: number][]
}

/** Looks nearer to each other than this teach nothing; ten of them reach back far enough. */
const looksApartMs = MINUTE_MS
const mostLooks = 10
const mostGains = 20
/** Seconds by which the edges of a trade and a look may be off, and where broker time has to be derived. */
const edgeS = 120
const derivedEdgeS = 3_720
/** A price is fresh for so many seconds. */
const freshTickS = 120

/** Trades that were never listed while they were open. */
export const neverListed = syncRule({
  thresholds: { ...unseenThresholds, unseen_grave_share: share(0.05) },
  findings: {
    never_seen_open: {
      rule: 'R53',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'A witnessed trade was open at a snapshot that listed every position, from two minutes after its opening to two minutes before its close, and no sync ever listed it.',
      name: 'Mai vista aperta',
      public: 'Un’operazione chiusa non compariva tra le posizioni aperte quando il terminale le ha inviate tutte.',
      owner: {
        observed: 'Un’operazione chiusa non compariva tra le posizioni aperte quando il terminale le ha inviate tutte.',
        answer: `Rispondi dicendo come è stata aperta e chiusa. ${attachStatement}`,
      },
      admin: 'Un’operazione era aperta a un invio con tutte le posizioni, ma lì non c’è. Forse è stata aggiunta dopo.',
    },
    positions_invented: {
      rule: 'R53',
      consequence: 'hold',
      audience: 'public',
      life: 'event',
      when: 'Trades as in `never_seen_open` come `unseen_repeats` times within `unseen_days` days, or their gains in these days are together above `unseen_grave_share` of the balance. Trades that span a withheld list count too.',
      name: 'Operazioni gravi mai viste aperte',
      public: 'Più operazioni chiuse, o una con molto guadagno, non erano mai comparse tra le posizioni aperte.',
      owner: {
        observed:
          'Più operazioni chiuse, o una con molto guadagno, non erano mai comparse tra le posizioni aperte: il conto è in verifica.',
        answer: `Rispondi dicendo come sono state aperte e chiuse. ${attachStatement}`,
      },
      admin:
        'Operazioni mai viste aperte, più volte o con molto guadagno. Il profilo tipico di operazioni aggiunte a mano.',
    },
  },
  terms: { unseen_gain_share: 'Guadagni mai visti aperti, quota del balance' },
  section: 'positions',
  memory: { seen: {}, looks: [], blind: [], unseen: [] } as Memory,
  detect(memory, facts, { unseen_days: within_days, unseen_repeats: threshold, unseen_grave_share }) {
    const { request, received, outcome } = facts
    const { receipt } = received
    if (outcome.snapshot === null) {
      if (!request.time.connected) return { memory, findings: [], checked: [] }
      return { memory: { ...memory, seen: afterEarlyList(memory.seen, request, receipt) }, findings: [], checked: [] }
    }
    const { known, never, hidden } = unlistedAmong(memory, facts)
    const since = receipt - within_days * DAY_MS
    let unseen = memory.unseen.filter((at) => at > since)
    let gains = (memory.gains ?? []).filter(([at]) => at > since)
    const findings: Finding<'never_seen_open' | 'positions_invented'>[] = []
    if (never.length > 0) {
      findings.push(found('never_seen_open', { trades: never.slice(0, namedAtMost).map(tradeText) }, never.length))
    }
    const all = [...never, ...hidden]
    if (all.length > 0) {
      unseen = [...unseen, ...all.map(() => receipt)].slice(-Math.max(20, threshold))
      const gained = all.reduce((sum, { net }) => sum + Math.max(0, net), 0)
      gains = [...gains, [receipt, gained / Math.max(1, Math.abs(request.snapshot.balance))]]
      const unseen_gain_share = roundedShare(gains.reduce((sum, [, one]) => sum + one, 0))
      if (unseen.length >= threshold || unseen_gain_share > unseen_grave_share) {
        const trades = all.slice(0, namedAtMost).map(tradeText)
        const counted = { found: unseen.length, threshold, within_days }
        const evidence = { trades, ...counted, unseen_gain_share, threshold_share: unseen_grave_share }
        findings.push(found('positions_invented', evidence, all.length))
        unseen = []
        gains = []
      }
    }
    const { open_count, positions = [] } = request.snapshot
    const looks = open_count === positions.length ? nextLooks(memory.looks, request, receipt) : memory.looks
    const blind = withholds(request) ? nextLooks(memory.blind, request, receipt) : memory.blind
    const seen = afterList(known, request, receipt)
    return { memory: { seen, looks, blind, unseen, gains: gains.slice(-mostGains) }, findings, checked: [] }
  },
})

const tradeText = ({ ticket, symbol, open, close }: StoredTrade) => ({
  ticket,
  symbol,
  opened: instantText(open),
  closed: instantText(close),
})

/**
 * Witnessed trades that were in no list though they spanned one that held all positions, or closed a position that nothing ever
 * opened (`never`); and those that spanned a list which withheld positions (`hidden`).
 */
function unlistedAmong(
  { seen: before, looks, blind }: Memory,
  { account, request, outcome }: SyncFacts,
): { known: ListedPositions; never: StoredTrade[]; hidden: StoredTrade[] } {
  const trades = outcome.trades.filter(({ origin }) => origin === 'witnessed')
  if (trades.length === 0 || looks.length + blind.length === 0) return { known: before, never: [], hidden: [] }
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
    const one = positionOf(before, isDeal(record) ? record.position : record.ticket)
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
  const { listed: known, parts } = closedParts(before, orders, request.snapshot.positions ?? [])
  for (const { trade, into } of unlisted) if (!parts.has(trade.ticket)) into.push(trade)
  return { known, never, hidden }
}

/** Opened after t_0, so that its entry must be known; a split makes more of a position than its entries. */
const isOpenedSince = ({ open, resized }: ListedPosition, { opening_tick }: AccountState['intake']): boolean =>
  opening_tick !== null && open > opening_tick && resized !== true

/** Tickets of exits from MT5 positions that no entry ever opened. A position that closed before t_0 may have been opened before the history. */
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

function nextLooks(looks: readonly Look[], { time }: SyncRequest, at: number): Look[] {
  const last = looks.at(-1)
  if (last !== undefined && at - last[0] < looksApartMs) return [...looks]
  const wall = time.tick > 0 && time.tick_age < freshTickS ? time.tick + time.tick_age : null
  return [...looks, [at, wall] satisfies Look].slice(-mostLooks)
}
