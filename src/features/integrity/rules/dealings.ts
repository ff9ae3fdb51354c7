import type { DerivedTrade } from '#features/ea/rules/counting/derivation.ts'
import { compareTickets } from '#features/ea/rules/records.ts'
import { DAY_MS } from '#shared/dates.ts'

/** Closed trades of an account with the records behind them, put together to positions. */

/** A witnessed closed trade. Times in milliseconds UTC, `net` in account currency. */
export type ReviewTrade = Omit<DerivedTrade, 'booked'>

/** A stored buy or sell record: an order of MT4, a deal of MT5. */
export interface ReviewRecord {
  ticket: string
  /** Milliseconds UTC: MT4's close, MT5's deal. */
  at: number
  type: 'buy' | 'sell'
  /** Null on MT4. */
  entry: string | null
  position: string | null
  /** The order behind a deal: one order may be filled in several. */
  order: string | null
  volume: number
  /** MT4's close, MT5's deal. */
  price: number
  /** MT4 alone. */
  open_price: number | null
  /** The result of the price alone. */
  profit: number
  /** Null where the terminal did not send it, 0 where there was none. */
  sl: number | null
}

export interface PricedTrade extends ReviewTrade {
  /** Average of the entries; null where none is known. */
  open_price: number | null
  close_price: number
  profit: number
  /** Closed against another position: MetaTrader splits profit and price between the two as it likes. */
  by_another: boolean
}

export interface Entry {
  symbol: string
  side: 'buy' | 'sell'
  volume: number
  at: number
  price: number
  /** When the position was closed, and with what. */
  close: number
  net: number
  tickets: string[]
}

/** All trades that closed one position, or one stretch of it between two moments without volume. */
export interface Position {
  symbol: string
  side: 'buy' | 'sell'
  open: number
  close: number
  net: number
  volume: number
  tickets: string[]
  entries: Entry[]
  /** Whether a stop loss was ever observed; null where the terminal does not report them. */
  stop: boolean | null
}

export interface Dealings {
  trades: PricedTrade[]
  positions: Position[]
}

interface Opening {
  record: ReviewRecord
  volume: number
}

interface Stretch {
  volume: number
  price: number
  openings: Opening[]
  stop: boolean | null
}

/** An exit with the entries that it closed, and their average price. */
interface Exit {
  stretch: Stretch
  price: number | null
}

/**
 * Puts trades and records together. The order of either list has no meaning; trades without a record are left out.
 * MT4 leaves a partly closed order under its ticket and carries the rest on under a new one: same symbol, side, opening second and
 * price are one position.
 */
export function dealingsOf(trades: readonly ReviewTrade[], records: readonly ReviewRecord[]): Dealings {
  const byTicket = new Map(records.map((record) => [record.ticket, record]))
  const exits = exitsOf(records)
  const priced: PricedTrade[] = []
  const groups = new Map<unknown, { trades: PricedTrade[]; stretch: Stretch | null; stop: boolean | null }>()
  for (const trade of trades.toSorted(byClose)) {
    const record = byTicket.get(trade.ticket)
    if (record === undefined) continue
    const exit = exits.get(trade.ticket)
    const one: PricedTrade = {
      ...trade,
      open_price: exit === undefined ? record.open_price : exit.price,
      close_price: record.price,
      profit: record.profit,
      by_another: record.entry === 'out_by',
    }
    priced.push(one)
    const key = exit?.stretch ?? [trade.symbol, trade.side, Math.floor(trade.open / 1000), record.open_price].join(' ')
    const group = groups.get(key) ?? { trades: [], stretch: exit?.stretch ?? null, stop: exit?.stretch.stop ?? null }
    groups.set(key, group)
    group.trades.push(one)
    group.stop = either(group.stop, stopOf(record))
  }
  return { trades: priced, positions: [...groups.values()].map(positionOf).toSorted((a, b) => a.open - b.open) }
}

function byClose(a: ReviewTrade, b: ReviewTrade): number {
  return a.close - b.close || compareTickets(a.ticket, b.ticket)
}

function positionOf(group: { trades: PricedTrade[]; stretch: Stretch | null; stop: boolean | null }): Position {
  const [first] = group.trades
  if (first === undefined) throw new Error('a position has a trade')
  const { symbol, side } = first
  const open = Math.min(...group.trades.map((trade) => trade.open))
  const close = Math.max(...group.trades.map((trade) => trade.close))
  const net = group.trades.reduce((sum, trade) => sum + trade.net, 0)
  const volume = group.trades.reduce((sum, trade) => sum + trade.volume, 0)
  const tickets = group.trades.map((trade) => trade.ticket)
  const whole = { symbol, side, close, net }
  const openings = group.stretch?.openings ?? []
  const entries: Entry[] =
    openings.length > 0
      ? openings.map(({ record, volume: opened }) => ({
          ...whole,
          at: record.at,
          price: record.price,
          volume: opened,
          tickets: [record.ticket],
        }))
      : first.open_price === null
        ? []
        : [{ ...whole, at: open, price: first.open_price, volume, tickets }]
  return { ...whole, open, volume, tickets, entries, stop: group.stop }
}

function stopOf({ sl }: ReviewRecord): boolean | null {
  return sl === null ? null : sl > 0
}

function either(a: boolean | null, b: boolean | null): boolean | null {
  return a === null ? b : b === null ? a : a || b
}

/** Walks the deals of each position in time order. */
function exitsOf(records: readonly ReviewRecord[]): Map<string, Exit> {
  const exits = new Map<string, Exit>()
  const open = new Map<string, Stretch>()
  const deals = records.filter((record) => record.position !== null)
  deals.sort((a, b) => a.at - b.at || compareTickets(a.ticket, b.ticket))
  for (const deal of deals) {
    const position = deal.position ?? ''
    const stretch = open.get(position)
    if (deal.entry === 'in') open.set(position, entered(stretch, deal, deal.volume))
    else if (stretch === undefined) {
      exits.set(deal.ticket, { stretch: entered(undefined, deal, 0), price: null })
      if (deal.entry === 'inout') open.set(position, entered(undefined, deal, deal.volume))
    } else {
      stretch.stop = either(stretch.stop, stopOf(deal))
      exits.set(deal.ticket, { stretch, price: stretch.openings.length === 0 ? null : stretch.price })
      const rest = Math.round((stretch.volume - deal.volume) * 1e8) / 1e8
      if (deal.entry === 'inout') open.set(position, entered(undefined, deal, Math.max(0, -rest)))
      else if (rest > 0) stretch.volume = rest
      else open.delete(position)
    }
  }
  return exits
}

/** @param volume what the deal opens; 0 where it opens nothing that is known */
function entered(stretch: Stretch | undefined, deal: ReviewRecord, volume: number): Stretch {
  if (stretch === undefined) {
    const openings = volume > 0 ? [{ record: deal, volume }] : []
    return { volume, price: deal.price, openings, stop: stopOf(deal) }
  }
  const total = stretch.volume + volume
  if (total > 0) stretch.price = (stretch.price * stretch.volume + deal.price * volume) / total
  stretch.volume = total
  stretch.stop = either(stretch.stop, stopOf(deal))
  stretch.openings.push({ record: deal, volume })
  return stretch
}

/** The positions that closed within the last `days` days. @param now milliseconds UTC */
export function closedWithin(positions: readonly Position[], now: number, days: number): Position[] {
  return positions.filter(({ close }) => close > now - days * DAY_MS && close <= now)
}
