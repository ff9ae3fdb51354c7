import type { Mt5Deal, OpenPosition } from '#features/ea/sync-contract.ts'
import { brokerSeconds, type AccountFile, type FileOpenOrder } from './account-file.ts'
import { cleanSum, timeOf, type HistoryItem } from './record-book.ts'
import { newestTime, positionOf } from './statement.ts'
import { shiftedTime } from './time-shift.ts'

/**
 * Open positions of a replayed statement. A statement knows the prices of opening and exit alone: between them the price goes in a straight
 * line. It is listed as of the moment before the next records appear, so that a close is at the price that was listed last.
 */
export interface Way {
  statement: AccountFile
  /** Whole weeks by which every time of the file is moved. */
  weeks: number
  /** The records that have not appeared, with their own times. */
  ahead: readonly HistoryItem[]
  /** Broker seconds in the statement's own (shifted) calendar: the newest record that appeared, and the last one that appears next. */
  reached: number
  towards: number
  /** Broker wall-clock seconds. */
  now: number
}

/** The share of the way from `from` to `to` that lies behind, from 0 to 1. */
const shareAt = (time: number, from: number, to: number): number =>
  to <= from ? 1 : Math.min(1, Math.max(0, (time - from) / (to - from)))

const between = (from: number, to: number, share: number): number =>
  Number((from + share * (to - from)).toFixed(decimalsOf(from, to)))

const decimalsOf = (...prices: number[]): number =>
  Math.max(...prices.map((price) => String(price).split('.')[1]?.length ?? 0))

/** MT4: orders that close later, and those that the statement shows as open. */
export function openOrders({ statement, weeks, ahead, reached, towards, now }: Way): OpenPosition[] {
  const end = shiftedTime(newestTime(statement), weeks)
  const listed = (trade: FileOpenOrder, price: number, at: number): OpenPosition[] => {
    const opened = shiftedTime(brokerSeconds(trade.open_time), weeks)
    if (opened > reached) return []
    const share = shareAt(towards, opened, at)
    const position = positionOf(
      statement.platform,
      trade,
      Math.min(opened, now),
      between(trade.open_price, price, share),
    )
    const { profit, swap, commission } = position
    return [
      {
        ...position,
        profit: cleanSum(profit * share),
        swap: cleanSum(swap * share),
        ...(commission !== undefined && { commission: cleanSum(commission * share) }),
      },
    ]
  }
  const closing = new Set(ahead.map(({ ticket }) => ticket))
  return [
    ...statement.closed_trades
      .filter(({ ticket }) => closing.has(ticket))
      .flatMap((trade) => listed(trade, trade.close_price, shiftedTime(brokerSeconds(trade.close_time), weeks))),
    ...statement.open_trades.flatMap((trade) => listed(trade, trade.current_price ?? trade.open_price, end)),
  ]
}

type Held = OpenPosition & { from: number }

/** MT5: positions that the deals so far leave open. @param deals with the times of the terminal @param happened their own times, by ticket */
export function openDeals(
  { statement, weeks, ahead, towards }: Way,
  deals: readonly Mt5Deal[],
  happened: ReadonlyMap<string, number>,
): OpenPosition[] {
  const open = new Map<string, Held>()
  for (const deal of deals) {
    if (deal.type !== 'buy' && deal.type !== 'sell') continue
    const held = open.get(deal.position)
    if (held === undefined || deal.entry === 'inout') {
      if (deal.entry !== 'in' && deal.entry !== 'inout') continue
      open.set(deal.position, {
        id: deal.position,
        ticket: deal.position,
        symbol: deal.symbol,
        side: deal.type,
        volume: cleanSum(deal.volume - (held?.volume ?? 0)),
        open_time: deal.time,
        open_price: deal.price,
        price: deal.price,
        profit: 0,
        swap: 0,
        magic: '0',
        from: happened.get(deal.ticket) ?? deal.time,
      })
    } else {
      held.volume = cleanSum(held.volume + (deal.entry === 'in' ? deal.volume : -deal.volume))
      if (held.volume <= 0) open.delete(deal.position)
    }
  }
  const exits = ahead.filter(
    (item): item is Mt5Deal => 'entry' in item && (item.entry === 'out' || item.entry === 'out_by'),
  )
  const last = new Map(statement.open_trades.map((trade) => [trade.ticket, trade]))
  return [...open.values()].map(({ from, ...position }) => {
    const exit = exits.find((deal) => deal.position === position.id)
    const shown = last.get(position.id)
    const goal =
      exit === undefined
        ? shown && {
            price: shown.current_price,
            profit: shown.profit,
            volume: shown.volume,
            at: shiftedTime(newestTime(statement), weeks),
          }
        : { price: exit.price, profit: exit.profit, volume: exit.volume, at: timeOf(exit) }
    if (!goal?.price || !goal.volume) return position
    const share = shareAt(towards, from, goal.at)
    return {
      ...position,
      price: between(position.open_price, goal.price, share),
      profit: cleanSum(goal.profit * (position.volume / goal.volume) * share),
    }
  })
}

/** The result of the listed positions, in account currency. */
export const resultOf = (positions: readonly OpenPosition[]): number =>
  cleanSum(positions.reduce((sum, { profit, swap, commission = 0 }) => sum + profit + swap + commission, 0))
