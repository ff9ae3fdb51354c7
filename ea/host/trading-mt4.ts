import { emptyRow, type Row } from './row.ts'
import { lotsOf, type Book } from './book.ts'
import type { CloseOptions, OpenOptions, Trading } from './trading.ts'

/** MetaTrader 4 always hedges: one order is one position, and the rest of a partly closed one goes on under a new ticket. */
export function mt4Trading(book: Book): Trading {
  const { positions } = book

  function held(id: string): Row {
    const row = positions.get(id)
    if (row === undefined) throw new Error(`No open order ${id}`)
    return row
  }

  function open(symbol: string, side: 'buy' | 'sell', lots: number, options: OpenOptions = {}): string {
    const ticket = book.ticket()
    const price = options.price ?? book.price(symbol)
    positions.set(ticket, {
      ...emptyRow(ticket, 0),
      position: ticket,
      type: side === 'buy' ? 0 : 1,
      symbol,
      volume: lots,
      price,
      open_price: price,
      open_time: options.at ?? book.now(),
      commission: options.commission ?? 0,
      swap: options.swap ?? 0,
      sl: options.sl ?? 0,
      tp: options.tp ?? 0,
      magic: options.magic ?? '0',
      comment: options.comment ?? '',
    })
    return ticket
  }

  /** Swap and commission go with the closed part. @returns the rest's ticket, or the closed one */
  function close(id: string, options: CloseOptions = {}): string {
    const row = held(id)
    const lots = options.lots ?? row.volume
    const part = lots / row.volume
    const price = options.price ?? book.priceFor(row, lots, options.profit)
    const closed: Row = {
      ...row,
      volume: lots,
      time: options.at ?? book.now(),
      price,
      profit: options.profit ?? book.result(row, lots, price),
      swap: options.swap ?? book.round(row.swap * part),
      commission: options.commission ?? book.round(row.commission * part),
    }
    positions.delete(id)
    const rest = lotsOf(row.volume - lots)
    if (rest <= 0) {
      book.put(closed)
      return id
    }
    const ticket = book.ticket()
    positions.set(ticket, {
      ...row,
      ticket,
      position: ticket,
      volume: rest,
      swap: book.round(row.swap - closed.swap),
      commission: book.round(row.commission - (options.commission === undefined ? closed.commission : 0)),
      comment: `from #${id}`,
    })
    book.put({ ...closed, comment: `to #${ticket}` })
    return ticket
  }

  /** The first order takes the result; the second is booked with zero, and the rest of the larger goes on. */
  function closeBy(id: string, other: string): string {
    const [one, two] = [held(id), held(other)]
    const lots = Math.min(one.volume, two.volume)
    const price = two.open_price
    const rest = close(id, { lots, price })
    const left = lotsOf(two.volume - lots)
    positions.delete(other)
    const time = book.now()
    book.put({ ...two, volume: 0, time, price: one.open_price, profit: 0, comment: `close hedge by #${id}` })
    if (left <= 0) return rest
    const ticket = book.ticket()
    positions.set(ticket, {
      ...two,
      ticket,
      position: ticket,
      volume: left,
      swap: 0,
      commission: 0,
      comment: `from #${other}`,
    })
    return ticket
  }

  return {
    open,
    close,
    closeBy,
    reverse: () => {
      throw new Error('MetaTrader 4 does not reverse positions')
    },
  }
}
