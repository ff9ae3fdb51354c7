import { utcDay } from '#shared/dates.ts'
import type { Finding } from '../../finding.ts'
import { median } from '../median.ts'
import { pairOf } from '../symbols.ts'
import type { Thresholds } from '../thresholds.ts'
import type { PricedTrade } from './trades.ts'

/** What a price move of one unit is worth for a lot: cent accounts (R12) and profits that contradict prices (R22). */

/** A rounding of the profit may be at most this share of it. */
const roundingShare = 0.01
const standardLot = 100_000
const centCurrencies = new Set(['USC', 'EUC', 'GBC'])

interface Valued {
  trade: PricedTrade
  /** Price move in the trade's favour times lots. */
  move: number
}

function valued(trades: readonly PricedTrade[]): Valued[] {
  return trades.flatMap((trade) => {
    if (trade.open_price === null || trade.by_another || trade.volume <= 0) return []
    const up = trade.close_price - trade.open_price
    const move = (trade.side === 'buy' ? up : -up) * trade.volume
    return move === 0 ? [] : [{ trade, move }]
  })
}

/** Smallest profit whose rounding does not matter. Accounts in yen may say two decimals and book whole ones. */
function leastProfit(trades: readonly PricedTrade[], digits: number): number {
  const booked = trades.every(({ profit }) => Number.isInteger(profit)) ? 0 : digits
  return (0.5 * 10 ** -booked) / roundingShare
}

/**
 * R22: profit / (price move x lots) of one symbol within a UTC day stays within `lot_spread` of its median; at least `lot_outliers`
 * trades outside, over the whole period. `lot_day_trades` make a middle that one forged trade does not move. As many trades of pairs
 * with the account's currency whose lot stands for more than `lot_units_most` units are found without a middle: no broker's does.
 * Trades whose profit and whose expected profit are both lost in rounding are left out.
 * @param digits decimals of the account's money
 */
export function judgeValuePerLot(
  trades: readonly PricedTrade[],
  currency: string,
  digits: number,
  limits: Thresholds,
): Finding[] {
  const { lot_spread, lot_outliers, lot_units_most } = limits
  const least = leastProfit(trades, digits)
  const outliers: { ticket: string; symbol: string; day_value: number; own_value: number }[] = []
  let judged = 0
  const groups = Map.groupBy(valued(trades), ({ trade }) => `${trade.symbol} ${utcDay(trade.close)}`)
  for (const group of groups.values()) {
    const usable = group.filter(({ trade }) => Math.abs(trade.profit) >= least)
    if (usable.length < limits.lot_day_trades) continue
    const middle = median(usable.map(({ trade, move }) => trade.profit / move))
    for (const { trade, move } of group) {
      if (Math.max(Math.abs(trade.profit), Math.abs(middle * move)) < least) continue
      judged += 1
      const own = trade.profit / move
      if (Math.abs(own - middle) > lot_spread * Math.abs(middle))
        outliers.push({ ticket: trade.ticket, symbol: trade.symbol, day_value: middle, own_value: own })
    }
  }
  const larger = valued(trades).flatMap((one) => {
    const units = Math.abs(one.trade.profit) < least ? null : lotUnits(one, currency)
    return units !== null && Math.abs(units) > lot_units_most
      ? [{ ticket: one.trade.ticket, symbol: one.trade.symbol, lot_units: units }]
      : []
  })
  if (outliers.length < lot_outliers && larger.length < lot_outliers) return []
  return [
    {
      code: 'value_per_lot',
      occurrences: new Set([...outliers, ...larger].map(({ ticket }) => ticket)).size,
      evidence: {
        inputs: { trades: judged },
        threshold: { lot_spread_share: lot_spread, lot_outliers, lot_units_most },
        found: {
          outliers: outliers.length,
          examples: outliers.slice(0, 10),
          larger_lots: larger.length,
          larger_lot_examples: larger.slice(0, 10),
        },
      },
    },
  ]
}

/** Units of the base currency that a lot stands for, as a trade's profit shows; null where another rate would be needed. */
function lotUnits({ trade, move }: Valued, currency: string): number | null {
  const pair = pairOf(trade.symbol)
  if (pair?.quote === currency) return trade.profit / move
  if (pair?.base === currency) return (trade.profit / move) * trade.close_price
  return null
}

/**
 * R12: the account is kept in a cent currency, or its lots of currency pairs are worth about a hundredth of the usual 100,000 units.
 * Micro accounts look the same, and deserve the same words: their lots are a hundredth as well.
 */
export function judgeCent(
  trades: readonly PricedTrade[],
  currency: string,
  digits: number,
  limits: Thresholds,
): Finding[] {
  const found = (evidence: Finding['evidence']): Finding[] => [{ code: 'cent_account', occurrences: 1, evidence }]
  if (centCurrencies.has(currency))
    return found({ inputs: { currency }, threshold: { currencies: [...centCurrencies] }, found: { currency } })
  const least = leastProfit(trades, digits)
  const units = valued(trades)
    .filter(({ trade }) => Math.abs(trade.profit) >= least)
    .flatMap((one) => lotUnits(one, currency) ?? [])
  if (units.length < Math.min(limits.cent_trades, limits.review_trades)) return []
  const middle = median(units)
  const { cent_units_least, cent_units_most } = limits
  if (middle < cent_units_least || middle > cent_units_most) return []
  return found({
    inputs: { currency, trades: units.length, standard_lot: standardLot },
    threshold: { least_units: cent_units_least, most_units: cent_units_most },
    found: { median_lot_units: middle },
  })
}
