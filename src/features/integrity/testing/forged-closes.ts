import type { HistoryItem } from '#features/ea/advisor/record-book.ts'
import { DAY, HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import { after, all, busy, fromDay, scripted, storyOrigin, summer, type Forgery } from './forgery.ts'

/** Full hours since the first sync. */
const hourOf = (at: StoryTime): number => Math.round((at - after(0)) / HOUR)

/** A trade of an index in each hour, from its tenth to its fortieth minute, each with smaller tickets than the one before. */
function inventedBetween(at: StoryTime): HistoryItem[] {
  const hours = Math.max(0, Math.floor((at - after(0)) / HOUR))
  return Array.from({ length: hours }, (_, hour): HistoryItem[] => {
    const time = storyOrigin + after(0) + hour * HOUR + summer
    const ticket = 90_000_000 - 2 * hour
    const deal = { position: String(ticket), symbol: 'GER40', volume: 1, swap: 0, commission: 0, fee: 0, comment: '' }
    const price = 19_350
    return [
      { ...deal, ticket: String(ticket), time: time + 600, type: 'buy', entry: 'in', price, profit: 0 },
      {
        ...deal,
        ticket: String(ticket + 1),
        time: time + 2400,
        type: 'sell',
        entry: 'out',
        price: price + 50,
        profit: 50,
      },
    ]
  }).flat()
}

/** Closes, swap and losses that never were so, and a tolerance that is used again and again. */
export const forgedCloses: readonly Forgery[] = [
  {
    name: 'winning exits are told as closes by another position, with six times their profit',
    play: {
      trading: { manner: { ...busy, symbols: ['EURUSD'], scalesOut: false } },
      disguise: {
        history: (items) =>
          items.map((item) =>
            'entry' in item && item.entry === 'out' && item.profit > 0
              ? { ...item, entry: 'out_by', profit: roundTo(item.profit * 6, 2) }
              : item,
          ),
      },
    },
    finds: ['result_contradicted', 'results_invented'],
    held: true,
  },
  {
    name: 'reversals bring six times what their closed part gives',
    play: {
      trading: {
        style: 'reversal',
        netting: true,
        manner: { entriesADay: 6, hold: [3, 12], symbols: ['EURUSD'], skill: 0.6 },
      },
      disguise: {
        history: (items) =>
          items.map((item) =>
            'entry' in item && item.entry === 'inout' && item.profit > 0
              ? { ...item, profit: roundTo(item.profit * 6, 2) }
              : item,
          ),
      },
    },
    finds: ['result_contradicted', 'results_invented'],
    held: true,
  },
  {
    name: 'a small position whose swap grows by a hundredth of the balance a day',
    play: {
      trading: { manner: scripted },
      disguise: {
        act: fromDay(0, (account, at) => account.open({ symbol: 'EURUSD', side: 'buy', lots: 0.02, at })),
        snapshot: (snapshot, at) => {
          const grown = roundTo(((at - after(0)) / DAY) * 0.01 * snapshot.balance, 2)
          const [position] = snapshot.positions ?? []
          if (position === undefined) return snapshot
          const positions = [{ ...position, swap: roundTo(position.swap + grown, 2) }]
          const more = (amount: number) => roundTo(amount + grown, 2)
          return { ...snapshot, positions, floating: more(snapshot.floating), equity: more(snapshot.equity) }
        },
      },
      days: 7,
    },
    finds: ['results_without_trades', 'results_invented'],
    held: true,
  },
  {
    name: 'a loss of two fifths at the first sync, gone twenty minutes later',
    play: {
      trading: { manner: scripted },
      disguise: {
        act: all(
          fromDay(0, (account, at) => account.open({ symbol: 'EURUSD', side: 'buy', lots: 1.5, at })),
          fromDay(0.013, (account, at) => {
            const [position] = account.positions
            if (position !== undefined) account.close(position, at)
          }),
        ),
        snapshot: (snapshot) => {
          const [position] = snapshot.positions ?? []
          if (position === undefined) return snapshot
          const lost = 0.4 * snapshot.balance
          const positions = [{ ...position, price: position.price * 0.97, profit: position.profit - lost }]
          return {
            ...snapshot,
            positions,
            floating: roundTo(snapshot.floating - lost, 2),
            equity: roundTo(snapshot.equity - lost, 2),
          }
        },
      },
      every: 5,
      days: 1,
    },
    finds: ['result_contradicted', 'close_prices_invented'],
    held: true,
  },
  {
    name: 'a hundredth more than the list before each deposit',
    play: {
      trading: { manner: scripted },
      disguise: {
        act: all(
          fromDay(0, (account, at) => account.open({ symbol: 'EURUSD', side: 'buy', lots: 0.02, at })),
          (account, at) => {
            if (hourOf(at) % 4 === 0) account.deposit(90_000, at, 'Deposit')
            if (hourOf(at) % 4 === 2 && account.balance() > 50_000) account.deposit(-90_000, at, 'Withdrawal')
          },
        ),
        snapshot: (snapshot, at) => {
          const above = hourOf(at) % 4 === 3 || hourOf(at) % 4 === 0 ? 90 : 0
          const more = (amount: number) => roundTo(amount + above, 2)
          return { ...snapshot, floating: more(snapshot.floating), equity: more(snapshot.equity) }
        },
      },
      days: 2,
    },
    finds: ['tolerance_used', 'tolerance_pumped'],
    held: true,
  },
  {
    name: 'trades of half an hour between two syncs, invented beside a position that never moves',
    play: {
      trading: { manner: scripted },
      disguise: {
        act: fromDay(0, (account, at) => account.open({ symbol: 'EURUSD', side: 'buy', lots: 0.02, at })),
        history: (items, at) => [...items, ...inventedBetween(at)],
        snapshot: (snapshot) => {
          const positions = (snapshot.positions ?? []).map((one) => ({ ...one, profit: 12.34, swap: 0, price: 1.1 }))
          const floating = positions.length * 12.34
          return { ...snapshot, positions, floating, equity: roundTo(snapshot.balance + floating, 2) }
        },
      },
      days: 2,
    },
    finds: ['frozen_market', 'ticket_order', 'trades_unconfirmed'],
    held: false,
  },
]
