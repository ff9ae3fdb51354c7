import { emptyRow, type Row } from './row.ts'
import { lotsOf, type Book, type Money, type Side } from './book.ts'
import type { CloseOptions, OpenOptions, Trading } from './trading.ts'

const entryOf = { in: 0, out: 1, inout: 2, out_by: 3 }

/** MetaTrader 5: each trade is a deal at once, and deals carry the commissions. Netting holds one position for each symbol. */
export function mt5Trading(book: Book): Trading {
  const { positions } = book
  const nets = book.options.margin_mode !== 'hedging'

  function held(id: string): Row {
    const row = positions.get(id)
    if (row === undefined) throw new Error(`No open position ${id}`)
    return row
  }

  function deal(
    of: Row,
    entry: keyof typeof entryOf,
    side: Side,
    lots: number,
    price: number,
    options: Money & OpenOptions,
  ): string {
    const ticket = book.ticket()
    book.put({
      ...emptyRow(ticket, options.at ?? book.now()),
      order: book.ticket(),
      position: of.position,
      type: side === 'buy' ? 0 : 1,
      entry: entryOf[entry],
      symbol: of.symbol,
      volume: lots,
      price,
      profit: options.profit ?? 0,
      swap: options.swap ?? 0,
      commission: options.commission ?? 0,
      fee: options.fee ?? 0,
      magic: options.magic ?? of.magic,
      comment: options.comment ?? '',
    })
    return ticket
  }

  function enter(symbol: string, side: Side, lots: number, options: OpenOptions): string {
    const id = book.ticket()
    const price = options.price ?? book.price(symbol)
    const position: Row = {
      ...emptyRow(id, options.at ?? book.now()),
      position: id,
      type: side === 'buy' ? 0 : 1,
      symbol,
      volume: lots,
      price,
      open_price: price,
      sl: options.sl ?? 0,
      tp: options.tp ?? 0,
      magic: options.magic ?? '0',
      comment: options.comment ?? '',
    }
    positions.set(id, position)
    // The swap of an entry belongs to the position until it is closed.
    deal(position, 'in', side, lots, price, { ...options, swap: 0 })
    position.swap = options.swap ?? 0
    return id
  }

  function open(symbol: string, side: Side, lots: number, options: OpenOptions = {}): string {
    const position = nets ? [...positions.values()].find((row) => row.symbol === symbol) : undefined
    if (position === undefined) return enter(symbol, side, lots, options)
    const price = options.price ?? book.price(symbol)
    if (sideOf(position) === side) {
      const volume = lotsOf(position.volume + lots)
      position.open_price = (position.open_price * position.volume + price * lots) / volume
      position.volume = volume
      deal(position, 'in', side, lots, price, options)
    } else if (lots <= position.volume) close(position.position, { ...options, lots, price })
    else turn(position, lots, price, options)
    return position.position
  }

  /** One deal closes all and opens the rest on the other side: the id stays, the ticket changes. */
  function turn(position: Row, lots: number, price: number, options: OpenOptions): void {
    const side = opposite(sideOf(position))
    const profit = options.profit ?? book.result(position, position.volume, price)
    deal(position, 'inout', side, lots, price, { swap: position.swap, ...options, profit })
    position.ticket = book.ticket()
    position.type = side === 'buy' ? 0 : 1
    position.volume = lotsOf(lots - position.volume)
    position.open_price = price
    position.time = options.at ?? book.now()
    position.swap = 0
  }

  /** @returns the exit deal's ticket */
  function close(id: string, options: CloseOptions = {}, entry: 'out' | 'out_by' = 'out'): string {
    const position = held(id)
    const lots = options.lots ?? position.volume
    const price = options.price ?? book.priceFor(position, lots, options.profit)
    const swap = options.swap ?? book.round((position.swap * lots) / position.volume)
    const profit = options.profit ?? book.result(position, lots, price)
    position.volume = lotsOf(position.volume - lots)
    position.swap = book.round(position.swap - swap)
    if (position.volume <= 0) positions.delete(id)
    return deal(position, entry, opposite(sideOf(position)), lots, price, { ...options, swap, profit })
  }

  function closeBy(id: string, other: string): string {
    const [one, two] = [held(id), held(other)]
    const lots = Math.min(one.volume, two.volume)
    const [first, second] = [one.open_price, two.open_price]
    const comment = `#${id} by #${other}`
    const ticket = close(id, { lots, price: second, comment }, 'out_by')
    close(other, { lots, price: first, profit: 0, comment }, 'out_by')
    return ticket
  }

  function reverse(symbol: string, lots: number): string {
    const position = [...positions.values()].find((row) => row.symbol === symbol)
    if (position === undefined || !nets) throw new Error(`No netting position of ${symbol}`)
    return open(symbol, opposite(sideOf(position)), lotsOf(position.volume + lots))
  }

  return { open, close, closeBy, reverse }
}

function sideOf(row: Row): Side {
  return row.type === 0 ? 'buy' : 'sell'
}

function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy'
}
