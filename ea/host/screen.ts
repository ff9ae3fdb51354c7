import { stateOf, type Book } from './book.ts'
import { bytesOf } from './program.ts'
import { fieldsOfRow, type Row } from './row.ts'

const modes = { demo: 0, contest: 1, real: 2 }
const marginModes = { netting: 0, exchange: 1, hedging: 2 }

/** What a terminal is besides its account. */
export interface TerminalFacts {
  build: number
  connected: boolean
  loggedIn: boolean
  tester: boolean
}

/**
 * Every message that brings a program's picture of the terminal up to date.
 * @param told records that the program knows already; what it is told now is added
 */
export function messagesOf(book: Book, facts: TerminalFacts, told: Map<string, Row>): string[][] {
  const { options } = book
  const state = stateOf(book)
  const margin = book.printed?.margin ?? 0
  const flag = (yes: boolean) => (yes ? '1' : '0')
  const settings: Record<string, string | number> = {
    platform: book.platform,
    build: facts.build,
    connected: flag(facts.connected),
    tester: flag(facts.tester),
    terminal_trade: '1',
    terminal_name: book.platform === 'MT4' ? 'MetaTrader 4' : 'MetaTrader 5',
    terminal_company: options.company,
    language: 'Italian',
    login: facts.loggedIn ? options.login : '0',
    name: 'Anna Rossi',
    server: options.server,
    company: options.company,
    currency: options.currency,
    digits: options.digits,
    leverage: options.leverage,
    limit_orders: 200,
    trade_mode: modes[options.trade_mode],
    margin_mode: marginModes[options.margin_mode],
    trade_allowed: flag(options.trade_allowed),
    trade_expert: '1',
    balance: state.balance,
    credit: state.credit,
    floating: state.floating,
    equity: state.equity,
    margin,
    free: book.round(state.equity - margin),
    level: margin === 0 ? 0 : (state.equity / margin) * 100,
    'history.from': book.shownFrom,
  }
  const messages = Object.entries(settings).map(([key, value]) => ['set', key, bytesOf(String(value))])
  for (const [name, { digits, price }] of book.symbols) {
    messages.push(['symbol', bytesOf(name), String(digits), String(10 ** -digits), String(price), String(price)])
  }
  messages.push(...recordMessages(book, told))
  messages.push(['clear', 'positions'], ...[...book.positions.values()].map((row) => rowMessage('position', row)))
  messages.push(['clear', 'pendings'], ...[...book.pendings.values()].map((row) => rowMessage('pending', row)))
  return messages
}

function recordMessages(book: Book, told: Map<string, Row>): string[][] {
  const messages: string[][] = []
  if ([...told.keys()].some((ticket) => !book.records.has(ticket))) {
    told.clear()
    messages.push(['clear', 'history'])
  }
  for (const row of book.records.values()) {
    if (told.get(row.ticket) === row) continue
    told.set(row.ticket, row)
    messages.push(rowMessage('record', row))
  }
  return messages
}

function rowMessage(kind: string, row: Row): string[] {
  return [kind, ...fieldsOfRow(row).map(bytesOf)]
}
