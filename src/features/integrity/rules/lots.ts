import type { PricedTrade } from './dealings.ts'
import { amount } from './rule.ts'
import { pairOf } from './symbols.ts'

/** The worth of a price move of one unit for a lot. */

/** Units that a lot of a currency pair may stand for: 100,000 with what a rate of another moment adds. */
export const lotUnitsMost = { lot_units_most: amount(110_000) }

/** A rounding of the profit may be at most this share of it. */
const roundingShare = 0.01

export interface PricedMove {
  trade: PricedTrade
  /** Price move in the trade's favour times lots. */
  move: number
}

/** Trades whose price moved; those that another position closed are left out. */
export function movesOf(trades: readonly PricedTrade[]): PricedMove[] {
  return trades.flatMap((trade) => {
    if (trade.open_price === null || trade.by_another || trade.volume <= 0) return []
    const up = trade.close_price - trade.open_price
    const move = (trade.side === 'buy' ? up : -up) * trade.volume
    return move === 0 ? [] : [{ trade, move }]
  })
}

/** Smallest profit whose rounding does not matter. Accounts in yen may say two decimals and book whole ones. */
export function leastProfit(trades: readonly PricedTrade[], digits: number): number {
  const booked = trades.every(({ profit }) => Number.isInteger(profit)) ? 0 : digits
  return (0.5 * 10 ** -booked) / roundingShare
}

/** Units of the base currency that a lot stands for, as a trade's profit shows; null where another rate would be needed. */
export function lotUnits({ trade, move }: PricedMove, currency: string): number | null {
  const pair = pairOf(trade.symbol)
  if (pair?.quote === currency) return trade.profit / move
  if (pair?.base === currency) return (trade.profit / move) * trade.close_price
  return null
}
