import { isDeal, type LedgerRecord } from '#features/ea/rules/records.ts'
import type { StoredTrade } from '#features/ea/rules/counting/derivation.ts'
import type { Mt4Order, Mt5Deal } from '#features/ea/sync-contract.ts'
import { positionOf, volumeSlack, type ListedPositions, type ListedPosition } from './listed-positions.ts'
import { DAY_MS, MINUTE_MS } from '#shared/dates.ts'
import { lotUnitsMost } from '../lots.ts'
import { amount, cents, share, type Values } from '../rule.ts'
import { pairOf } from '../symbols.ts'
import type { SyncFacts } from '../sync-rule.ts'

/** A close brings what its prices give. */

/** By what share a close may bring more, where this matters to the balance; how near a price lies to that of minutes before. */
export const closeThresholds = {
  result_share: share(0.25),
  result_balance_share: share(0.001),
  close_minutes: amount(10),
  close_price_share: share(0.02),
  ...lotUnitsMost,
}
type Limits = Values<typeof closeThresholds>

/** A close that brings more than its prices give; names as they are shown. */
export interface ContradictedClose {
  ticket: string
  symbol: string
  volume: number
  open_price: number
  close_price: number
  profit: number
  /** Account currency; null where the price itself is too far from the one of minutes before. */
  prices_give: number | null
}

interface Close extends Omit<ContradictedClose, 'prices_give'> {
  side: 'buy' | 'sell'
}

/** Account currency for a lot and a price move of 1: as lists showed it, or at most. */
type Value = { exact: number } | { most: number }
/** Prices are rounded, and those of a list are the terminal's: this share of the volume's worth is nothing. */
const priceSlack = 0.0002

/** Witnessed closes of this sync that bring more than their prices give. */
export function contradictedCloses(facts: SyncFacts, thresholds: Limits): ContradictedClose[] {
  const { request, outcome, listed } = facts
  const records = outcome.records.map(({ record }) => record)
  const byTicket = new Map(records.map((record) => [record.ticket, record]))
  return outcome.trades.flatMap((trade): ContradictedClose[] => {
    const record = byTicket.get(trade.ticket)
    if (trade.origin !== 'witnessed' || record === undefined) return []
    const close = isDeal(record) ? exitOf(listed, facts, records, record) : closedOrder(records, record)
    if (close === null) return []
    const { side, ...shown } = close
    const one = recentOf(listed, facts, isDeal(record) ? record.position : record.ticket)
    if (isFar(one, trade, close, thresholds)) return [{ ...shown, prices_give: null }]
    const value = valueFor(listed, one, close, request.account.currency, thresholds)
    if (value === null) return []
    const gain = (side === 'buy' ? 1 : -1) * (close.close_price - close.open_price) * close.volume
    const lot = 'exact' in value ? value.exact : value.most
    const given = 'exact' in value || gain > 0 ? gain * lot : 0
    const allowed =
      thresholds.result_share * Math.abs(given) +
      priceSlack * Math.abs(close.close_price) * close.volume * lot +
      thresholds.result_balance_share * Math.abs(request.snapshot.balance)
    return close.profit > given + allowed ? [{ ...shown, prices_give: cents(given) }] : []
  })
}

/** A position that was not listed for a day may have been split meanwhile. */
function recentOf(listed: Readonly<ListedPositions>, { received }: SyncFacts, id: string): ListedPosition | undefined {
  const one = positionOf(listed, id)
  return one !== undefined && received.receipt - one.last <= DAY_MS ? one : undefined
}

function closedOrder(records: readonly LedgerRecord[], order: Mt4Order): Close | null {
  if (order.type !== 'buy' && order.type !== 'sell') return null
  const { ticket, symbol, type: side, lots: volume, open_price, close_price, profit, close_time } = order
  // Closed by another order: MT4 books the result of both on one of them.
  const other = side === 'buy' ? 'sell' : 'buy'
  const isPair = records.some(
    (one) => !isDeal(one) && one.type === other && one.symbol === symbol && one.close_time === close_time,
  )
  return isPair && profit <= 0 ? null : { ticket, symbol, side, volume, open_price, close_price, profit }
}

/** An exit whose open price is known: as it was listed where nothing was added since, or that of entries that come with it. */
function exitOf(
  listed: Readonly<ListedPositions>,
  facts: SyncFacts,
  records: readonly LedgerRecord[],
  exit: Mt5Deal,
): Close | null {
  if (exit.entry !== 'out') return null
  const { ticket, position, symbol, volume, price: close_price, profit } = exit
  const side = exit.type === 'buy' ? 'sell' : 'buy'
  const deals = records.filter((one): one is Mt5Deal => isDeal(one) && one.position === position)
  if (deals.some(({ entry }) => entry === 'inout' || entry === 'out_by')) return null
  const entered = deals.some((one) => one.entry === 'in' && one.volume > 0)
  const { stretches, late_stretches } = facts.account.intake
  const isKnown = Object.hasOwn(stretches, position) || Object.hasOwn(late_stretches, position)
  const one = recentOf(listed, facts, position)
  const open_price = !entered
    ? one !== undefined && volume <= one.volume + volumeSlack && facts.request.account.margin_mode !== 'exchange'
      ? one.price
      : null
    : isKnown
      ? null
      : averageAt(deals, exit)
  return open_price === null ? null : { ticket, symbol, side, volume, open_price, close_price, profit }
}

/** The average price of the volume that was open just before an exit; null where none was. @param deals of the position, in their order */
function averageAt(deals: readonly Mt5Deal[], exit: Mt5Deal): number | null {
  let volume = 0
  let worth = 0
  for (const deal of deals) {
    if (deal === exit) break
    if (deal.entry === 'in') {
      volume += deal.volume
      worth += deal.price * deal.volume
    } else if (volume > 0) {
      worth *= Math.max(0, 1 - deal.volume / volume)
      volume = Math.max(0, volume - deal.volume)
    }
  }
  return volume > volumeSlack ? worth / volume : null
}

/** A pair of currencies does not move by per cents within minutes. */
function isFar(one: ListedPosition | undefined, trade: StoredTrade, close: Close, thresholds: Limits): boolean {
  if (one === undefined || pairOf(close.symbol) === null || close.profit <= 0) return false
  if (trade.close - one.last > thresholds.close_minutes * MINUTE_MS) return false
  return Math.abs(close.close_price - one.mark) > thresholds.close_price_share * Math.abs(one.mark)
}

/** As the position itself showed it, or another of its symbol; pairs with the account's currency have a largest contract. */
function valueFor(
  listed: Readonly<ListedPositions>,
  one: ListedPosition | undefined,
  { symbol, close_price }: Close,
  currency: string,
  { lot_units_most }: Limits,
): Value | null {
  if (one?.value !== undefined) return { exact: one.value }
  let newest: ListedPosition | undefined
  for (const other of Object.values(listed)) {
    if (other.symbol !== symbol || other.value === undefined || other.last <= (newest?.last ?? 0)) continue
    newest = other
  }
  if (newest?.value !== undefined) return { exact: newest.value }
  const pair = pairOf(symbol)
  if (pair?.quote === currency) return { most: lot_units_most }
  return pair?.base === currency && close_price > 0 ? { most: lot_units_most / close_price } : null
}
