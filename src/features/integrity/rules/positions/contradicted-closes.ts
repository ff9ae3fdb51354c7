import type { StoredTrade } from '#features/ea/rules/counting/derivation.ts'
import { operationKind } from '#features/performance/rules/history.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { lotUnitsMost } from '../lots.ts'
import { amount, cents, share, type Values } from '../rule.ts'
import { isLively, pairOf } from '../symbols.ts'
import type { SyncFacts } from '../sync-rule.ts'
import { closedPartsOf, type ClosedPart } from './closed-parts.ts'
import { valueByCloses, type ClosedValues, type Value, type ValuedClose } from './closed-values.ts'
import { positionOf, type ListedPosition, type ListedPositions } from './listed-positions.ts'

/** A close brings what its prices give, and its price is one that the market had. */

/** The label of what results exceed their prices by, in per cent of the balance. */
export const beyondPrices = 'Oltre i prezzi, quota del balance'

/** By what share a close may bring more, where this matters to the balance; how near a price lies to that of minutes before. */
export const closeThresholds = {
  result_share: share(0.25),
  result_balance_share: share(0.001),
  close_minutes: amount(60),
  close_price_share: share(0.02),
  ...lotUnitsMost,
}
type Limits = Values<typeof closeThresholds>

/** A close that brings more than its prices give; names as they are shown. */
export interface ContradictedClose extends Omit<ClosedPart, 'side' | 'listed'> {
  /** Account currency; null where the price itself is too far from the one of minutes before. */
  prices_give: number | null
}

/** Prices are rounded, and those of a list are the terminal's: this share of the volume's worth is nothing. */
const priceSlack = 0.0002
/**
 * The distance of `close_price_share` is that of a quarter of an hour, and grows with the root of the time: twice as far within an hour.
 * Interventions and surprises of central banks moved large pairs by about 3% in an hour. A lively currency may go three times as far,
 * a symbol that is no pair five times: exchanges halt indices at 7%, and coins moved by a tenth.
 */
const calmMs = 15 * MINUTE_MS
const livelyFactor = 3
const otherFactor = 5

/** Witnessed closes of a sync against their prices. */
export interface PricedCloses {
  /** Those that bring more than their prices give. */
  contradicted: ContradictedClose[]
  /**
   * The sum of their results beyond their prices, in account currency. Roundings and rates of another moment have both signs, so
   * that they cancel out.
   */
  beyond: number
  /** Closes whose price is one that the market may have had. */
  valued: ValuedClose[]
}

/** @param closed what closes of before showed a lot of each symbol to be worth */
export function pricedCloses(facts: SyncFacts, thresholds: Limits, closed: ClosedValues): PricedCloses {
  const { request, outcome, listed } = facts
  let beyond = 0
  const valued: ValuedClose[] = []
  const records = outcome.records.map(({ record }) => record)
  const trades = outcome.trades.filter(({ origin }) => origin === 'witnessed')
  const byTicket = new Map(trades.map((trade) => [trade.ticket, trade]))
  const cleared = clearedLoss(facts, thresholds)
  const contradicted = closedPartsOf(facts, records, new Set(byTicket.keys())).flatMap((close): ContradictedClose[] => {
    const { side, listed: one, ...shown } = close
    const trade = byTicket.get(close.ticket)
    if (trade !== undefined && isFar(trade, close, thresholds)) return [{ ...shown, prices_give: null }]
    const gain = (side === 'buy' ? 1 : -1) * (close.close_price - close.open_price) * close.volume
    valued.push({ ...shown, gain })
    const listedValue = lotValue(listed, one, { symbol: close.symbol, price: close.close_price }, request, thresholds)
    const byCloses = valueByCloses(listedValue, closed[close.symbol], gain, thresholds)
    const value = byCloses === null ? listedValue : { exact: byCloses }
    if (value === null) return []
    const lot = 'exact' in value ? value.exact : value.most
    const given = 'exact' in value || gain > 0 ? gain * lot : 0
    const allowed =
      thresholds.result_share * Math.abs(given) +
      priceSlack * Math.abs(close.close_price) * close.volume * lot +
      thresholds.result_balance_share * Math.abs(request.snapshot.balance)
    const isBeyond = close.profit > given + allowed + cleared
    // Closes of days ago had other rates: only what is beyond them altogether is added up.
    if (byCloses !== null) beyond += isBeyond ? close.profit - given : 0
    else beyond += 'exact' in value ? close.profit - given : Math.max(0, close.profit - given)
    return isBeyond ? [{ ...shown, prices_give: cents(given) }] : []
  })
  return { contradicted, beyond: beyond > 0 ? Math.max(0, beyond - cleared) : beyond, valued }
}

