import type { OpenPosition } from '../../sync-contract.ts'
import { isDeal, isTrade, type LedgerRecord } from '../records.ts'
import type { DerivedTrade } from './derivation.ts'

/** The exits among a snapshot's records, and the part of them that no position has taken yet. Volumes are lots, times milliseconds UTC. */

/** A part of an exit. */
export interface ExitPart {
  ticket: string
  volume: number
  /** When the exit counts. */
  t: number
}

export interface Exits {
  /** Takes up to this volume of the exits of a position. */
  take: (id: string, volume: number) => ExitPart[]
  /** MT4: the same, of closed orders that no list held, that have the same opening, and that were open when the position was listed. */
  takeAlike: (one: Opening & { volume: number; since: number }) => ExitPart[]
}

interface Exit extends ExitPart {
  /** MT5: the position; MT4: the order. */
  id: string
  /** MT4 alone. */
  opening: string | null
  opened: number
}

interface Opening {
  symbol: string
  side: 'buy' | 'sell'
  open_price: number
}

/** A reversal opens the other side under the same id. */
export const keyOf = ({ id, side }: { id: string; side: string }): string => `${id} ${side}`

export const openingOf = ({ symbol, side, open_price }: Opening): string =>
  `${symbol} ${side} ${open_price.toPrecision(8)}`

/** @param trades derived from the records */
export function exitsIn(records: readonly LedgerRecord[], trades: readonly DerivedTrade[]): Exits {
  const tradeOf = new Map(trades.map((trade) => [trade.ticket, trade]))
  const exits = records.filter(isTrade).flatMap((record): Exit[] => {
    const { ticket } = record
    const trade = tradeOf.get(ticket)
    if (trade === undefined) return []
    const base = { ticket, t: trade.close, opened: trade.open }
    return isDeal(record)
      ? [{ ...base, id: record.position, volume: record.volume, opening: null }]
      : [{ ...base, id: ticket, volume: closedLots(record, records), opening: openingOf(orderOpening(record)) }]
  })
  const byId = Map.groupBy(exits, ({ id }) => id)
  const takeFrom = (those: readonly Exit[], volume: number): ExitPart[] => {
    const parts: ExitPart[] = []
    let wanted = volume
    for (const exit of those) {
      const part = Math.min(exit.volume, wanted)
      if (!(part > 0)) continue
      parts.push({ ticket: exit.ticket, volume: part, t: exit.t })
      wanted -= part
      exit.volume = Number.isFinite(exit.volume) ? exit.volume - part : 0
    }
    return parts
  }
  return {
    take: (id, volume) => takeFrom(byId.get(id) ?? [], volume),
    takeAlike: (one) =>
      takeFrom(
        exits.filter(({ opening, opened }) => opening === openingOf(one) && opened <= one.since),
        one.volume,
      ),
  }
}

type Order = Exclude<LedgerRecord, { entry: unknown }>

const orderOpening = ({ symbol, type, open_price }: Order): Opening => ({
  symbol,
  side: type === 'buy' ? 'buy' : 'sell',
  open_price,
})

/** An order that another one closed is booked with no lots: all of it is gone. */
function closedLots(order: Order, records: readonly LedgerRecord[]): number {
  if (order.lots > 0) return order.lots
  const isPair = records.some(
    (one) =>
      !isDeal(one) &&
      isTrade(one) &&
      one.type !== order.type &&
      one.symbol === order.symbol &&
      one.close_time === order.close_time,
  )
  return isPair ? Infinity : 0
}

/** Profit, swap and, on MT4, commission of listed positions, in account currency. */
export function listedResult(positions: readonly Pick<OpenPosition, 'profit' | 'swap' | 'commission'>[]): number {
  return positions.reduce((sum, { profit, swap, commission = 0 }) => sum + profit + swap + commission, 0)
}
