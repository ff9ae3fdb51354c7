import { isDeal, isTrade } from '#features/ea/rules/records.ts'
import { toBroker } from '#features/ea/rules/reception/clock.ts'
import { lotUnitsMost } from '../lots.ts'
import { share, type Values } from '../rule.ts'
import { pairOf } from '../symbols.ts'
import type { SyncFacts } from '../sync-rule.ts'
import { lotValue } from './lot-value.ts'
import { afterList, positionOf, type ListedPosition, type ListedPositions } from './listed-positions.ts'

/** Swap is what a night of financing may pay. */

/**
 * The most that a night pays, as a share of the position's worth: 0.05% is 18% a year. The rates of Turkey alone were higher, up to 50%.
 * Two fifths of it, 7% a year, are more than large pairs pay.
 */
export const swapThresholds = { swap_share: share(0.0005), ...lotUnitsMost }
type Limits = Values<typeof swapThresholds>
const liraFactor = 4
const largeFactor = 0.4
const large = new Set('AUD CAD CHF EUR GBP JPY NZD USD'.split(' '))
/** Brokers book a night up to so long before midnight of their clock. */
const earlyS = 3 * 3600
const dayS = 86_400
/** A snapshot may be stamped a moment after the receipt of its list. */
const edgeMs = 1_000

/** Swap of what is listed, by position (MT5) or opening (MT4), that was counted already or was there before t_0. Account currency. */
export type CountedSwaps = Readonly<Record<string, number>>

/** Swap that this snapshot adds by its list and its closes, account currency. */
export interface AddedSwap {
  /** Positive swap that no financing explains. */
  unbacked: number
  /** All other swap, with its sign. */
  financing: number
}

export function addedSwap(
  facts: SyncFacts,
  counted: CountedSwaps,
  limits: Limits,
): AddedSwap & { counted: CountedSwaps } {
  let unbacked = closedSwaps(facts, limits).reduce((sum, amount) => sum + Math.max(0, amount), 0)
  const next: Record<string, number> = {}
  for (const { key, swap, before, most } of listedSwaps(facts, limits)) {
    const known = counted[key] ?? before
    const amount = Math.max(0, swap - known - most)
    unbacked += amount
    next[key] = known + amount
  }
  const isSame = Object.keys(next).length === 0 && Object.keys(counted).length === 0
  return { unbacked, financing: changeOf(facts) - unbacked, counted: isSame ? counted : next }
}

/** By how much witnessed closes and this list show more swap than the list before. */
function changeOf({ account, request, outcome, listed }: SyncFacts): number {
  const since = (account.engine?.snapshot.t ?? Infinity) - edgeMs
  const witnessed = new Set(outcome.trades.flatMap(({ ticket, origin }) => (origin === 'witnessed' ? [ticket] : [])))
  const closes = outcome.records.filter(({ record }) => isTrade(record) && witnessed.has(record.ticket))
  const before = Object.values(listed).filter(({ last }) => last >= since)
  return (
    sumOf(closes.map(({ record }) => record.swap)) +
    sumOf((request.snapshot.positions ?? []).map(({ swap }) => swap)) -
    sumOf(before.map(({ swap }) => swap))
  )
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

interface ListedSwap {
  key: string
  swap: number
  /** As the list before showed it. */
  before: number
  /** The most that its nights since t_0 may have paid. */
  most: number
}

/** Open positions whose swap is positive. MT4 gives the rest of a partly closed one another ticket, so its opening stands for it. */
function listedSwaps(facts: SyncFacts, limits: Limits): ListedSwap[] {
  const { request, received, listed, account } = facts
  const positions = (request.snapshot.positions ?? []).filter(({ swap }) => swap > 0)
  if (positions.length === 0) return []
  const now = afterList(listed, request, received.receipt)
  const until = toBroker(received.clock, received.receipt)
  const isMt5 = request.ea.platform === 'MT5'
  const openings = isMt5 ? null : Map.groupBy(Object.values(listed), openingOf)
  const byKey = Map.groupBy(positions, (one) =>
    isMt5 ? one.id : openingOf({ ...one, open: one.open_time, price: one.open_price }),
  )
  return [...byKey].map(([key, those]) => {
    const known = openings === null ? [positionOf(listed, key)] : (openings.get(key) ?? [])
    const most = those.reduce((sum, { id, symbol, volume, price, open_time }) => {
      const since = Math.max(open_time, account.intake.opening_tick ?? 0)
      return sum + mostPaid(facts, now, { id, symbol, volume, price, since, until }, limits)
    }, 0)
    const before = known.reduce((sum, one) => sum + Math.max(0, one?.swap ?? 0), 0)
    const swap = those.reduce((sum, one) => sum + one.swap, 0)
    return { key, swap, before, most }
  })
}

const openingOf = ({ symbol, side, open, price }: Pick<ListedPosition, 'symbol' | 'side' | 'open' | 'price'>): string =>
  `${symbol} ${side} ${open} ${price}`

/** Swap of witnessed closes beyond what the last list showed of them and the nights since. */
function closedSwaps(facts: SyncFacts, limits: Limits): number[] {
  const { outcome, listed, received } = facts
  const trades = new Map(
    outcome.trades.flatMap((trade) => (trade.origin === 'witnessed' ? [[trade.ticket, trade] as const] : [])),
  )
  return outcome.records.flatMap(({ record }) => {
    const trade = trades.get(record.ticket)
    if (trade === undefined || !isTrade(record) || record.swap <= 0) return []
    const { symbol, swap } = record
    const [id, volume, price] = isDeal(record)
      ? [record.position, record.volume, record.price]
      : [record.ticket, record.lots, record.close_price]
    const one = positionOf(listed, id)
    const shown = one === undefined || one.volume === 0 ? 0 : Math.max(0, one.swap) * Math.min(1, volume / one.volume)
    const since = toBroker(received.clock, one?.last ?? trade.open)
    const until = toBroker(received.clock, trade.close)
    return [swap - shown - mostPaid(facts, listed, { id, symbol, volume, price, since, until }, limits)]
  })
}

/** Account currency. Nothing where the worth of a lot never showed: the price moves within a night. Times in broker seconds. */
function mostPaid(
  { request }: SyncFacts,
  listed: ListedPositions,
  one: { id: string; symbol: string; volume: number; price: number; since: number; until: number },
  limits: Limits,
): number {
  const nights = Math.floor((one.until + earlyS) / dayS) - Math.floor(one.since / dayS)
  const value = lotValue(listed, positionOf(listed, one.id), one, request, limits)
  if (value === null || nights <= 0) return 0
  const worth = one.volume * one.price * ('exact' in value ? value.exact : value.most)
  // One night of a week is charged three times.
  return worth * limits.swap_share * factorOf(one.symbol) * (nights + 2 * Math.ceil(nights / 7))
}

function factorOf(symbol: string): number {
  const pair = pairOf(symbol)
  if (pair === null) return 1
  if (pair.base === 'TRY' || pair.quote === 'TRY') return liraFactor
  return large.has(pair.base) && large.has(pair.quote) ? largeFactor : 1
}