/**
 * A clearing of the exchange books the result so far and sets prices of positions anew. A position that closes before the next list then
 * brings its result since the clearing alone. Only a booking that counts as a loss explains that: a withdrawal would leave the gain.
 * @returns the booked loss of positions that closed, account currency: what was booked, less what positions that are still listed brought
 */
function clearedLoss({ request, outcome, listed }: SyncFacts, limits: Limits): number {
  if (request.account.margin_mode !== 'exchange') return 0
  let loss = 0
  for (const { type, amount } of outcome.operations) {
    // Costs of entries are no booking of a clearing.
    if (type === 'commission' || type === 'swap' || operationKind(type, amount) !== 'result') continue
    loss -= amount
  }
  for (const { id, symbol, side, volume, open_price } of request.snapshot.positions ?? []) {
    const one = positionOf(listed, id)
    if (one?.volume !== volume || one.side !== side) continue
    const value = lotValue(listed, one, { symbol, price: open_price }, request, limits)
    const move = side === 'buy' ? open_price - one.price : one.price - open_price
    if (value !== null) loss += move * volume * ('exact' in value ? value.exact : value.most)
  }
  return Math.max(0, loss)
}

/** How many facts these closes are: one move of a symbol may close many positions. */
export function distinct(closes: readonly ContradictedClose[]): number {
  const moved = closes.filter(({ prices_give }) => prices_give === null)
  return closes.length - moved.length + new Set(moved.map(({ symbol }) => symbol)).size
}

/**
 * No price moves that far within minutes. Gains and losses alike are looked at: a loss that was listed and has
 * gone is a gain. Farther to the own disadvantage is nothing.
 */
function isFar(trade: StoredTrade, { listed: one, symbol, side, close_price }: ClosedPart, limits: Limits): boolean {
  const since = one === undefined ? Infinity : trade.close - one.last
  if (one?.side !== side || since > limits.close_minutes * MINUTE_MS) return false
  const factor = Math.sqrt(Math.max(since, calmMs) / calmMs) * factorOf(symbol)
  const better = side === 'buy' ? close_price - one.mark : one.mark - close_price
  return better > limits.close_price_share * factor * Math.abs(one.mark)
}

function factorOf(symbol: string): number {
  const pair = pairOf(symbol)
  if (pair === null) return otherFactor
  return isLively(pair) ? livelyFactor : 1
}

/**
 * As the position itself showed it, or another of its symbol. Pairs with the account's currency have a largest contract, whatever a list
 * shows. @param at a price of the symbol
 */
export function lotValue(
  listed: Readonly<ListedPositions>,
  one: ListedPosition | undefined,
  at: { symbol: string; price: number },
  { account: { currency } }: SyncFacts['request'],
  { lot_units_most }: Pick<Limits, 'lot_units_most'>,
): Value | null {
  const pair = pairOf(at.symbol)
  const isBase = pair?.base === currency && at.price > 0
  const most = pair?.quote === currency ? lot_units_most : isBase ? lot_units_most / at.price : null
  const value = one?.value ?? newestValue(listed, at.symbol)
  if (value !== undefined) return { exact: Math.min(value, most ?? Infinity) }
  return most === null ? null : { most }
}

/** Worked out once for what was listed: the value is looked up for each of hundreds of positions. */
const valuesOf = new WeakMap<Readonly<ListedPositions>, ReadonlyMap<string, ListedPosition>>()

/** The value of a lot that the position of a symbol with a value that was listed last shows. */
function newestValue(listed: Readonly<ListedPositions>, symbol: string): number | undefined {
  const known = valuesOf.get(listed)
  if (known !== undefined) return known.get(symbol)?.value
  const newest = new Map<string, ListedPosition>()
  for (const other of Object.values(listed)) {
    if (other.value === undefined || other.last <= (newest.get(other.symbol)?.last ?? 0)) continue
    newest.set(other.symbol, other)
  }
  valuesOf.set(listed, newest)
  return newest.get(symbol)?.value
}
