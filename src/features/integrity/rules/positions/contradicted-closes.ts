import type { StoredTrade } from '#features/ea/rules/counting/derivation.ts'
import { MINUTE_MS } from '#shared/dates.ts'
import { lotUnitsMost } from '../lots.ts'
import { amount, cents, share, type Values } from '../rule.ts'
import { isLively, pairOf } from '../symbols.ts'
import type { SyncFacts } from '../sync-rule.ts'
import { clearingOf, clearingThresholds, type KnownClearings } from './clearings.ts'
import { closedPartsOf, type ClosedPart } from './closed-parts.ts'
import { valueByCloses, type ClosedValues, type Value, type ValuedClose } from './closed-values.ts'
import { lotValue } from './lot-value.ts'

/** A close brings what its prices give, and its price is one that the market had. */

/** The label of what results exceed their prices by, in per cent of the balance. */
export const beyondPrices = 'Oltre i prezzi, quota del balance'

/** By what share a close may bring more, where this matters to the balance; how near a price lies to that of minutes before. */
export const closeThresholds = {
  result_share: share(0.25),
  result_balance_share: share(0.001),
  close_minutes: amount(60),
  close_price_share: share(0.02),
  unvalued_share: share(0.02),
  ...clearingThresholds,
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
  /** Gains whose lot neither a list nor a loss valued, while they are too small to count; account currency, with those before. */
  unvalued: number
  clearings: KnownClearings
}

interface PricedClose {
  shown: ContradictedClose
  /** Account currency above what its prices give. */
  more: number
  /** How much more is allowed, account currency. */
  allowed: number
  /** Compared with closes of days ago. */
  isOld: boolean
  value: Value
}

/** The memory of closes before. */
interface Known {
  /** The worth of a lot of each symbol, as closes showed it. */
  values: ClosedValues
  unvalued: number
  clearings: KnownClearings
}

export function pricedCloses(facts: SyncFacts, thresholds: Limits, known: Known): PricedCloses {
  const { request, outcome, listed } = facts
  const far: ContradictedClose[] = []
  const priced: PricedClose[] = []
  const valued: ValuedClose[] = []
  /** Gains of positions that lists showed, but so that nothing says what a lot is worth: at their opening prices. */
  let unvalued = known.unvalued
  const records = outcome.records.map(({ record }) => record)
  const trades = outcome.trades.filter(({ origin }) => origin === 'witnessed')
  const byTicket = new Map(trades.map((trade) => [trade.ticket, trade]))
  for (const close of closedPartsOf(facts, records, new Set(byTicket.keys()))) {
    const { side, listed: one, ...shown } = close
    const trade = byTicket.get(close.ticket)
    if (trade !== undefined && isFar(trade, close, thresholds)) {
      far.push({ ...shown, prices_give: null })
      continue
    }
    const gain = (side === 'buy' ? 1 : -1) * (close.close_price - close.open_price) * close.volume
    const listedValue = lotValue(listed, one, { symbol: close.symbol, price: close.close_price }, request, thresholds)
    valued.push({ ...shown, gain, isShown: listedValue !== null && 'exact' in listedValue })
    const closed = known.values[close.symbol]
    if (listedValue === null && closed?.[3] !== true && one !== undefined) unvalued += Math.max(0, close.profit)
    const byCloses = valueByCloses(listedValue, closed, gain, thresholds)
    const value = byCloses === null ? listedValue : { exact: byCloses }
    if (value === null) continue
    const lot = 'exact' in value ? value.exact : value.most
    const given = 'exact' in value || gain > 0 ? gain * lot : 0
    const allowed =
      thresholds.result_share * Math.abs(given) +
      priceSlack * Math.abs(close.close_price) * close.volume * lot +
      thresholds.result_balance_share * Math.abs(request.snapshot.balance)
    const more = close.profit - given
    priced.push({ shown: { ...shown, prices_give: cents(given) }, more, allowed, isOld: byCloses !== null, value })
  }
  const isGain = priced.some(({ more }) => more > 0)
  const { times, symbols, ahead, loss } = clearingOf(facts, known.clearings, isGain, thresholds)
  const cleared = Math.max(0, loss)
  const tooGood = priced.filter(({ more, allowed }) => more > allowed + cleared)
  const isMuch = unvalued > thresholds.unvalued_share * Math.abs(request.snapshot.balance)
  let beyond = isMuch ? unvalued : 0
  for (const one of priced) {
    // Closes of days ago had other rates: only what is beyond them altogether is added up.
    if (one.isOld) beyond += tooGood.includes(one) ? one.more : 0
    else beyond += 'exact' in one.value ? one.more : Math.max(0, one.more)
  }
  const clearings = { times, symbols, ahead: Math.max(0, ahead - Math.max(0, beyond)) }
  // A loss that new prices hide and nothing books is a gain.
  beyond = loss > 0 && beyond > 0 ? Math.max(0, beyond - loss) : beyond - Math.min(0, loss)
  return {
    contradicted: [...far, ...tooGood.map(({ shown }) => shown)],
    beyond,
    valued,
    unvalued: isMuch ? 0 : unvalued,
    clearings,
  }
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
