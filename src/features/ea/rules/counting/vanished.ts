import { DAY_MS } from '#shared/dates.ts'
import type { OpenPosition } from '../../sync-contract.ts'
import type { DerivedOperation, DerivedTrade, Stretches } from './derivation.ts'
import { isDeal, isTrade, type LedgerRecord } from '../records.ts'
import { exitsIn, keyOf, listedResult, openingOf, type Exits } from './exits.ts'
import { withListedOpen } from './listed-open.ts'
import {
  afterDeposit,
  lostTrades,
  moneyOf,
  paidOff,
  retainedLoss,
  takenBack,
  withVolume,
  type Back,
  type Missing,
  type PositionPart,
} from './retained-loss.ts'

/**
 * Positions that snapshots list, and those that are gone without exits of their volume: the less flattering reading of `docs/ranking.md`
 * 3.4, 4. Volumes are lots, amounts account currency, times milliseconds UTC.
 */

/** An open position as the last snapshot listed it. */
export interface ListedOpen extends PositionPart {
  /** Its market price and its result, with swap and commission. */
  price: number
  result: number
  /** Money that a price move of 1 brings; absent where the list never showed it. */
  worth?: number
  /** Volume that is still listed though its exits have come. */
  exited?: number
}

export interface Vanished {
  listed: ListedOpen[]
  /** Oldest first. */
  missing: Missing[]
  /** Missing positions that have become results, the newest few, oldest first; absent without one. */
  lost?: Missing[]
}

export const nothingListed: Vanished = { listed: [], missing: [] }

export const isNothingListed = ({ listed, missing, lost = [] }: Vanished): boolean =>
  listed.length + missing.length + lost.length === 0

export interface ListInput {
  /** Receipt of this snapshot, and of the one before. */
  at: number
  since: number
  positions: readonly OpenPosition[]
  /** The list holds all open positions. */
  complete: boolean
  /** The result of all open positions, as own equity has it. */
  result: number
  /** All records that the snapshot counts, the trades that follow from them, and what they leave open on MT5. */
  records: readonly LedgerRecord[]
  trades: readonly DerivedTrade[]
  stretches: Readonly<Stretches>
  /** Milliseconds UTC of broker seconds. */
  utc: (seconds: number) => number
  /** All operations that the snapshot counts. */
  operations: readonly DerivedOperation[]
  /** Change of the balance that no record explains; 0 within the tolerance. */
  unexplained: number
}

export interface Followed {
  vanished: Vanished
  /** Growth counts these instead of the given trades and operations. */
  trades: DerivedTrade[]
  operations: DerivedOperation[]
  /** The given trades that lost trades of before are: too late to count again. */
  late: DerivedTrade[]
  /** Added to own equity: 0 or less. */
  retained: number
  /**
   * A moment at which a position was open already: the open time of the oldest one whose loss is retained, or the snapshot before, where it
   * listed one that is listed still. Null without either.
   */
  open_since: number | null
}

/** Beyond so many, the oldest become results at once. */
export const missingAtMost = 500
/** The exits of so many results are known when they come; those of older ones are trades of their own. */
const lostAtMost = 100
/** A position without exits becomes a result after so many further complete snapshots and so long. */
export const resultAfter = { snapshots: 3, ms: DAY_MS }
/** Account currency: no list showed how far such a loss may go. JSON knows no infinity. */
const everything = 1e15
/** Volumes have at most five decimals. */
const slack = 1e-6
/** A price move as a share of the price that shows what a move of 1 is worth. */
const tellingMove = 0.0002
/** The price moves against a position by at least this share within a day. `adverseMove`. */
const dailyMove = 0.01

