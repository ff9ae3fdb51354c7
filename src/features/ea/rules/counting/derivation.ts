import { isDeal, type LedgerRecord } from '../records.ts'
import type { Mt4Order, Mt5Deal } from '../../sync-contract.ts'

/** From records to trades and balance operations. `docs/ea-protocol.md`, records 2 and 3. */

/** The part of a position since it was last flat. It exists while the position is open. */
export interface Stretch {
  side: 'buy' | 'sell'
  volume: number
  /** Milliseconds UTC of the first entry. */
  since: number
  /** Commission and fee of the entries that no exit has taken yet; 0 or negative as a rule. */
  cost: number
}

/** Open stretches by position id. */
export type Stretches = Record<string, Stretch>

export interface DerivedTrade {
  ticket: string
  symbol: string
  side: 'buy' | 'sell'
  volume: number
  /** Milliseconds UTC, as `close`. */
  open: number
  close: number
  /** The whole result, entry cost included. */
  net: number
  /** The amount that the close added to the balance. */
  booked: number
}

export interface DerivedOperation {
  ticket: string
  t: number
  type: string
  amount: number
}

/** The derived state so far; records are added in the order of the history. */
export interface Derivation {
  stretches: Stretches
  trades: DerivedTrade[]
  operations: DerivedOperation[]
}

export function newDerivation(stretches: Stretches): Derivation {
  return { stretches: { ...stretches }, trades: [], operations: [] }
}

/**
 * Adds one record.
 * @param at the record's time in UTC milliseconds, held within its interval
 * @param utc converts broker seconds to UTC milliseconds
 */
export function addRecord(
  derivation: Derivation,
  record: LedgerRecord,
  at: number,
  utc: (seconds: number) => number,
): void {
  if (!isDeal(record)) return addOrder(derivation, record, at, utc)
  if (record.type !== 'buy' && record.type !== 'sell') return addOperation(derivation, record, at)
  const { stretches } = derivation
  const open = stretches[record.position]
  if (record.entry === 'inout') return reverse(derivation, record, open, at)
  if (record.entry === 'out' || record.entry === 'out_by') return exit(derivation, record, open, at)
  enter(derivation, record, open, at)
}

function addOrder(derivation: Derivation, order: Mt4Order, at: number, utc: (seconds: number) => number): void {
  if (order.type !== 'buy' && order.type !== 'sell') return addOperation(derivation, order, at)
  const net = order.profit + order.swap + order.commission
  derivation.trades.push({
    ticket: order.ticket,
    symbol: order.symbol,
    side: order.type,
    volume: order.lots,
    open: Math.min(utc(order.open_time), at),
    close: at,
    net,
    booked: net,
  })
}

function enter({ stretches, operations }: Derivation, deal: Mt5Deal, open: Stretch | undefined, at: number): void {
  const cost = deal.commission + deal.fee
  stretches[deal.position] =
    open === undefined
      ? { side: deal.type as 'buy' | 'sell', volume: deal.volume, since: at, cost }
      : { ...open, volume: volumeOf(open.volume + deal.volume), cost: open.cost + cost }
  addCharge(operations, deal.ticket, at, 'commission', cost)
  // An entry usually books nothing else; any other amount is part of the balance.
  addCharge(operations, `${deal.ticket}/swap`, at, 'swap', deal.profit + deal.swap)
}

function exit({ stretches, trades }: Derivation, deal: Mt5Deal, open: Stretch | undefined, at: number): void {
  const booked = deal.profit + deal.swap + deal.commission + deal.fee
  const side = open?.side ?? (deal.type === 'buy' ? 'sell' : 'buy')
  let taken = 0
  if (open !== undefined) {
    const rest = volumeOf(open.volume - deal.volume)
    taken = rest > 0 && open.volume > 0 ? (open.cost * deal.volume) / open.volume : open.cost
    if (rest > 0) stretches[deal.position] = { ...open, volume: rest, cost: open.cost - taken }
    else delete stretches[deal.position]
  }
  const { ticket, symbol, volume } = deal
  trades.push({
    ticket,
    symbol,
    side,
    volume,
    open: Math.min(open?.since ?? at, at),
    close: at,
    net: booked + taken,
    booked,
  })
}

/**
 * A netting reversal closes all, and opens the rest on the other side at the same moment. Where the open volume is not known (no entry
 * received, or not all of it), the close takes the whole charge, and the rest is at most the deal.
 */
function reverse(
  { stretches, trades, operations }: Derivation,
  deal: Mt5Deal,
  open: Stretch | undefined,
  at: number,
): void {
  const cost = deal.commission + deal.fee
  const known = open !== undefined && open.volume < deal.volume
  const closing = known ? (cost * open.volume) / deal.volume : cost
  const booked = deal.profit + deal.swap + closing
  const { ticket, symbol } = deal
  const side = deal.type as 'buy' | 'sell'
  trades.push({
    ticket,
    symbol,
    side: open?.side ?? (side === 'buy' ? 'sell' : 'buy'),
    volume: known ? open.volume : deal.volume,
    open: Math.min(open?.since ?? at, at),
    close: at,
    net: booked + (open?.cost ?? 0),
    booked,
  })
  const volume = known ? volumeOf(deal.volume - open.volume) : deal.volume
  stretches[deal.position] = { side, volume, since: at, cost: cost - closing }
  addCharge(operations, ticket, at, 'commission', cost - closing)
}

function addCharge(operations: DerivedOperation[], ticket: string, t: number, type: string, amount: number): void {
  if (amount !== 0) operations.push({ ticket, t, type, amount })
}

function addOperation({ operations }: Derivation, record: LedgerRecord, at: number): void {
  const amount = record.profit + record.swap + record.commission + (isDeal(record) ? record.fee : 0)
  // A cancelled deal stays in the list with all amounts zero.
  if (amount === 0) return
  operations.push({
    ticket: record.ticket,
    t: at,
    type: operationType(record.type, amount, record.comment ?? ''),
    amount,
  })
}

const financing = /\b(?:swaps?|rollovers?|overnight|financ\w*|triple\s*swap|storage)\b/i
const dividend = /\b(?:dividends?|div\.?\s*adj\w*)\b/i

/**
 * The type of `docs/ranking.md` 3.2. A comment may turn a withdrawal into a result (brokers book financing and dividends as balance rows),
 * never a deposit: a text that anybody can write must not turn a deposit into a gain.
 */
export function operationType(type: string, amount: number, comment: string): string {
  if (type === 'balance') {
    if (amount > 0) return 'deposit'
    if (dividend.test(comment)) return 'dividend'
    return financing.test(comment) ? 'swap' : 'withdrawal'
  }
  if (type.startsWith('commission')) return 'commission'
  if (type.startsWith('dividend')) return 'dividend'
  if (type === 'buy_canceled' || type === 'sell_canceled') return 'correction'
  return type === 'financing' ? 'swap' : type
}

/** Volumes have at most five decimals, and so do their differences. */
function volumeOf(volume: number): number {
  return Math.round(volume * 1e8) / 1e8
}

/** The origin of a trade or operation: observed since the first snapshot, imported from before it, or reported too late to count. */
export type Origin = 'witnessed' | 'imported' | 'late'
export type StoredTrade = DerivedTrade & { origin: Origin }
export type StoredOperation = DerivedOperation & { origin: Origin }
