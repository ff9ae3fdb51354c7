import { timeOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import { conversion, DAY, HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import type { TradingAccount } from '#features/ea/simulation/trading-account.ts'
import type { OpenPosition } from '#features/ea/sync-contract.ts'
import { firstSync, market, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import { lie, type Lie } from './lie.ts'
import { brokerSeconds, offBetween, relisted, steps, ticketAt, type Act } from './changes.ts'

/** Hardly trades by itself. */
export const idle: Trading = { style: 'intraday', manner: { entriesADay: 0.001 }, before: 0 }
const euro: Trading = { currency: 'EUR', clock: 'new_york', platform: 'MT5' }

/** Opens the side that loses `share` of the balance within `hours`. */
export function openLoser(account: TradingAccount, at: StoryTime, hours: number, share: number): void {
  const symbol = 'BTCUSD'
  const move = market.price(symbol, at + hours * HOUR) - market.price(symbol, at)
  const lots = account.sized(symbol, Math.abs(move), share)
  account.open({ symbol, side: move > 0 ? 'sell' : 'buy', lots, at })
}

export function closeAll(account: TradingAccount, at: StoryTime): void {
  for (const position of account.positions.slice()) account.close(position, at)
}

/** Lies about events that the forger arranges. */
export const eventLies: readonly Lie[] = [
  lie({
    name: 'a loss at the first sync that was never there',
    ranges: { depth: [0.03, 0.85], hours: [0.5, 30] },
    trading: euro,
    make: ({ depth, hours }, capital) => {
      const opened = firstSync - HOUR
      const closed = firstSync + Math.round(hours * HOUR)
      const lots = roundTo(Math.max(0.1, capital / 20_000), 2)
      const worth = 100_000 * conversion('USD', 'EUR') * lots
      const start = market.price('EURUSD', opened)
      // The open price is what it would have to be for such a loss.
      const price = roundTo(market.price('EURUSD', firstSync) + (depth * capital) / worth, 5)
      const position = (at: StoryTime): OpenPosition => {
        const now = market.price('EURUSD', at)
        return {
          id: ticketAt(opened),
          ticket: ticketAt(opened),
          symbol: 'EURUSD',
          side: 'buy',
          volume: lots,
          open_time: brokerSeconds(opened),
          open_price: price,
          price: now,
          profit: roundTo((now - price) * worth, 2),
          swap: 0,
          magic: '0',
        }
      }
      const deal = {
        symbol: 'EURUSD',
        volume: lots,
        swap: 0,
        commission: 0,
        fee: 0,
        position: ticketAt(opened),
        magic: '0',
        reason: 'client',
        comment: '',
        msc: 0,
      }
      return {
        disguise: {
          snapshot: (snapshot, at) =>
            at < closed ? relisted(snapshot, [...(snapshot.positions ?? []), position(at)]) : snapshot,
          history: (items, at) => {
            const entry: HistoryItem = {
              ...deal,
              ticket: ticketAt(opened),
              order: ticketAt(opened),
              time: brokerSeconds(opened),
              type: 'buy',
              entry: 'in',
              price,
              profit: 0,
            }
            const exit: HistoryItem = {
              ...deal,
              ticket: ticketAt(closed),
              order: ticketAt(closed - 1),
              time: brokerSeconds(closed),
              type: 'sell',
              entry: 'out',
              price: start,
              profit: -10,
            }
            return at < closed + 60 ? [...items, entry] : [...items, entry, exit]
          },
        },
      }
    },
  }),
  lie({
    name: 'a deposit reported before the loss that it followed',
    part: 'unlisted trades',
    ranges: { fall: [0.05, 0.6], deposit: [0.3, 8] },
    trading: { ...euro, ...idle },
    make: ({ fall, deposit }, capital) => {
      const off = firstSync + DAY
      const paid = off + 12 * HOUR
      return {
        events: [
          {
            act: steps(
              [off + 600, (account, at) => openLoser(account, at, 8, fall)],
              [off + 9 * HOUR, closeAll],
              [paid, (account, at) => account.deposit(roundTo(deposit * capital, 2), at, 'Deposit')],
            ),
            off: offBetween([off, off + 20 * HOUR]),
          },
        ],
        disguise: {
          history: (items) =>
            items.map((item) =>
              item.type === 'balance' && timeOf(item) >= brokerSeconds(paid) - 60 && 'entry' in item
                ? { ...item, time: brokerSeconds(off) + 60 }
                : item,
            ),
        },
      }
    },
  }),
  lie({
    name: 'tolerance pumped by deposits and withdrawals',
    ranges: { size: [1, 20], high: [0.001, 0.0099], hours: [2, 24] },
    trading: { ...euro, manner: { entriesADay: 6 } },
    make: ({ size, high, hours }, capital) => {
      const turns = Array.from({ length: Math.floor((13 * 24) / hours) }, (_, turn): [StoryTime, Act] => [
        firstSync + Math.round((turn + 1) * hours * HOUR),
        (account, at) =>
          account.deposit(roundTo((turn % 2 === 0 ? 1 : -1) * size * capital, 2), at, turn % 2 === 0 ? 'In' : 'Out'),
      ])
      return {
        events: [{ act: steps(...turns) }],
        disguise: {
          snapshot: (snapshot) => {
            if (snapshot.open_count === 0 || snapshot.balance < (1 + size / 2) * capital) return snapshot
            const more = roundTo(snapshot.balance * high, 2)
            return {
              ...snapshot,
              floating: roundTo(snapshot.floating + more, 2),
              equity: roundTo(snapshot.equity + more, 2),
            }
          },
        },
      }
    },
  }),
  lie({
    name: 'a deposit left out of the history',
    ranges: { share: [0.003, 1], times: [1, 8] },
    trading: euro,
    make: ({ share, times }, capital) => {
      const count = Math.floor(times)
      const deposits = Array.from({ length: count }, (_, index): [StoryTime, Act] => [
        firstSync + Math.round(((index + 1) * 12 * DAY) / (count + 1)),
        (account, at) => account.deposit(roundTo((share * capital) / count, 2), at, 'Unsaid'),
      ])
      return {
        events: [{ act: steps(...deposits) }],
        disguise: { history: (items) => items.filter(({ comment }) => comment !== 'Unsaid'), keepsBalance: true },
      }
    },
  }),
]
