import { netOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import { brokerOffset } from '#features/ea/simulation/brokers.ts'
import { DAY, HOUR, roundTo, takesOrders, type StoryTime } from '#features/ea/simulation/market.ts'
import { hashText } from '#features/ea/simulation/random.ts'
import type { TradingAccount } from '#features/ea/simulation/trading-account.ts'
import type { Mt4Order, Mt5Deal, OpenPosition, SyncRequest } from '#features/ea/sync-contract.ts'
import { firstSync, origin, type Disguise } from '#features/integrity/testing/simulated-trader.ts'

type Snapshot = SyncRequest['snapshot']
type Exit = Extract<HistoryItem, { entry: string }> | Extract<HistoryItem, { lots: number }>

/** A close of a position or of a part of it. Reversals are left out: they also open. */
export function isExit(item: HistoryItem): item is Exit {
  return 'close_time' in item ? item.type === 'buy' || item.type === 'sell' : item.entry === 'out'
}

export const isLoss = (item: HistoryItem): boolean => isExit(item) && netOf(item) < 0
export const isWin = (item: HistoryItem): boolean => isExit(item) && netOf(item) > 0

/** Opening prices of MT5 positions. */
export const entryPrices = (items: readonly HistoryItem[]): ReadonlyMap<string, number> =>
  new Map(items.flatMap((item) => ('entry' in item && item.entry === 'in' ? [[item.position, item.price]] : [])))

/** The same exit at a price that is better by a share, with the result that this price gives. @param entries of MT5 positions */
export function closedBetter(item: Exit, better: number, entries: ReadonlyMap<string, number>): Exit {
  const isOrder = 'close_price' in item
  const [opened, closed] = isOrder ? [item.open_price, item.close_price] : [entries.get(item.position), item.price]
  if (opened === undefined || opened === closed) return item
  // Money for each unit of price: less than 0 where the position was sold.
  const value = item.profit / (closed - opened)
  const price = closed * (1 + Math.sign(value) * better)
  const profit = roundTo(item.profit + value * (price - closed), 2)
  return isOrder ? { ...item, close_price: price, profit } : { ...item, price, profit }
}

/** In [0, 1): the same for a record in every sync. */
export const lotOf = (ticket: string): number => hashText(ticket, 97) / 0x1_0000_0000

/** The same money at the same moment as another kind of record; on MT4, which knows no other, as a balance row. */
export function asMoney(item: HistoryItem, type: string, comment: string): HistoryItem {
  const money = { type, symbol: '', profit: roundTo(netOf(item), 2), swap: 0, commission: 0, comment }
  if (!('entry' in item)) {
    const none = { lots: 0, open_price: 0, close_price: 0, sl: 0, tp: 0 }
    const order: Mt4Order = { ...item, ...money, ...none, type: 'balance', open_time: item.close_time }
    return order
  }
  return { ...item, ...money, position: '0', entry: 'in', volume: 0, price: 0, fee: 0 }
}

/** Floating result and equity that follow from the listed positions. */
export function relisted(snapshot: Snapshot, positions: OpenPosition[]): Snapshot {
  const floating = roundTo(
    positions.reduce((sum, { profit, swap, commission = 0 }) => sum + profit + swap + commission, 0),
    2,
  )
  const { balance, credit } = snapshot
  const equity = roundTo(balance + credit + floating, 2)
  return { ...snapshot, positions, open_count: positions.length, floating, equity }
}

/** While a market is closed, lists repeat its last price. */
export function restingPrices(): NonNullable<Disguise['snapshot']> {
  const last = new Map<string, Pick<OpenPosition, 'price' | 'profit'>>()
  return (snapshot, at) =>
    relisted(
      snapshot,
      (snapshot.positions ?? []).map((one) => {
        const resting = takesOrders(one.symbol, at) ? undefined : last.get(one.id)
        const shown = { ...one, ...resting }
        last.set(one.id, { price: shown.price, profit: shown.profit })
        return shown
      }),
    )
}

/** Broker seconds of a moment, on a clock that follows New York. */
export const brokerSeconds = (at: StoryTime): number =>
  Math.floor(origin / 1000 + at) + brokerOffset('new_york', origin + at * 1000)

/** The ticket that a server gives at a moment. */
export const ticketAt = (at: StoryTime): string => String(40_000_000 + Math.floor(at) * 2 + 1)

/** Whole days since the first sync. */
export const daysSince = (at: StoryTime): number => Math.max(0, Math.floor((at - firstSync) / DAY))

/** True in the first sync alone. */
export const isFirst = (at: StoryTime): boolean => at < firstSync + 60

/** A row of money in the history of these items' platform. @param moment broker seconds */
export function moneyRow(
  items: readonly HistoryItem[],
  type: string,
  profit: number,
  moment: number,
  comment: string,
): HistoryItem {
  const time = Math.floor(moment)
  const zone = brokerOffset('new_york', (time - 2.5 * HOUR) * 1000)
  const ticket = ticketAt(time - zone - origin / 1000)
  const money = { ticket, symbol: '', profit, swap: 0, commission: 0, comment }
  if (items.some((item) => 'entry' in item)) {
    const deal: Mt5Deal = { ...money, type, time, position: '0', entry: 'in', volume: 0, price: 0, fee: 0 }
    return deal
  }
  const kind = type === 'credit' ? 'credit' : 'balance'
  return { ...money, type: kind, lots: 0, open_time: time, close_time: time, open_price: 0, close_price: 0 }
}

export type Act = (account: TradingAccount, at: StoryTime) => void

/** Does each step at the first sync from its moment on. */
export function steps(...all: [at: StoryTime, act: Act][]): Act {
  let done = 0
  return (account, at) => {
    for (let step = all[done]; step !== undefined && step[0] <= at; step = all[done]) {
      done += 1
      // Not at its own moment: the account may have traded since, and tickets rise with time.
      step[1](account, at)
    }
  }
}

export function offBetween(...gaps: [from: StoryTime, until: StoryTime][]): (at: StoryTime) => boolean {
  return (at) => gaps.some(([from, until]) => at > from && at < until)
}
