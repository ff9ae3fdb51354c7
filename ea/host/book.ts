import { emptyRow, type Row } from './row.ts'
import type { Platform } from './translate.ts'

export interface AccountOptions {
  login?: string
  server?: string
  company?: string
  currency?: string
  /** Decimals of money; 2 on MT4. */
  digits?: number
  leverage?: number
  trade_mode?: 'real' | 'demo' | 'contest'
  /** MT5. */
  margin_mode?: 'hedging' | 'netting' | 'exchange'
  /** False with the investor password. */
  trade_allowed?: boolean
  /** Some brokers leave credit out of equity. */
  credit_in_equity?: boolean
}

export interface Money {
  profit?: number
  swap?: number
  commission?: number
  fee?: number
}

export type Side = 'buy' | 'sell'

/** A statement's figures, in place of those that positions and prices would give. */
export interface PrintedState {
  balance: number
  credit: number
  equity: number
  floating: number
  margin?: number | undefined
}

/** An account's bookkeeping for both platforms: records, money, prices. Times in broker seconds, amounts in its currency. */
export interface Book {
  platform: Platform
  options: Required<AccountOptions>
  records: Map<string, Row>
  positions: Map<string, Row>
  pendings: Map<string, Row>
  symbols: Map<string, { digits: number; contract: number; price: number }>
  printed: PrintedState | null
  /** The oldest close time that MT4's tab shows. */
  shownFrom: number
  now: () => number
  ticket: () => string
  /** Adds a record, or replaces the one of its ticket by another object. */
  put: (row: Row) => void
  round: (amount: number) => number
  price: (symbol: string) => number
  result: (row: Row, lots: number, price: number) => number
  /** The price at which so many lots of a position give that result; the present one where none is given. */
  priceFor: (row: Row, lots: number, profit: number | undefined) => number
}

let logins = 80_000_000
/** Larger than a JavaScript number holds exactly, as on large servers of MT5. */
let dealTickets = 9_007_199_254_740_993n
let orderTickets = 100_000_000

export function openBook(platform: Platform, options: AccountOptions, now: () => number): Book {
  logins += 1
  const digits = options.digits ?? 2
  const book: Book = {
    platform,
    options: {
      login: String(logins),
      server: 'Broker-Live',
      company: 'Broker S.p.A.',
      currency: 'EUR',
      digits,
      leverage: 100,
      trade_mode: 'real',
      margin_mode: 'hedging',
      trade_allowed: true,
      credit_in_equity: true,
      ...options,
    },
    records: new Map(),
    positions: new Map(),
    pendings: new Map(),
    symbols: new Map([
      ['EURUSD', { digits: 5, contract: 100_000, price: 1.1 }],
      ['USDJPY', { digits: 3, contract: 1000, price: 150 }],
      ['XAUUSD', { digits: 2, contract: 100, price: 3000 }],
    ]),
    printed: null,
    shownFrom: 0,
    now,
    ticket() {
      if (platform === 'MT4') return String((orderTickets += 1))
      dealTickets += 1n
      return String(dealTickets)
    },
    put(row) {
      book.records.set(row.ticket, row)
    },
    round: (amount) => Number(amount.toFixed(digits)),
    price: (symbol) => book.symbols.get(symbol)?.price ?? 1,
    result(row, lots, price) {
      const direction = row.type === 0 ? 1 : -1
      return book.round(
        (price - row.open_price) * direction * lots * (book.symbols.get(row.symbol)?.contract ?? 100_000),
      )
    },
    priceFor(row, lots, profit) {
      if (profit === undefined || !Number.isFinite(profit)) return book.price(row.symbol)
      const { digits: places, contract } = book.symbols.get(row.symbol) ?? { digits: 5, contract: 100_000 }
      const moved = profit / (lots * contract)
      return Number(Math.max(row.open_price + (row.type === 0 ? moved : -moved), 10 ** -places).toFixed(places))
    },
  }
  return book
}

/** A balance row, credit or other operation: no symbol, no volume. */
export function operationRow(book: Book, type: number, amount: number, comment: string, at?: number): Row {
  const ticket = book.ticket()
  return {
    ...emptyRow(ticket, at ?? book.now()),
    position: book.platform === 'MT4' ? ticket : '0',
    type,
    profit: amount,
    comment,
  }
}

/** Removes the rounding errors of binary fractions from a volume. */
export function lotsOf(volume: number): number {
  return Number(volume.toFixed(8))
}

const creditType = { MT4: 7, MT5: 3 }
const moneyless = (book: Book, row: Row) => book.platform === 'MT4' && row.type >= 2 && row.type <= 5

function netOfRow(book: Book, row: Row): number {
  if (row.type === creditType[book.platform] || moneyless(book, row)) return 0
  return row.profit + row.swap + row.commission + row.fee
}

/** Balance, credit, floating, equity: from records, positions and prices, or as printed. */
export function stateOf(book: Book): PrintedState {
  for (const row of book.positions.values()) {
    if (book.printed !== null) break
    row.price = book.price(row.symbol)
    row.profit = book.result(row, row.volume, row.price)
  }
  if (book.printed !== null) return book.printed
  const rows = [...book.records.values()]
  const balance = book.round(rows.reduce((sum, row) => sum + netOfRow(book, row), 0))
  const credits = rows.filter(({ type }) => type === creditType[book.platform])
  const credit = book.round(credits.reduce((sum, row) => sum + row.profit, 0))
  const open = [...book.positions.values()]
  const floating = book.round(open.reduce((sum, row) => sum + row.profit + row.swap + row.commission, 0))
  const counted = book.options.credit_in_equity ? credit : 0
  return { balance, credit, floating, equity: book.round(balance + counted + floating) }
}

/** The `ledger` that an advisor should send: MT4 counts the records of its tab, and no cancelled orders. */
export function ledgerOf(book: Book): { count: number; net: number; first: number; last: number } {
  const rows = [...book.records.values()].filter(
    (row) => !moneyless(book, row) && (book.platform === 'MT5' || row.time >= book.shownFrom),
  )
  const times = rows.map(({ time }) => time)
  return {
    count: rows.length,
    net: book.round(rows.reduce((sum, row) => sum + netOfRow(book, row), 0)),
    first: rows.length === 0 ? 0 : times.reduce((a, b) => Math.min(a, b)),
    last: rows.length === 0 ? 0 : times.reduce((a, b) => Math.max(a, b)),
  }
}
