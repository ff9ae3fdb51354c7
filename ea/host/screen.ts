import { stateOf, type Book } from './book.ts'
import { bytesOf } from './program.ts'
import { fieldsOfRow, type Row } from './row.ts'

const modes = { demo: 0, contest: 1, real: 2 }
const marginModes = { netting: 0, exchange: 1, hedging: 2 }

/** Data that a terminal shows only once the broker has sent it. */
export type Arrival = 'amounts' | 'currency' | 'trade_mode' | 'history' | 'positions'

/** Functions of the reference that may answer false. */
export type Failing = 'EventSetTimer' | 'HistorySelect'

/** The terminal's own state, besides its account. */
export interface TerminalFacts {
  build: number
  connected: boolean
  loggedIn: boolean
  tester: boolean
  missing: readonly Arrival[]
  failing: readonly Failing[]
}

/**
 * Every message that brings a program's picture of the terminal up to date.
 * @param reported records that the program knows already; newly reported ones are added
 */
export function messagesOf(book: Book, facts: TerminalFacts, reported: Map<string, Row>): string[][] {
  const { options } = book
  const has = (what: Arrival) => facts.loggedIn && !facts.missing.includes(what)
  const state = has('amounts') ? stateOf(book) : { balance: 0, credit: 0, floating: 0, equity: 0 }
  const margin = has('amounts') ? (book.printed?.margin ?? 0) : 0
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
    server: facts.loggedIn ? options.server : '',
    company: options.company,
    currency: has('currency') ? options.currency : '',
    digits: options.digits,
    leverage: options.leverage,
    limit_orders: 200,
    // 0 is a demo account.
    trade_mode: has('trade_mode') ? modes[options.trade_mode] : 0,
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
    failing: facts.failing.join(),
  }
  const messages = Object.entries(settings).map(([key, value]) => ['set', key, bytesOf(String(value))])
  for (const [name, { digits, price }] of book.symbols) {
    messages.push(['symbol', bytesOf(name), String(digits), String(10 ** -digits), String(price), String(price)])
  }
  const [positions, pendings] = has('positions') ? [book.positions, book.pendings] : []
  messages.push(...recordMessages(has('history') ? book.records : new Map(), reported))
  messages.push(['clear', 'positions'], ...[...(positions?.values() ?? [])].map((row) => rowMessage('position', row)))
  messages.push(['clear', 'pendings'], ...[...(pendings?.values() ?? [])].map((row) => rowMessage('pending', row)))
  return messages
}

function recordMessages(records: ReadonlyMap<string, Row>, reported: Map<string, Row>): string[][] {
  const messages: string[][] = []
  if ([...reported.keys()].some((ticket) => !records.has(ticket))) {
    reported.clear()
    messages.push(['clear', 'history'])
  }
  for (const row of records.values()) {
    if (reported.get(row.ticket) === row) continue
    reported.set(row.ticket, row)
    messages.push(rowMessage('record', row))
  }
  return messages
}

function rowMessage(kind: string, row: Row): string[] {
  return [kind, ...fieldsOfRow(row).map(bytesOf)]
}