/** Compares the list and the records of a snapshot with the list before. Pure. */
export function followPositions(before: Vanished, input: ListInput): Followed {
  const exits = exitsIn(input.records, input.trades)
  const back: Back[] = []
  /** Tickets of the exits of lost positions, and whether the lost trade is that exit. */
  const exitsOfLost = new Map<string, boolean>()
  /** The part of a missing position that stays missing. */
  const reduced = (one: Missing, found: readonly { ticket?: string; volume: number; t: number }[]): Missing[] => {
    let left = one
    for (const { ticket, volume, t } of found) {
      back.push({ one: withVolume(one, volume), t })
      if (left.lost !== undefined && ticket !== undefined) {
        exitsOfLost.set(ticket, left.lost.is_counted || exitsOfLost.get(ticket) === true)
        left = { ...left, lost: { ...left.lost, is_counted: false } }
      }
      left = withVolume(left, left.volume - volume)
    }
    return left.volume > slack ? [left] : []
  }
  let gone = [...(before.lost ?? []), ...before.missing].flatMap((one) => reduced(one, exits.take(one.id, one.volume)))

  const now = new Map(input.positions.map((position) => [keyOf(position), position]))
  const listed = new Map<string, ListedOpen>()
  for (const one of before.listed) {
    const position = now.get(keyOf(one))
    const { left, exited } = leftOf(one, position, exits, input.records)
    // A gain that the balance has without a record is a matter of the balance alone.
    const hasGain = one.result > 0 && input.unexplained > 0
    if (left > slack && !hasGain) gone.push(missingOf(one, left, input))
    if (position !== undefined) listed.set(keyOf(one), listedNow(position, input, exited, one))
  }
  // MT4: what a partial close leaves has another ticket.
  gone = gone.flatMap((one) => reduced(one, exits.takeAlike(one)))
  for (const position of input.positions) {
    if (listed.has(keyOf(position))) continue
    let { volume } = position
    gone = gone.flatMap((one) => {
      const same = isSame(one, position, input) ? Math.min(volume, one.volume) : 0
      volume -= same
      return reduced(one, same > 0 ? [{ volume: same, t: input.at }] : [])
    })
    const left = sumOf(exits.take(position.id, Infinity))
    const exited = left === 0 ? 0 : position.volume - Math.max(0, enteredIn(input.records, position.id) - left)
    listed.set(keyOf(position), listedNow(position, input, Math.max(0, exited)))
  }

  if (input.complete) {
    const known = new Set([...before.listed, ...gone, ...input.positions].map(({ id }) => id))
    gone.push(...enteredAlone(input).filter(({ id }) => !known.has(id)))
  }
  const { lost = [], missing = [] } = Object.groupBy(gone, (one) => (one.lost === undefined ? 'missing' : 'lost'))
  const followed = missing.map((one) =>
    input.complete && one.at !== input.at ? { ...one, snapshots: one.snapshots + 1 } : one,
  )
  const { due = [], waiting = [] } = Object.groupBy(followed, (one, index) =>
    isDue(one, input.at) || index < followed.length - missingAtMost ? 'due' : 'waiting',
  )
  const paid = paidOff(waiting, input)
  const become = lostTrades(due, input.at)
  const newest = [...lost, ...become.lost].slice(-lostAtMost)
  const loss = Math.max(0, retainedLoss(paid.missing) - withheldLoss(input))
  const stays = input.complete && before.listed.some((one) => now.has(keyOf(one)))
  const openBefore = [...(loss > 0 ? paid.missing.map(({ opened }) => opened) : []), ...(stays ? [input.since] : [])]
  const trades = withListedOpen(before.listed, input).map((trade) =>
    exitsOfLost.has(trade.ticket) ? afterDeposit(trade, input) : trade,
  )
  const { late = [], fresh = [] } = Object.groupBy(trades, ({ ticket }) =>
    exitsOfLost.get(ticket) === true ? 'late' : 'fresh',
  )
  return {
    vanished: {
      listed: [...listed.values()],
      missing: paid.missing,
      ...(newest.length > 0 && { lost: newest }),
    },
    retained: loss === 0 ? 0 : -loss,
    open_since: openBefore.length === 0 ? null : Math.min(...openBefore),
    trades: [...fresh, ...become.trades],
    late,
    operations: [...paid.operations, ...become.operations, ...takenBack(back, input), ...late.map(moneyOf)],
  }
}

/** MT5: positions whose entries came and that are still open by their records. At t_0 an entry may be older than the history. */
function enteredAlone(input: ListInput): Missing[] {
  const { at, since, records, stretches } = input
  if (since === at) return []
  const entries = records.flatMap((record): [string, Missing][] => {
    if (!isDeal(record) || (record.entry !== 'in' && record.entry !== 'inout')) return []
    const { position: id, symbol, price } = record
    const open = stretches[id]
    if (open === undefined) return []
    const { side, volume, since: opened } = open
    const one = { id, symbol, side, volume, open_price: price, opened, price, result: 0 }
    return [[id, { ...missingOf(one, volume, input), most: everything }]]
  })
  return [...new Map(entries).values()]
}

