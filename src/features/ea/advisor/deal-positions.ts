import { brokerSeconds, type AccountFile, type FileDeal } from './account-file.ts'
import { compareTickets } from './record-book.ts'

/** A position as its deals build it up. Volumes in lots, times in broker wall-clock seconds. */
export interface DealPosition {
  id: string
  symbol: string
  side: 'buy' | 'sell'
  /** Still open. */
  volume: number
  openTime: number
  openPrice: number
}

const dust = 1e-8

/**
 * Names the position of every trade deal of an MT5 file (ticket of the deal -> position id).
 * A statement names none: an entry's position is the order that opened it; an exit is matched by symbol, opposite side,
 * remaining volume and time, with the list of wholly closed positions as a hint; "out by" by its comment `#n by #m`.
 * An exit without known entry gets its own order: a position that nothing else belongs to.
 */
export function positionsOfDeals(file: AccountFile): Map<string, string> {
  const open = new Map<string, DealPosition>()
  const named = new Map<string, string>()
  const finalClose = new Map<string, { time: number; price: number }>()
  for (const trade of file.closed_trades) {
    finalClose.set(trade.ticket, { time: brokerSeconds(trade.close_time), price: trade.close_price })
  }
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
    let bestRank = Number.POSITIVE_INFINITY
    for (const position of open.values()) {
      if (position.symbol !== deal.symbol || position.side === sideOf(deal)) continue
      const rest = position.volume - volumeOf(deal)
      if (rest < -dust) continue
      const closes = rest < dust
      const final = finalClose.get(position.id)
      if (final !== undefined && (final.time < time || (closes && final.time !== time))) continue
      if (closes && staysOpen.has(position.id)) continue
      // Final close by the list, then a fitting volume, then the oldest: `open` keeps the order of entry.
      const listed = closes && final?.time === time ? (final.price === deal.price ? 0 : 1) : closes ? 2 : 3
      if (listed < bestRank) {
        best = position
        bestRank = listed
      }
    }
    return best
  }
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
