import { toBroker } from '#features/ea/rules/reception/clock.ts'
import { isDeal, type LedgerRecord } from '#features/ea/rules/records.ts'
import type { Mt4Order, Mt5Deal } from '#features/ea/sync-contract.ts'
import type { Finding } from '../finding.ts'
import { finding, namedAtMost, type SyncFacts } from './facts.ts'
import { seenOf, volumeSlack, type Seen, type SeenPosition } from './seen.ts'
import type { Thresholds } from './thresholds.ts'

/** R54: records that contradict what was seen open. `docs/integrity.md`, rules on each sync. */

/** One contradiction: what of which position, as it was listed and as the record says. */
interface Contradiction {
  ticket: string
  what: 'side' | 'volume' | 'open_price'
  seen: string | number
  recorded: string | number
}

type Listed = Pick<SeenPosition, 'side' | 'volume' | 'price'>

/** A list and a history are not read at the same moment: what two looks this far apart said alike is believed. Milliseconds. */
const steadyMs = 120_000
const DAY_MS = 86_400_000
/** A split leaves what a position is worth; the market may have moved by this share since. */
const splitShare = 0.25

/** @param seen positions as the syncs before this one listed them */
export function contradictionsOf(seen: Readonly<Seen>, facts: SyncFacts, thresholds: Thresholds): Finding[] {
  const { account, request, received, outcome } = facts
  const share = thresholds.position_price_share
  // An exchange's clearing gives open positions a new price every day.
  const entryShare = request.account.margin_mode === 'exchange' ? Infinity : share
  const records = outcome.records.map(({ record }) => record)
  const orders = records.filter((record): record is Mt4Order => !isDeal(record))
  const deals = records.filter((record): record is Mt5Deal => isDeal(record) && isDealing(record))
  const open = new Map((request.snapshot.positions ?? []).map((position) => [position.id, position]))
  // What was not looked at for a day may have been split or moved by the broker meanwhile.
  const recent = (id: string) => {
    const one = seenOf(seen, id)
    return one !== undefined && received.receipt - one.last <= DAY_MS ? one : undefined
  }
  const found = orders.flatMap((order) => againstOrder(recent(order.ticket), order, share))
  for (const [id, those] of Map.groupBy(deals, ({ position }) => position)) {
    if (those.some(({ entry }) => entry === 'inout')) continue
    const before = recent(id)
    const isKnown = [account.intake.stretches, account.intake.late_stretches].some((one) => Object.hasOwn(one, id))
    found.push(...againstExits(before, those, isKnown))
    if (isKnown) continue
    const now = open.get(id)
    if (before !== undefined && before.open > openingOf(facts)) {
      found.push(...againstEntries(before, those, entryShare, isSteady(before)))
    } else if (seenOf(seen, id) === undefined && now !== undefined && now.open_time > openingOf(facts)) {
      found.push(...againstEntries({ ...now, price: now.open_price }, those, entryShare, false))
    }
  }
  if (found.length === 0) return []
  const evidence = { records: found.slice(0, namedAtMost), price_share: share }
  return [finding('position_contradicted', evidence, found.length)]
}

/** Broker seconds of t_0: entries before it may be older than the history. Before t_0 nothing is after it. */
function openingOf({ account, received }: Pick<SyncFacts, 'account' | 'received'>): number {
  if (account.first_snapshot === null) return Infinity
  return account.intake.opening_tick ?? toBroker(received.clock, account.first_snapshot)
}

const isDealing = ({ type }: LedgerRecord): boolean => type === 'buy' || type === 'sell'
const isSteady = ({ from, last }: SeenPosition): boolean => last - from >= steadyMs

/** MT4: side, price and volume of an open order never change, but that a partial close makes it smaller, and a split another. */
function againstOrder(one: SeenPosition | undefined, order: Mt4Order, share: number): Contradiction[] {
  if (one === undefined || !isDealing(order)) return []
  const { ticket } = order
  if (order.type !== one.side) return [{ ticket, what: 'side', seen: one.side, recorded: order.type }]
  if (mayBeSplit(one, order.lots, order.close_price)) return []
  if (order.lots > one.volume + volumeSlack) return [{ ticket, what: 'volume', seen: one.volume, recorded: order.lots }]
  return priceOff(one.price, order.open_price, share)
    ? [{ ticket, what: 'open_price', seen: one.price, recorded: order.open_price }]
    : []
}

/**
 * MT5: what left the position is of the other side and no more than what was in it, with what was added since; where its entries
 * come only now, they are what was in it.
 */
function againstExits(one: SeenPosition | undefined, deals: readonly Mt5Deal[], isKnown: boolean): Contradiction[] {
  if (one === undefined || !isSteady(one)) return []
  const exits = deals.filter(({ entry }) => entry === 'out' || entry === 'out_by')
  const wrong = exits.find(({ type }) => type === one.side)
  if (wrong !== undefined) return [{ ticket: wrong.ticket, what: 'side', seen: one.side, recorded: other(wrong.type) }]
  const added = volumeOf(deals.filter(({ entry }) => entry === 'in'))
  const most = isKnown ? one.volume + added : Math.max(one.volume, added)
  const left = volumeOf(exits)
  const last = exits.at(-1)
  if (last === undefined || left <= most + volumeSlack || mayBeSplit(one, left, last.price)) return []
  return [{ ticket: last.ticket, what: 'volume', seen: most, recorded: left }]
}

/**
 * MT5: a position all of whose deals come now was, after one of them, what the list said: the same side and volume at the same
 * average price. A volume that it never had contradicts only where it was listed steadily.
 */
function againstEntries(one: Listed, deals: readonly Mt5Deal[], share: number, steady: boolean): Contradiction[] {
  let [volume, average] = [0, 0]
  let wrong: Contradiction | null = null
  let newest: Mt5Deal | undefined
  for (const deal of deals) {
    if (deal.volume === 0) continue
    if (deal.entry === 'in') {
      average = (average * volume + deal.price * deal.volume) / (volume + deal.volume)
      volume += deal.volume
      newest = deal
    } else volume -= deal.volume
    if (newest === undefined || Math.abs(volume - one.volume) > volumeSlack) continue
    const { ticket, type } = newest
    if (type !== one.side) wrong = { ticket, what: 'side', seen: one.side, recorded: type }
    else if (!priceOff(one.price, average, share)) return []
    else wrong = { ticket, what: 'open_price', seen: one.price, recorded: average }
  }
  if (newest === undefined) return []
  if (wrong !== null) return [wrong]
  return steady ? [{ ticket: newest.ticket, what: 'volume', seen: one.volume, recorded: newest.volume }] : []
}

/** Another volume at a price that leaves what it is worth. @param price at which the volume was closed */
const mayBeSplit = (one: SeenPosition, volume: number, price: number): boolean =>
  Math.abs(volume - one.volume) > volumeSlack &&
  Math.abs(volume * price - one.volume * one.mark) <= splitShare * Math.abs(one.volume * one.mark) &&
  Math.abs(price - one.mark) > splitShare * Math.abs(one.mark)

const other = (side: string): string => (side === 'buy' ? 'sell' : 'buy')
const volumeOf = (deals: readonly Mt5Deal[]): number => deals.reduce((sum, { volume }) => sum + volume, 0)
const priceOff = (seen: number, recorded: number, share: number): boolean =>
  Math.abs(seen - recorded) > share * Math.abs(seen)
