import type { HistoryItem } from '#features/ea/advisor/record-book.ts'
import { HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import type { OpenPosition } from '#features/ea/sync-contract.ts'
import { firstSync } from '#features/integrity/testing/simulated-trader.ts'
import { brokerSeconds, lotOf, relisted, ticketAt } from './changes.ts'
import { lie, mt5, type Lie } from './lie.ts'

/** A symbol that nobody else trades, at prices that nobody quoted. */
const symbol = 'UK100'
const start = 8_000
/** How far it moves, as shares of its price: in an hour on average, and to either side between two lists. */
const hourly = 0.002
const unrest = 0.0008

interface Trade {
  opened: StoryTime
  closed: StoryTime
  from: number
  to: number
  volume: number
}

const pointOf = ({ opened, closed, from, to }: Trade, at: StoryTime): number => {
  const part = (at - opened) / (closed - opened)
  const swing = part <= 0 || part >= 1 ? 0 : 2 * unrest * (lotOf(String(Math.floor(at))) - 0.5)
  return roundTo((from + (to - from) * part) * (1 + swing), 1)
}

export const marketLies: readonly Lie[] = [
  lie({
    name: 'positions listed for hours at invented prices',
    beyond: 'between syncs',
    ranges: { daily: [1, 4], share: [0.001, 0.02], hours: [2, 6] },
    trading: { ...mt5, currency: 'EUR', clock: 'new_york' },
    make({ daily, share, hours }, capital) {
      const lasts = Math.round(hours * HOUR)
      const move = hourly * Math.sqrt(hours) * start
      /** Every trade wins: the price goes up during a trade, and down between two. */
      const tradesUntil = (at: StoryTime): Trade[] =>
        Array.from({ length: Math.max(0, Math.ceil(((at - firstSync) / (24 * HOUR)) * daily)) }, (_, index) => {
          const opened = firstSync + Math.round(((index + 0.4) * 24 * HOUR) / daily)
          const volume = Math.max(0.01, roundTo((share * capital) / move, 2))
          return { opened, closed: opened + lasts, from: start, to: roundTo(start + move, 1), volume }
        }).filter(({ opened }) => opened < at - 60 && opened % (7 * 24 * HOUR) < 4.5 * 24 * HOUR)
      const dealsOf = (trade: Trade, at: StoryTime): HistoryItem[] => {
        const { opened, closed, from, to, volume } = trade
        const position = ticketAt(opened)
        const base = { symbol, position, volume, swap: 0, commission: 0, fee: 0, msc: 0, magic: '0', comment: '' }
        const deal = { ...base, reason: 'client' }
        const entry = { ...deal, ticket: position, order: position, time: brokerSeconds(opened), type: 'buy' }
        if (closed > at - 60) return [{ ...entry, entry: 'in', price: from, profit: 0 }]
        const ticket = ticketAt(closed)
        const exit = { ...deal, ticket, order: ticket, time: brokerSeconds(closed), type: 'sell' }
        const profit = roundTo((to - from) * volume, 2)
        return [
          { ...entry, entry: 'in', price: from, profit: 0 },
          { ...exit, entry: 'out', price: to, profit },
        ]
      }
      const listedAt = (trade: Trade, at: StoryTime): OpenPosition => {
        const price = pointOf(trade, at)
        const id = ticketAt(trade.opened)
        const profit = roundTo((price - trade.from) * trade.volume, 2)
        const times = { open_time: brokerSeconds(trade.opened), open_price: trade.from, price }
        return { id, ticket: id, symbol, side: 'buy', volume: trade.volume, ...times, profit, swap: 0, magic: '0' }
      }
      return {
        disguise: {
          history: (items, at) => [...items, ...tradesUntil(at).flatMap((trade) => dealsOf(trade, at))],
          snapshot: (snapshot, at) => {
            const open = tradesUntil(at).filter(({ closed }) => closed > at - 60)
            return open.length === 0
              ? snapshot
              : relisted(snapshot, [...(snapshot.positions ?? []), ...open.map((trade) => listedAt(trade, at))])
          },
        },
      }
    },
  }),
]
