import { createRecordBook, type HistoryItem, type RecordBook } from '#features/ea/advisor/record-book.ts'
import type { Mt5Deal, OpenPosition, SyncRequest } from '#features/ea/sync-contract.ts'
import { conversion, DAY, roundTo, type Market, type StoryTime } from './market.ts'
import { createTicketCounter } from './ticket-counter.ts'

export type Side = 'buy' | 'sell'

export interface AccountTerms {
  platform: 'MT4' | 'MT5'
  currency: string
  netting: boolean
  leverage: number
  /** US dollars for each lot and side; 0 where the spread covers all. */
  commission: number
  /** The server's next ticket at the beginning of the story: it rises with time, for all accounts of the server. */
  firstTicket: number
}

export interface Position {
  id: string
  ticket: string
  symbol: string
  side: Side
  lots: number
  openAt: StoryTime
  openPrice: number
  stop: number
  target: number
  magic: string
  comment: string
}

export interface TradingAccount {
  book: RecordBook
  positions: readonly Position[]
  balance(): number
  /** Result of the open positions at that moment, if they were closed. */
  floating(at: StoryTime): number
  deposit(amount: number, at: StoryTime, comment: string): void
  open(order: {
    symbol: string
    side: Side
    lots: number
    at: StoryTime
    stop?: number
    target?: number
    magic?: string
  }): Position | null
  /** Closes a position or a part of it; at the market where no price is given. */
  close(position: Position, at: StoryTime, how?: { price?: number; lots?: number; comment?: string }): void
  /** Largest volume that the margin allows, in lots. */
  affordable(symbol: string, at: StoryTime): number
  /** Volume whose loss over `distance` (in price) is `risk` of the balance, in lots. */
  sized(symbol: string, distance: number, risk: number): number
  snapshot(at: StoryTime): SyncRequest['snapshot']
}

/** Dollars a lot costs each night. */
const nightlySwap = 1.4

