import { netOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import { HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import { firstSync, type Disguise, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import { brokerSeconds, isLoss, lotOf, moneyRow, relisted } from './changes.ts'
import { lie, type Lie } from './lie.ts'

/** An exchange clears the result of open positions as a row of its own: so a loss can be reported as a clearing. */

const exchange: Trading = { platform: 'MT5', clock: 'new_york' }
const account: Disguise['account'] = (one) => ({ ...one, margin_mode: 'exchange' })

/** A losing exit as a small gain, and the rest as the booking of a clearing. */
function clearedExit(item: HistoryItem, gain: number, type: string): readonly HistoryItem[] {
  if (!('entry' in item) || !isLoss(item) || item.time <= brokerSeconds(firstSync)) return [item]
  const net = netOf(item)
  const winner = { ...item, profit: roundTo(item.profit - net + gain, 2) }
  const booking = {
    ...item,
    ticket: String(Number(item.ticket) + 1),
    type,
    symbol: '',
    profit: roundTo(net - gain, 2),
    swap: 0,
    commission: 0,
    fee: 0,
    comment: 'Variation margin',
    position: '0',
    entry: 'in' as const,
    volume: 0,
    price: 0,
  }
  return [winner, booking]
}

export const clearingLies: readonly Lie[] = [
  lie({
    name: 'losing exits as small gains, the rest as a clearing',
    part: 'results',
    ranges: { share: [0.3, 1], gain: [0.0006, 0.003] },
    trading: exchange,
    make: ({ share, gain }, capital) => ({
      disguise: {
        account,
        history: (items) =>
          items.flatMap((item) =>
            lotOf(item.ticket) < share ? clearedExit(item, roundTo(gain * capital, 2), 'correction') : [item],
          ),
      },
    }),
  }),
  lie({
    name: 'losers listed at new prices that no clearing booked',
    part: 'results',
    ranges: { from: [0, 0.005] },
    trading: exchange,
    make({ from }, capital) {
      /** By position: the price of its last list, and the loss that was hidden by it. */
      const moved = new Map<string, { price: number; hidden: number }>()
      return {
        disguise: {
          account,
          snapshot: (snapshot) =>
            relisted(
              snapshot,
              (snapshot.positions ?? []).map((one) => {
                const shown = roundTo(one.profit - (moved.get(one.id)?.hidden ?? 0), 2)
                if (shown < -from * capital) moved.set(one.id, { price: one.price, hidden: one.profit })
                const now = moved.get(one.id)
                return now === undefined
                  ? one
                  : { ...one, open_price: now.price, profit: roundTo(one.profit - now.hidden, 2) }
              }),
            ),
          history: (items) =>
            items.map((item) => {
              const hidden = 'entry' in item && item.entry === 'out' ? (moved.get(item.position)?.hidden ?? 0) : 0
              return hidden === 0 ? item : { ...item, profit: roundTo(item.profit - hidden, 2) }
            }),
        },
      }
    },
  }),
  lie({
    name: 'losers listed at new prices, each time with a booking',
    part: 'results',
    ranges: { times: [1, 24], from: [0, 0.005] },
    trading: exchange,
    make({ times, from }, capital) {
      const every = Math.round(24 / Math.round(times)) * HOUR
      /** By position: the price of its last booking, and all that was booked of it for a lot. */
      const moved = new Map<string, { price: number; booked: number }>()
      const bookings: { at: StoryTime; amount: number }[] = []
      /** By ticket, as each exit was reported first. */
      const reported = new Map<string, HistoryItem>()
      let last = firstSync
      const exitOf = (item: HistoryItem): HistoryItem => {
        if (!('entry' in item) || item.entry !== 'out') return item
        const booked = item.volume * (moved.get(item.position)?.booked ?? 0)
        const exit = reported.get(item.ticket) ?? { ...item, profit: roundTo(item.profit - booked, 2) }
        reported.set(item.ticket, exit)
        return exit
      }
      return {
        disguise: {
          account,
          act(trading, at) {
            const isTime = Math.floor(at / every) > Math.floor(last / every)
            last = at
            if (!isTime) return
            let amount = 0
            for (const { id, price, profit, volume } of trading.snapshot(at).positions ?? []) {
              const shown = profit - volume * (moved.get(id)?.booked ?? 0)
              if (shown >= -from * capital) continue
              moved.set(id, { price, booked: profit / volume })
              amount += shown
            }
            if (amount < 0) bookings.push({ at, amount: roundTo(amount, 2) })
          },
          snapshot: (snapshot) =>
            relisted(
              snapshot,
              (snapshot.positions ?? []).map((one) => {
                const now = moved.get(one.id)
                return now === undefined
                  ? one
                  : { ...one, open_price: now.price, profit: roundTo(one.profit - one.volume * now.booked, 2) }
              }),
            ),
          history: (items) => [
            ...items.map(exitOf),
            ...bookings.map(({ at, amount }) =>
              moneyRow(items, 'correction', amount, brokerSeconds(at) - 60, 'Variation margin'),
            ),
          ],
        },
      }
    },
  }),
]
