import type { Mt4Order, Mt5Deal, OpenPosition } from '#features/ea/sync-contract.ts'
import { ledgerOf, openBook, operationRow, stateOf, type AccountOptions, type Book, type PrintedState } from './book.ts'
import { dealItem, dealTypes, emptyRow, orderItem, rowOfItem, type Row } from './row.ts'
import type { Trading } from './trading.ts'
import { mt4Trading } from './trading-mt4.ts'
import { mt5Trading } from './trading-mt5.ts'
import type { Platform } from './translate.ts'

export interface SimulatedAccount extends Trading {
  book: Book
  /** A negative amount is a withdrawal. Every booking method returns the ticket. */
  deposit: (amount: number, options?: { comment?: string; at?: number }) => string
  credit: (amount: number) => string
  bonus: (amount: number) => string
  charge: (amount: number) => string
  correction: (amount: number) => string
  operation: (type: string, amount: number, options?: { comment?: string; at?: number }) => string
  price: (symbol: string, price: number) => void
  symbol: (name: string, digits: number, contract: number) => void
  swap: (id: string, amount: number) => void
  /** The broker changes a record of the past. */
  rewrite: (ticket: string, changes: Partial<Row>) => void
  remove: (ticket: string) => void
  /** MT5: an old deal turns into a cancelled one, its result is taken back. */
  cancelDeal: (ticket: string) => void
  pending: (comment: string, options?: { symbol?: string; lots?: number }) => string
  /** A cancelled pending order stays in MT4's history. */
  cancel: (ticket: string) => void
  /** MT4: the tab shows the orders closed from then on. */
  show: (from: number | 'all') => void
  /** Records in their wire form. */
  load: (items: readonly (Mt4Order | Mt5Deal)[]) => void
  /** Sets the printed state of a statement, in place of the one that records and prices give. */
  print: (state: PrintedState, positions: readonly OpenPosition[]) => void
  readonly login: string
  readonly history: (Mt4Order | Mt5Deal)[]
  readonly balance: number
  readonly equity: number
  readonly creditTotal: number
  ledger: () => ReturnType<typeof ledgerOf>
}

/** @param now broker wall-clock in seconds */
export function openAccount(platform: Platform, options: AccountOptions, now: () => number): SimulatedAccount {
  const book = openBook(platform, options, now)
  const isMt4 = platform === 'MT4'

  function operation(type: string, amount: number, more: { comment?: string; at?: number } = {}): string {
    // On MT4 everything but credit is a balance row.
    const number = isMt4 ? (type === 'credit' ? 7 : 6) : dealTypes.indexOf(type)
    if (number < 0) throw new Error(`No deal type ${type}`)
    const row = operationRow(book, number, amount, more.comment ?? '', more.at)
    book.put(row)
    return row.ticket
  }

  function record(ticket: string): Row {
    const row = book.records.get(ticket)
    if (row === undefined) throw new Error(`No record ${ticket}`)
    return row
  }

  function change(ticket: string, changes: Partial<Row>): void {
    book.put({ ...record(ticket), ...changes })
  }

  return {
    book,
    ...(isMt4 ? mt4Trading(book) : mt5Trading(book)),
    deposit: (amount, more) => operation('balance', amount, more),
    credit: (amount) => operation('credit', amount),
    bonus: (amount) => operation('bonus', amount),
    charge: (amount) => operation('charge', amount),
    correction: (amount) => operation('correction', amount),
    operation,
    price(symbol, price) {
      const known = book.symbols.get(symbol)
      book.symbols.set(symbol, { digits: known?.digits ?? 5, contract: known?.contract ?? 100_000, price })
    },
    symbol(name, digits, contract) {
      book.symbols.set(name, { digits, contract, price: book.symbols.get(name)?.price ?? 1 })
    },
    swap(id, amount) {
      const row = book.positions.get(id)
      if (row === undefined) throw new Error(`Nothing open is ${id}`)
      row.swap = amount
    },
    rewrite: change,
    remove(ticket) {
      book.records.delete(record(ticket).ticket)
    },
    cancelDeal: (ticket) => change(ticket, { type: record(ticket).type === 0 ? 13 : 14, profit: 0 }),
    pending(comment, { symbol = 'EURUSD', lots = 0.01 } = {}) {
      const ticket = book.ticket()
      const far = book.price(symbol) / 2
      const base = emptyRow(ticket, isMt4 ? 0 : book.now())
      book.pendings.set(ticket, {
        ...base,
        type: 2,
        symbol,
        volume: lots,
        open_price: far,
        open_time: book.now(),
        comment,
      })
      return ticket
    },
    cancel(ticket) {
      const row = book.pendings.get(ticket)
      if (row === undefined) throw new Error(`No pending order ${ticket}`)
      book.pendings.delete(ticket)
      if (isMt4) book.put({ ...row, time: book.now(), price: book.price(row.symbol) })
    },
    show(from) {
      book.shownFrom = from === 'all' ? 0 : from
    },
    load(items) {
      for (const item of items) book.put(rowOfItem(item))
    },
    print(state, positions) {
      book.printed = state
      book.positions.clear()
      for (const position of positions) book.positions.set(position.id, positionRow(position, isMt4))
    },
    login: book.options.login,
    get history() {
      return [...book.records.values()].map((row) => (isMt4 ? orderItem(row) : dealItem(row)))
    },
    get balance() {
      return stateOf(book).balance
    },
    get equity() {
      return stateOf(book).equity
    },
    get creditTotal() {
      return stateOf(book).credit
    },
    ledger: () => ledgerOf(book),
  }
}

function positionRow(position: OpenPosition, isMt4: boolean): Row {
  return {
    ...emptyRow(position.ticket ?? position.id, isMt4 ? 0 : position.open_time),
    position: position.id,
    type: position.side === 'buy' ? 0 : 1,
    symbol: position.symbol,
    volume: position.volume,
    price: position.price,
    profit: position.profit,
    swap: position.swap,
    commission: position.commission ?? 0,
    sl: position.sl ?? 0,
    tp: position.tp ?? 0,
    magic: position.magic ?? '0',
    open_time: position.open_time,
    open_price: position.open_price,
  }
}
