import type { Mt4Order, Mt5Deal, OpenPosition, SyncRequest } from '#features/ea/sync-contract.ts'
import { brokerSeconds, type AccountFile, type FileDeal, type FileOpenOrder } from './account-file.ts'
import { isTradeDeal, positionsOfDeals } from './deal-positions.ts'
import { cleanSum, compareTickets, timeOf, type HistoryItem } from './record-book.ts'
import { shiftedRecord } from './time-shift.ts'

/** The account block of a request: a mode that the statement does not print counts as real; the company replaces a missing server. */
export function accountOf(file: AccountFile): SyncRequest['account'] {
  const { account, platform } = file
  const company = account.company ?? ''
  const netting = /^(net|exchange)/.exec(account.position_mode ?? '')?.[1]
  return {
    login: account.number,
    server: account.server ?? company,
    company,
    currency: account.currency,
    digits: platform === 'MT5' && account.currency === 'JPY' ? 0 : 2,
    ...(typeof account.leverage === 'number' && { leverage: account.leverage }),
    trade_mode: account.mode === 'demo' || account.mode === 'contest' ? account.mode : 'real',
    ...(platform === 'MT5' && {
      margin_mode: netting === undefined ? 'hedging' : netting === 'net' ? 'netting' : 'exchange',
    }),
    trade_allowed: true,
  }
}

/** Every record of the statement in the ledger's order, all times moved by whole weeks. */
export function recordsOf(file: AccountFile, weeks: number): HistoryItem[] {
  const items = file.platform === 'MT4' ? ordersOf(file) : dealsOf(file)
  return items
    .map((item) => shiftedRecord(item, weeks))
    .toSorted((left, right) => timeOf(left) - timeOf(right) || compareTickets(left.ticket, right.ticket))
}

/** Broker seconds of the newest event in the statement, positions still open included. */
export function newestTime(file: AccountFile): number {
  const opened = file.open_trades.map((trade) => brokerSeconds(trade.open_time))
  return Math.max(0, ...recordsOf(file, 0).map(timeOf), ...opened)
}

/** A position of the statement that is still open, or was open before it closed. */
export function positionOf(
  platform: AccountFile['platform'],
  trade: FileOpenOrder,
  openTime: number,
  price: number,
): OpenPosition {
  return {
    id: trade.ticket,
    ticket: trade.ticket,
    symbol: trade.symbol,
    side: trade.type,
    volume: trade.volume,
    open_time: openTime,
    open_price: trade.open_price,
    price,
    sl: trade.sl ?? 0,
    tp: trade.tp ?? 0,
    profit: trade.profit,
    swap: trade.swap,
    ...(platform === 'MT4' && { commission: trade.commission + trade.taxes }),
    magic: magicOf(trade.magic),
  }
}

function ordersOf(file: AccountFile): Mt4Order[] {
  const trades = file.closed_trades.map((trade) => ({
    ticket: trade.ticket,
    type: trade.type,
    symbol: trade.symbol,
    lots: trade.volume,
    open_time: brokerSeconds(trade.open_time),
    open_price: trade.open_price,
    close_time: brokerSeconds(trade.close_time),
    close_price: trade.close_price,
    sl: trade.sl ?? 0,
    tp: trade.tp ?? 0,
    profit: trade.profit,
    swap: trade.swap,
    commission: cleanSum(trade.commission + trade.taxes),
    magic: magicOf(trade.magic),
    comment: commentOf(trade.comment),
  }))
  const operations = file.balance_operations.map((operation): Mt4Order => {
    const time = brokerSeconds(operation.time)
    return {
      ticket: operation.ticket,
      type: operation.printed_type === 'credit' ? 'credit' : 'balance',
      symbol: '',
      lots: 0,
      open_time: time,
      open_price: 0,
      close_time: time,
      close_price: 0,
      sl: 0,
      tp: 0,
      profit: operation.amount,
      swap: 0,
      commission: 0,
      magic: '0',
      comment: commentOf(operation.comment),
    }
  })
  return [...trades, ...operations]
}

const entries: Record<string, Mt5Deal['entry']> = { in: 'in', out: 'out', 'in/out': 'inout', 'out by': 'out_by' }

function dealsOf(file: AccountFile): Mt5Deal[] {
  const positions = positionsOfDeals(file)
  return (file.deals ?? []).map((deal: FileDeal) => ({
    ticket: deal.ticket,
    order: deal.order ?? '0',
    position: positions.get(deal.ticket) ?? '0',
    time: brokerSeconds(deal.time),
    msc: 0,
    type: deal.type.replaceAll(' ', '_'),
    // MetaTrader reports balance operations as entries.
    entry: isTradeDeal(deal) ? (entries[deal.direction ?? ''] ?? '') : 'in',
    symbol: deal.symbol ?? '',
    volume: deal.volume ?? 0,
    price: deal.price ?? 0,
    profit: deal.profit,
    swap: deal.swap,
    commission: deal.commission,
    fee: deal.fee,
    sl: 0,
    tp: 0,
    magic: '0',
    reason: 'client',
    comment: commentOf(deal.comment),
  }))
}

function magicOf(magic: string | null | undefined): string {
  return magic && /^-?\d{1,20}$/.test(magic) ? magic : '0'
}

function commentOf(comment: string | null | undefined): string {
  return (comment ?? '').slice(0, 256)
}
