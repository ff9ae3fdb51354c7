import { brokerSeconds, type AccountFile, type FileDeal } from './account-file.ts'
import { compareTickets } from './record-book.ts'

/** A position as its deals build it. Volumes in lots, times in broker wall-clock seconds. */
export interface DealPosition {
  id: string
  symbol: string
  side: 'buy' | 'sell'
  /** The volume still open. */
  volume: number
  openTime: number
  openPrice: number
}

const dust = 1e-8

/**
 * Names the position of every trade deal of an MT5 file (ticket of the deal -> position id). A statement names none, so it is derived: an
 * entry's position is the order that opened it; an exit is matched by symbol, opposite side, remaining volume and time. The list of wholly
 * closed positions and the result at the prices decide between several; "out by" is matched by its comment `#n by #m`. An exit without a
 * known entry gets its own order as a position of its own.
 */
export function positionsOfDeals(file: AccountFile): Map<string, string> {
  const open = new Map<string, DealPosition>()
  const named = new Map<string, string>()
  const finalClose = new Map(file.closed_trades.map((trade) => [trade.ticket, brokerSeconds(trade.close_time)]))
  const worth = pointWorth(file)
  const staysOpen = new Set(file.open_trades.map((trade) => trade.ticket))
  const netting = file.account.position_mode !== null && /^net|^exchange/.test(file.account.position_mode ?? '')

  const deals = (file.deals ?? []).filter(isTradeDeal)
  const ordered = deals
    .map((deal) => ({ deal, time: brokerSeconds(deal.time) }))
    .toSorted((left, right) => left.time - right.time || compareTickets(left.deal.ticket, right.deal.ticket))

  for (const { deal, time } of ordered) {
    const symbol = deal.symbol ?? ''
    const own = deal.order ?? deal.ticket
    const held = netting ? [...open.values()].find((position) => position.symbol === symbol) : undefined
    let position: DealPosition | undefined
    if (deal.direction === 'in') {
      position = held ?? { id: own, symbol, side: sideOf(deal), volume: 0, openTime: time, openPrice: deal.price ?? 0 }
      position.volume += volumeOf(deal)
      open.set(position.id, position)
    } else if (deal.direction === 'out by') {
      position = positionOfCloseBy(deal, open)
    } else if (netting) {
      position = held
    } else {
      position = bestMatch(deal, time)
    }
    named.set(deal.ticket, position?.id ?? own)
    if (position === undefined || deal.direction === 'in') continue
    if (deal.direction === 'in/out') {
      position.side = sideOf(deal)
      position.volume = volumeOf(deal) - position.volume
      position.openTime = time
      position.openPrice = deal.price ?? 0
    } else {
      position.volume -= volumeOf(deal)
    }
    if (position.volume < dust) open.delete(position.id)
  }
  return named

  function bestMatch(deal: FileDeal, time: number): DealPosition | undefined {
    let best: DealPosition | undefined
    let bestRank = [Number.POSITIVE_INFINITY]
    for (const position of open.values()) {
      if (position.symbol !== deal.symbol || position.side === sideOf(deal)) continue
      const rest = position.volume - volumeOf(deal)
      if (rest < -dust) continue
      const closes = rest < dust
      const final = finalClose.get(position.id)
      if (final !== undefined && (final < time || (closes && final !== time))) continue
      if (closes && staysOpen.has(position.id)) continue
      const direction = position.side === 'buy' ? 1 : -1
      const move = ((deal.price ?? 0) - position.openPrice) * volumeOf(deal) * direction
      const error = Math.abs(deal.profit - move * (worth.get(position.symbol) ?? 0))
      const plausible = error <= 0.02 + 0.03 * Math.abs(deal.profit)
      // On equal rank the oldest wins: `open` keeps the order of entry.
      const rank = [plausible ? 0 : 1, closes ? (final === time ? 0 : 1) : 2, error]
      if (compareRanks(rank, bestRank) < 0) {
        best = position
        bestRank = rank
      }
    }
    return best
  }
}

/** Result of one lot for a move of 1.0 in the price, by symbol: the median of the closed positions. */
function pointWorth(file: AccountFile): Map<string, number> {
  const volumes = new Map<string, number[]>()
  for (const trade of file.closed_trades) {
    const move = (trade.close_price - trade.open_price) * trade.volume * (trade.type === 'buy' ? 1 : -1)
    if (Math.abs(move) < dust) continue
    const list = volumes.get(trade.symbol) ?? []
    list.push(trade.profit / move)
    volumes.set(trade.symbol, list)
  }
  const median = (list: number[]) => list.toSorted((left, right) => left - right)[list.length >> 1] ?? 0
  return new Map([...volumes].map(([symbol, list]) => [symbol, median(list)]))
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (const [index, value] of left.entries()) {
    const difference = value - (right[index] ?? Number.POSITIVE_INFINITY)
    if (difference !== 0) return difference
  }
  return 0
}

/** True for deals that buy or sell, false for balance operations. */
export function isTradeDeal(deal: FileDeal): boolean {
  return deal.type === 'buy' || deal.type === 'sell'
}

function positionOfCloseBy(deal: FileDeal, open: Map<string, DealPosition>): DealPosition | undefined {
  const ids = /^#(\d+) by #(\d+)/.exec(deal.comment ?? '')?.slice(1) ?? []
  return ids
    .map((id) => open.get(id))
    .find((position) => position !== undefined && position.symbol === deal.symbol && position.side !== sideOf(deal))
}

function sideOf(deal: FileDeal): 'buy' | 'sell' {
  return deal.type === 'sell' ? 'sell' : 'buy'
}

function volumeOf(deal: FileDeal): number {
  return deal.volume ?? 0
}
