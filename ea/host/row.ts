import type { Mt4Order, Mt5Deal } from '#features/ea/sync-contract.ts'

/** A deal of MT5, an order of MT4, a position or a pending order, in the form of the runtime's `deal_row`. Times in broker seconds. */
export interface Row {
  ticket: string
  order: string
  /** Position id; the ticket on MT4. */
  position: string
  /** Deal's time; close time of an order, 0 while it is open. */
  time: number
  msc: number
  /** MetaTrader's number: 0 buy, 1 sell, then the platform's own. */
  type: number
  entry: number
  symbol: string
  volume: number
  /** Deal's or close price; the current price of an open position. */
  price: number
  profit: number
  swap: number
  commission: number
  fee: number
  sl: number
  tp: number
  magic: string
  reason: number
  comment: string
  open_time: number
  open_price: number
}

export const dealTypes =
  `buy sell balance credit charge correction bonus commission commission_daily commission_monthly commission_agent_daily
   commission_agent_monthly interest buy_canceled sell_canceled dividend dividend_franked tax`.split(/\s+/)
const orderTypes = ['buy', 'sell', 'buylimit', 'selllimit', 'buystop', 'sellstop', 'balance', 'credit']
const entries = ['in', 'out', 'inout', 'out_by'] as const
const reasons = ['client', 'mobile', 'web', 'expert', 'sl', 'tp', 'so', 'rollover', 'vmargin', 'split']

export function emptyRow(ticket: string, time: number): Row {
  return {
    ticket,
    order: '0',
    position: '0',
    time,
    msc: 0,
    type: 0,
    entry: 0,
    symbol: '',
    volume: 0,
    price: 0,
    profit: 0,
    swap: 0,
    commission: 0,
    fee: 0,
    sl: 0,
    tp: 0,
    magic: '0',
    reason: 0,
    comment: '',
    open_time: time,
    open_price: 0,
  }
}

export function fieldsOfRow(row: Row): string[] {
  const { ticket, order, position, time, msc, type, entry, symbol, volume, price, profit, swap, commission, fee } = row
  const amounts = [volume, price, profit, swap, commission, fee, row.sl, row.tp]
  const where = [ticket, order, position, time, msc, type, entry]
  return [...where, symbol, ...amounts, row.magic, row.reason, row.comment, row.open_time, row.open_price].map(String)
}

/** The record that an advisor should send. */
export function dealItem(row: Row): Mt5Deal {
  const {
    ticket,
    order,
    position,
    time,
    msc,
    symbol,
    volume,
    price,
    profit,
    swap,
    commission,
    fee,
    sl,
    tp,
    magic,
    comment,
  } = row
  const [type, entry] = [dealTypes[row.type] ?? 'other', entries[row.entry] ?? ('' as const)]
  const reason = reasons[row.reason] ?? 'other'
  const money = { profit, swap, commission, fee }
  return {
    ticket,
    order,
    position,
    time,
    msc,
    type,
    entry,
    symbol,
    volume,
    price,
    ...money,
    sl,
    tp,
    magic,
    reason,
    comment,
  }
}

export function orderItem(row: Row): Mt4Order {
  const { ticket, symbol, profit, swap, commission, sl, tp, magic, comment, open_time, open_price } = row
  const type = (orderTypes[row.type] ?? '') as Mt4Order['type']
  const [close_time, close_price] = [row.time, row.price]
  const when = { open_time, open_price, close_time, close_price }
  return { ticket, type, symbol, lots: row.volume, ...when, sl, tp, profit, swap, commission, magic, comment }
}

export function rowOfItem(item: Mt4Order | Mt5Deal): Row {
  if ('close_time' in item) {
    return {
      ...emptyRow(item.ticket, item.close_time),
      ...item,
      position: item.ticket,
      type: orderTypes.indexOf(item.type),
      volume: item.lots,
      price: item.close_price,
      sl: item.sl ?? 0,
      tp: item.tp ?? 0,
      magic: item.magic ?? '0',
      comment: item.comment ?? '',
    }
  }
  return {
    ...emptyRow(item.ticket, item.time),
    ...item,
    order: item.order ?? '0',
    msc: item.msc ?? 0,
    type: dealTypes.indexOf(item.type),
    entry: item.entry === '' ? 0 : entries.indexOf(item.entry),
    sl: item.sl ?? 0,
    tp: item.tp ?? 0,
    magic: item.magic ?? '0',
    reason: Math.max(0, reasons.indexOf(item.reason ?? 'client')),
    comment: item.comment ?? '',
  }
}
