import type { Mt4Order, Mt5Deal } from '#features/ea/sync-contract.ts'
import type { HistoryItem } from '#features/ea/advisor/record-book.ts'
import { DAY, HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import { firstSync, market, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import { brokerSeconds, ticketAt } from './changes.ts'
import { lie, type Lie } from './lie.ts'

const euro: Trading = { currency: 'EUR', clock: 'new_york' }
/** Quoted in euro, so that a result is a difference of prices. */
const symbol = 'GER40'

interface Plan {
  /** Trades a day. */
  daily: number
  /** Result of each, in the account's currency. */
  gain: number
  /** Minutes from an hour's beginning to the open, and from there to the close. */
  begins: number
  lasts: number
  /** Hours from the close to the report. */
  delay: number
}

/** Trades that nobody made, on the side that the market favoured. */
function inventedTrades(items: readonly HistoryItem[], now: StoryTime, plan: Plan): HistoryItem[] {
  const invented: HistoryItem[] = []
  const onMt5 = items.some((item) => 'entry' in item)
  for (let index = 1; ; index += 1) {
    const open = firstSync + Math.floor((index * 24) / plan.daily) * HOUR + Math.round(plan.begins * 60)
    const close = open + Math.round(plan.lasts * 60)
    if (close > now - 60 - plan.delay * HOUR) return invented
    const [from, to] = [market.price(symbol, open), market.price(symbol, close)]
    if (from === to || close % (7 * DAY) > 4 * DAY + 20 * HOUR) continue
    const side = to > from ? 'buy' : 'sell'
    const volume = Math.max(0.01, roundTo(plan.gain / Math.abs(to - from), 2))
    const profit = roundTo(Math.abs(to - from) * volume, 2)
    const [first, last] = [ticketAt(open), ticketAt(close)]
    const base = { symbol, swap: 0, commission: 0, magic: '0', comment: '' }
    if (onMt5) {
      const deal = { ...base, position: first, volume, fee: 0, msc: 0, reason: 'client' }
      const [entry, exit] = side === 'buy' ? ['buy', 'sell'] : ['sell', 'buy']
      const pair: Mt5Deal[] = [
        { ...deal, ticket: first, time: brokerSeconds(open), type: entry ?? '', entry: 'in', price: from, profit: 0 },
        { ...deal, ticket: last, time: brokerSeconds(close), type: exit ?? '', entry: 'out', price: to, profit },
      ]
      invented.push(...pair)
    } else {
      const times = { open_time: brokerSeconds(open), close_time: brokerSeconds(close) }
      const order: Mt4Order = {
        ...base,
        ...times,
        ticket: first,
        type: side,
        lots: volume,
        open_price: from,
        close_price: to,
        profit,
      }
      invented.push(order)
    }
  }
}

/** Records of one trade. */
const onePair = (items: readonly HistoryItem[]): number => (items.some((item) => 'entry' in item) ? 2 : 1)

const numbers = { daily: [1, 6], share: [0.001, 0.02] } as const

/** Lies about trades that were never made. */
export const tradeLies: readonly Lie[] = [
  lie({
    name: 'trades of hours that were never open',
    ranges: { ...numbers, hours: [1.5, 20] },
    trading: euro,
    make: ({ daily, share, hours }, capital) => ({
      disguise: {
        history: (items, at) => [
          ...items,
          ...inventedTrades(items, at, { daily, gain: share * capital, begins: 15, lasts: hours * 60, delay: 0 }),
        ],
      },
    }),
  }),
  lie({
    name: 'one large trade of hours that was never open',
    ranges: { share: [0.06, 0.6], hours: [1.5, 20] },
    trading: euro,
    make: ({ share, hours }, capital) => ({
      disguise: {
        history: (items, at) => [
          ...items,
          ...inventedTrades(items, at, {
            daily: 1,
            gain: share * capital,
            begins: 15,
            lasts: hours * 60,
            delay: 0,
          }).slice(0, onePair(items)),
        ],
      },
    }),
  }),
  lie({
    name: 'trades reported when their outcome is known',
    // A shorter delay is that of a trade invented between two hourly syncs.
    ranges: { ...numbers, delay: [2, 24] },
    trading: euro,
    make: ({ daily, share, delay }, capital) => ({
      disguise: {
        history: (items, at) => [
          ...items,
          ...inventedTrades(items, at, { daily, gain: share * capital, begins: 15, lasts: 30, delay }),
        ],
      },
    }),
  }),
  lie({
    name: 'trades invented between two syncs',
    beyond: 'between syncs',
    ranges: numbers,
    trading: euro,
    make: ({ daily, share }, capital) => ({
      disguise: {
        history: (items, at) => [
          ...items,
          ...inventedTrades(items, at, { daily, gain: share * capital, begins: 15, lasts: 30, delay: 0 }),
        ],
      },
    }),
  }),
]
