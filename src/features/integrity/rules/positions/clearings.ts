import { toUtc } from '#features/ea/rules/reception/clock.ts'
import { isDeal, recordSeconds } from '#features/ea/rules/records.ts'
import type { Mt5Deal } from '#features/ea/sync-contract.ts'
import { operationKind } from '#features/performance/rules/history.ts'
import { MINUTE_MS, utcDay } from '#shared/dates.ts'
import { count, type Values } from '../rule.ts'
import type { SyncFacts } from '../sync-rule.ts'
import { positionOf, volumeSlack } from './listed-positions.ts'
import { lotValue, type LotLimits } from './lot-value.ts'

/** The bookings and new prices of a clearing of an exchange. */

/**
 * Times of the day at which clearings came: minutes of the broker's day, the UTC day (since 1970) of the newest, and whether the time is
 * proven: another day showed it as well, or a list with new prices did.
 */
export type ClearingTimes = readonly (readonly [minute: number, day: number, proven?: boolean])[]

/** By symbol: minutes of the day at which a list showed new prices of it. */
type SymbolTimes = Readonly<Record<string, readonly number[]>>

/** The memory of clearings. */
export interface KnownClearings {
  times: ClearingTimes
  /** Absent in memories of before. */
  symbols?: SymbolTimes
  /** Losses booked in syncs that were no snapshot: the next list shows the new prices. Account currency. */
  ahead: number
}

/** MOEX clears twice a day, others once; one more for a shorter day or a clock that changes, once one of the others is proven. */
export const clearingThresholds = { clearing_times: count(3), clearing_unproven: count(2), clearing_days: count(30) }
type Limits = LotLimits & Values<typeof clearingThresholds>

/** A booking comes within minutes of its clearing. */
const nearMinutes = 15
const dayMinutes = 1440
/** A list and a booking are not of the same second. */
const lateMs = 5 * MINUTE_MS
/** Fees of any time: below the share of the balance from which a trade counts in full. */
const smallShare = 0.0005

export interface Clearing {
  times: ClearingTimes
  symbols: SymbolTimes
  /** As in `KnownClearings`, before anything of it explains a close of this sync. */
  ahead: number
  /**
   * Account currency: what was booked, less what positions that are still listed lost by their new prices. Above 0 it is the booked loss of
   * positions that closed. Below 0 new prices hide a loss that nothing books.
   */
  loss: number
}

/**
 * A clearing of the exchange books the result so far and sets prices of positions anew. A position that closes before the next list then
 * brings its result since the clearing alone. Only a booking that counts as a loss explains that: a withdrawal would leave the gain. And it
 * explains that at the times of the day at which the exchange clears: who books each loss as a clearing loses no trade.
 * @param gained whether closes of this sync bring more than their prices give
 */
export function clearingOf(
  facts: SyncFacts,
  { times, ahead, symbols = {} }: KnownClearings,
  gained: boolean,
  limits: Limits,
): Clearing {
  if (facts.request.account.margin_mode !== 'exchange') return { times, symbols, ahead, loss: 0 }
  // The prices of a list that is no snapshot are not kept.
  const isListed = facts.outcome.snapshot !== null
  const hidden = isListed ? lossOfNewPrices(facts, limits) : 0
  if (isListed && !gained && hidden === 0) return { times, symbols, ahead: 0, loss: 0 }
  const today = utcDay(facts.received.receipt)
  let known = times.filter(([, day]) => day > today - limits.clearing_days)
  const bookings = bookedLosses(facts).toSorted((a, b) => b.loss - a.loss)
  const renewal = isListed ? renewedAt(facts, bookings) : null
  // Half a clearing is none.
  if (renewal?.unchanged.some((symbol) => symbols[symbol]?.some((minute) => isNear(minute, renewal.minute)))) {
    return { times: known, symbols, ahead: 0, loss: -hidden }
  }
  const small = smallShare * Math.abs(facts.request.snapshot.balance)
  let rest = bookings.reduce((sum, { loss }) => sum + loss, 0)
  let booked = ahead
  for (const [index, { minute, loss }] of bookings.entries()) {
    const near = known.find(([each]) => isNear(each, minute))
    const isKnown = near !== undefined || rest <= small
    rest -= loss
    const unproven = known.filter(([, , proven]) => proven !== true).length
    // The largest booking is that of the new prices.
    const isListedNew = index === 0 && hidden !== 0
    const isBelievable = isListedNew || unproven < limits.clearing_unproven
    if (!isKnown && (known.length >= limits.clearing_times || !isBelievable)) continue
    booked += loss
    if (near !== undefined) {
      const proven = near[2] === true || near[1] !== today || isListedNew
      known = known.map((one) => (one === near ? [one[0], today, proven] : one))
    } else if (!isKnown) known = [...known, [minute, today, isListedNew]]
  }
  return { times: known, symbols: withRenewal(symbols, renewal), ahead: isListed ? 0 : booked, loss: booked - hidden }
}