/** The loss of positions that are open but not listed: own equity has it already. */
function withheldLoss({ complete, positions, result }: ListInput): number {
  if (complete) return 0
  return Math.max(0, listedResult(positions) - result)
}

const isDue = ({ snapshots, at }: Missing, now: number): boolean =>
  snapshots >= resultAfter.snapshots && now - at >= resultAfter.ms

/** It comes back as it was, or under another id with the same opening; then it was open already when it was listed last. */
const isSame = (one: Missing, position: OpenPosition, { utc }: ListInput): boolean =>
  keyOf(one) === keyOf(position) || (openingOf(one) === openingOf(position) && utc(position.open_time) <= one.since)

/**
 * How much of a listed position is gone without exits, and how much is still listed though its exits came: list and history are not
 * read at the same moment. Entries may come later than the list, so they explain what is listed, never what is gone.
 */
function leftOf(
  one: ListedOpen,
  position: OpenPosition | undefined,
  exits: Exits,
  records: readonly LedgerRecord[],
): { left: number; exited: number } {
  const left = one.volume - (one.exited ?? 0) - sumOf(exits.take(one.id, Infinity))
  if (position === undefined) return { left: Math.max(0, left), exited: 0 }
  if (isSplit(one, position)) return { left: 0, exited: 0 }
  const exited = position.volume - Math.max(0, left + enteredIn(records, one.id))
  return { left: Math.max(0, left - position.volume), exited: Math.max(0, exited) }
}

const sumOf = (parts: readonly { volume: number }[]): number => parts.reduce((sum, { volume }) => sum + volume, 0)

/** Another volume at a price that leaves what the position is worth. */
const isSplit = (one: ListedOpen, { volume, open_price }: OpenPosition): boolean =>
  volume !== one.volume &&
  Math.abs(volume * open_price - one.volume * one.open_price) <= 0.001 * Math.abs(one.volume * one.open_price)

function listedNow(position: OpenPosition, input: ListInput, exited: number, before?: ListedOpen): ListedOpen {
  const { id, symbol, side, volume, open_price, price } = position
  const worth = worthOf(position) ?? (before?.worth === undefined ? undefined : (before.worth * volume) / before.volume)
  return {
    id,
    symbol,
    side,
    volume,
    open_price,
    opened: before?.opened ?? Math.min(input.utc(position.open_time), input.at),
    price,
    result: listedResult([position]),
    ...(worth !== undefined && { worth }),
    ...(exited > slack && { exited }),
  }
}

function worthOf({ side, open_price, price, profit }: OpenPosition): number | undefined {
  const move = side === 'buy' ? price - open_price : open_price - price
  const worth = profit / move
  return Math.abs(move) >= tellingMove * Math.abs(open_price) && Number.isFinite(worth) && worth > 0 ? worth : undefined
}

function missingOf(one: ListedOpen, volume: number, input: ListInput): Missing {
  const { id, symbol, side, open_price, opened, worth } = one
  const result = (one.result * volume) / one.volume
  const adverse = worth === undefined ? 0 : (worth * volume * adverseMove(one, input)) / one.volume
  return {
    id,
    symbol,
    side,
    volume,
    open_price,
    opened: Math.min(opened, input.since),
    loss: Math.max(0, -result),
    most: Math.max(0, adverse - result),
    reread: 0,
    unexplained: 0,
    charges: 0,
    since: input.since,
    at: input.at,
    snapshots: 0,
  }
}

/**
 * The price move against a position since it was listed last: to the worst price of its symbol that this snapshot knows from other
 * positions and records, and at least `dailyMove` of the price for each day that has begun since.
 */
function adverseMove({ symbol, side, price }: ListedOpen, { at, since, positions, records }: ListInput): number {
  const prices = [...positions, ...records.filter(isTrade)]
    .filter((one) => one.symbol === symbol)
    .map((one) => ('close_price' in one ? one.close_price : one.price))
  const moves = prices.map((other) => (side === 'buy' ? price - other : other - price))
  return Math.max(dailyMove * Math.abs(price) * Math.max(1, Math.ceil((at - since) / DAY_MS)), ...moves)
}

/** Volume that entries among these records added to a position. */
const enteredIn = (records: readonly LedgerRecord[], id: string): number =>
  records.reduce(
    (sum, record) => (isDeal(record) && record.position === id && record.entry === 'in' ? sum + record.volume : sum),
    0,
  )