/** A broker's side of one account: fills orders at market prices, keeps the balance and writes the history a terminal shows. */
export function createTradingAccount(
  terms: AccountTerms,
  market: Market,
  brokerTime: (at: StoryTime) => number,
): TradingAccount {
  const { platform, currency, netting } = terms
  const digits = currency === 'JPY' ? 0 : 2
  const book = createRecordBook(platform === 'MT4' ? 'mt4_orders' : 'mt5_deals')
  const positions: Position[] = []
  let balance = 0
  const nextTicket = createTicketCounter(terms.firstTicket)
  const money = (amount: number) => roundTo(amount, digits)
  const worth = (symbol: string) => {
    const { contract, quote } = market.instrument(symbol)
    return contract * conversion(quote, currency)
  }
  const marketPrice = (symbol: string, side: Side, at: StoryTime) => {
    const { spread, digits: places } = market.instrument(symbol)
    return roundTo(market.price(symbol, at) + (side === 'buy' ? spread / 2 : -spread / 2), places)
  }
  const fee = (lots: number) => -money(terms.commission * lots * conversion('USD', currency))
  const resultOf = ({ symbol, side, openPrice }: Position, price: number, lots: number) =>
    money((price - openPrice) * (side === 'buy' ? 1 : -1) * lots * worth(symbol))
  const swapOf = ({ openAt }: Position, at: StoryTime, lots: number) =>
    -money((Math.floor(at / DAY) - Math.floor(openAt / DAY)) * lots * nightlySwap * conversion('USD', currency)) || 0

  function record(item: HistoryItem): void {
    book.append([item])
    if (item.type !== 'credit') balance = money(balance + item.profit + item.swap + item.commission)
  }

  function deal(at: StoryTime, part: Partial<Mt5Deal>): void {
    record({
      ticket: nextTicket(at),
      order: nextTicket(at),
      position: '0',
      time: brokerTime(at),
      msc: 0,
      type: 'balance',
      entry: 'in',
      symbol: '',
      volume: 0,
      price: 0,
      profit: 0,
      swap: 0,
      commission: 0,
      fee: 0,
      magic: '0',
      reason: 'client',
      comment: '',
      ...part,
    })
  }

  const account: TradingAccount = {
    book,
    positions,
    balance: () => balance,
    floating: (at) =>
      money(
        positions.reduce((sum, position) => {
          const { profit, swap, commission = 0 } = openPosition(position, at)
          return sum + profit + swap + commission
        }, 0),
      ),

    deposit(amount, at, comment) {
      const profit = money(amount)
      if (profit === 0) return
      if (platform === 'MT5') return deal(at, { profit, comment })
      const time = brokerTime(at)
      record({
        ticket: nextTicket(at),
        type: 'balance',
        symbol: '',
        lots: 0,
        open_time: time,
        open_price: 0,
        close_time: time,
        close_price: 0,
        profit,
        swap: 0,
        commission: 0,
        comment,
      })
    },

    open({ symbol, side, lots: requested, at, stop = 0, target = 0, magic = '0' }) {
      const lots = roundTo(Math.min(requested, account.affordable(symbol, at)), 2)
      if (lots < 0.01) return null
      const price = marketPrice(symbol, side, at)
      const held = netting ? positions.find((position) => position.symbol === symbol) : undefined
      const id = held?.id ?? nextTicket(at)
      const fill = { order: id, position: id, type: side, symbol, price, magic }
      if (held !== undefined && held.side !== side) {
        // A netting account reverses in one deal: it closes the position and opens the rest.
        const profit = resultOf(held, price, held.lots)
        const swap = swapOf(held, at, held.lots)
        deal(at, {
          ...fill,
          order: nextTicket(at),
          entry: 'inout',
          volume: roundTo(held.lots + lots, 2),
          profit,
          swap,
          commission: fee(held.lots + lots),
        })
        Object.assign(held, { side, lots, openAt: at, openPrice: price, stop, target })
        return held
      }
      if (platform === 'MT5') {
        deal(at, {
          ...fill,
          order: held === undefined ? id : nextTicket(at),
          entry: 'in',
          volume: lots,
          commission: fee(lots),
        })
      }
      if (held !== undefined) {
        held.openPrice = (held.openPrice * held.lots + price * lots) / (held.lots + lots)
        held.lots = roundTo(held.lots + lots, 2)
        return held
      }
      const position = {
        id,
        ticket: id,
        symbol,
        side,
        lots,
        openAt: at,
        openPrice: price,
        stop,
        target,
        magic,
        comment: '',
      }
      positions.push(position)
      return position
    },

    close(position, at, { price, lots = position.lots, comment = '' } = {}) {
      const exit = position.side === 'buy' ? 'sell' : 'buy'
      const closing = price ?? marketPrice(position.symbol, exit, at)
      const profit = resultOf(position, closing, lots)
      const swap = swapOf(position, at, lots)
      const rest = roundTo(position.lots - lots, 2)
      const { symbol, magic } = position
      if (platform === 'MT5') {
        deal(at, {
          type: exit,
          entry: 'out',
          position: position.id,
          symbol,
          volume: lots,
          price: closing,
          profit,
          swap,
          commission: fee(lots),
          magic,
          comment,
        })
      } else {
        const follower = rest > 0 ? nextTicket(at) : ''
        record({
          ticket: position.ticket,
          type: position.side,
          symbol,
          lots,
          open_time: brokerTime(position.openAt),
          open_price: position.openPrice,
          close_time: brokerTime(at),
          close_price: closing,
          sl: position.stop,
          tp: position.target,
          profit,
          swap,
          commission: fee(2 * lots),
          magic,
          comment: rest > 0 ? `to #${follower}` : comment || position.comment,
        })
        if (rest > 0) Object.assign(position, { comment: `from #${position.ticket}`, ticket: follower, id: follower })
      }
      position.lots = rest
      if (rest <= 0) positions.splice(positions.indexOf(position), 1)
    },

    affordable(symbol, at) {
      const inAccount = market.price(symbol, at) * worth(symbol)
      return Math.max(0, Math.floor(((balance * terms.leverage * 0.5) / inAccount) * 100) / 100)
    },

    sized: (symbol, distance, risk) =>
      Math.max(0.01, Math.floor(((balance * risk) / (distance * worth(symbol))) * 100) / 100),

    snapshot(at) {
      const floating = account.floating(at)
      const margin = money(
        positions.reduce(
          (sum, { symbol, lots, openPrice }) => sum + (openPrice * worth(symbol) * lots) / terms.leverage,
          0,
        ),
      )
      const equity = money(balance + floating)
      return {
        balance,
        credit: 0,
        equity,
        floating,
        margin,
        free: money(equity - margin),
        open_count: positions.length,
        positions: positions.map((position) => openPosition(position, at)),
      }
    },
  }
  return account

  function openPosition(position: Position, at: StoryTime): OpenPosition {
    const { symbol, side, lots } = position
    const price = marketPrice(symbol, side === 'buy' ? 'sell' : 'buy', at)
    return {
      id: position.id,
      ticket: position.ticket,
      symbol,
      side,
      volume: lots,
      open_time: brokerTime(position.openAt),
      open_price: roundTo(position.openPrice, market.instrument(symbol).digits),
      price,
      sl: position.stop,
      tp: position.target,
      profit: resultOf(position, price, lots),
      swap: swapOf(position, at, lots),
      ...(platform === 'MT4' && { commission: fee(2 * lots) }),
      magic: position.magic,
    }
  }
}