/** Symbols of positions that were listed before, in a list that shows what one clearing did. */
interface Renewal {
  /** Counted in the broker's day. */
  minute: number
  /** With a new price. */
  renewed: readonly string[]
  /** With the price of before, though the market moved. */
  unchanged: readonly string[]
}

/** Null where no price is new, or bookings of several moments come together, or one from before the last list. */
function renewedAt({ request, listed }: SyncFacts, bookings: readonly Booking[]): Renewal | null {
  const [first] = bookings
  if (first === undefined || !bookings.every(({ minute, isNew }) => isNew && isNear(minute, first.minute))) return null
  const renewed = new Set<string>()
  const unchanged = new Set<string>()
  for (const { id, symbol, side, volume, price, open_price } of request.snapshot.positions ?? []) {
    const before = positionOf(listed, id)
    if (before?.side !== side || Math.abs(before.volume - volume) > volumeSlack) continue
    if (before.price !== open_price) renewed.add(symbol)
    else if (before.mark !== price) unchanged.add(symbol)
  }
  return renewed.size === 0 ? null : { minute: first.minute, renewed: [...renewed], unchanged: [...unchanged] }
}

const symbolsAtMost = 60
const minutesAtMost = 4

function withRenewal(symbols: SymbolTimes, renewal: Renewal | null): SymbolTimes {
  if (renewal === null) return symbols
  const { minute, renewed } = renewal
  const next = renewed.map((symbol): [string, readonly number[]] => {
    const known = symbols[symbol] ?? []
    return [symbol, known.some((each) => isNear(each, minute)) ? known : [...known, minute].slice(-minutesAtMost)]
  })
  const others = Object.entries(symbols).filter(([symbol]) => !renewed.includes(symbol))
  return Object.fromEntries([...others, ...next].slice(-symbolsAtMost))
}

function isNear(a: number, b: number): boolean {
  const apart = Math.abs(a - b)
  return Math.min(apart, dayMinutes - apart) <= nearMinutes
}

interface Booking {
  /** Counted in the broker's day. */
  minute: number
  loss: number
  /** Booked after the last list. */
  isNew: boolean
}

/** Rows since the last list that count as a loss. Costs of entries are no booking of a clearing. */
function bookedLosses({ outcome, received, listed }: SyncFacts): Booking[] {
  const seconds = new Map(outcome.records.map(({ record }) => [record.ticket, recordSeconds(record)]))
  const lastList = Math.max(0, ...Object.values(listed).map(({ last }) => last))
  return outcome.operations.flatMap(({ ticket, type, amount }) => {
    const time = seconds.get(ticket)
    if (time === undefined || type === 'commission' || type === 'swap') return []
    const isLoss = amount < 0 && operationKind(type, amount) === 'result'
    // Its own time, which may be dated back: the intake holds an operation within its interval.
    const booked = toUtc(received.clock, time)
    if (!isLoss || booked < lastList - lateMs) return []
    return [{ minute: Math.floor(time / 60) % dayMinutes, loss: -amount, isNew: booked >= lastList }]
  })
}

/** Account currency that positions with a new price lost by it; below 0 where they gained. */
function lossOfNewPrices({ request, listed, outcome }: SyncFacts, limits: LotLimits): number {
  const deals = outcome.records.flatMap(({ record }) =>
    isDeal(record) && (record.type === 'buy' || record.type === 'sell') ? record : [],
  )
  const byPosition = Map.groupBy(deals, ({ position }) => position)
  let loss = 0
  for (const { id, symbol, side, volume, open_price } of request.snapshot.positions ?? []) {
    const one = positionOf(listed, id)
    // One that is new was opened at the price of its entries.
    const before = one ?? entered(side, byPosition.get(id) ?? [])
    if (before === null || before.side !== side || Math.abs(before.volume - volume) > volumeSlack) continue
    const value = lotValue(listed, one, { symbol, price: open_price }, request, limits)
    const move = side === 'buy' ? before.price - open_price : open_price - before.price
    if (value !== null) loss += move * volume * ('exact' in value ? value.exact : value.most)
  }
  return loss
}

/** Volume and average price of what these deals opened; null where some of them closed. */
function entered(
  side: 'buy' | 'sell',
  deals: readonly Mt5Deal[],
): { side: 'buy' | 'sell'; volume: number; price: number } | null {
  const volume = deals.reduce((sum, one) => sum + one.volume, 0)
  if (volume === 0 || deals.some(({ entry }) => entry !== 'in')) return null
  return { side, volume, price: deals.reduce((sum, one) => sum + one.price * one.volume, 0) / volume }
}
