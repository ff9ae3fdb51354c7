import { listedPositions } from '#features/ea/sync-contract.ts'
import type { HistoryItem } from '#features/ea/advisor/record-book.ts'
import { DAY, roundTo } from '#features/ea/simulation/market.ts'
import { isExit } from './forged-histories.ts'
import { after, busy, storyOrigin, summer, type Forgery } from './forgery.ts'

/** Lists that hide what is open, and results that nothing earned. */
export const forgedResults: readonly Forgery[] = [
  {
    name: 'open positions are not listed',
    play: {
      trading: { manner: busy },
      disguise: { snapshot: (snapshot) => ({ ...snapshot, positions: [] }) },
    },
    finds: ['positions_withheld', 'positions_invented'],
    held: true,
  },
  {
    name: 'more positions than a list can hold',
    play: {
      trading: { manner: busy },
      disguise: {
        snapshot: (snapshot) => {
          const { positions = [] } = snapshot
          const dummies = Array.from({ length: listedPositions }, (_, index) => ({
            id: String(index + 1),
            symbol: 'EURUSD',
            side: 'buy' as const,
            volume: 0.01,
            open_time: storyOrigin + summer,
            open_price: 1,
            price: 1,
            profit: 0,
            swap: 0,
          }))
          return { ...snapshot, positions: dummies, open_count: listedPositions + Math.max(1, positions.length) }
        },
      },
      days: 1,
    },
    finds: ['too_many_positions'],
    held: false,
  },
  {
    name: 'dividends that nobody paid',
    play: {
      disguise: {
        history: (items, at) => {
          const days = Math.max(0, Math.floor((at - after(0)) / DAY))
          const paid = Array.from({ length: days }, (_, index): HistoryItem => {
            const time = storyOrigin + after(index + 1) - 60 + summer
            const empty = { symbol: '', volume: 0, price: 0, swap: 0, commission: 0, fee: 0, comment: '' }
            const ticket = String(90_000_000 + index)
            return { ...empty, ticket, time, position: '0', type: 'dividend', entry: '', profit: 150 }
          })
          return [...items, ...paid]
        },
      },
    },
    finds: ['results_without_trades', 'results_invented'],
    held: true,
  },
  {
    name: 'every close brings ten times what its prices give',
    play: {
      trading: { manner: { ...busy, symbols: ['EURUSD', 'GBPUSD'] } },
      disguise: {
        history: (items) =>
          items.map((item) =>
            isExit(item) && item.profit > 0 ? { ...item, profit: roundTo(item.profit * 10, 2) } : item,
          ),
      },
      every: 15,
    },
    finds: ['result_contradicted', 'results_invented'],
    held: true,
  },
  {
    name: 'results that the prices do not give',
    play: {
      trading: { manner: { ...busy, symbols: ['EURUSD'], entriesADay: 14, scalesOut: false } },
      disguise: {
        history: (items) =>
          items.map((item, index) =>
            'entry' in item && item.entry === 'out' && item.profit > 0
              ? { ...item, profit: roundTo(item.profit * (1.2 + (index % 5) / 5), 2) }
              : item,
          ),
      },
      days: 7,
    },
    finds: ['value_per_lot', 'result_contradicted', 'results_invented'],
    held: true,
  },
]
