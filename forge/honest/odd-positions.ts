import type { HistoryItem } from '#features/ea/advisor/record-book.ts'
import { DAY, HOUR, type StoryTime } from '#features/ea/simulation/market.ts'
import { listedPositions } from '#features/ea/sync-contract.ts'
import type { TradingAccount } from '#features/ea/simulation/trading-account.ts'
import type { Trading } from '#features/integrity/testing/simulated-trader.ts'
import { steps, type Act } from '../changes.ts'
import type { Oddity } from './oddity.ts'

const clearing = 'Variation margin'
const byHand: Trading = { netting: false, style: 'intraday' }
const symbol = 'BTCUSD'

/** Positions in large numbers, or closed in ways of their own. */
export const positionOddities: readonly Oddity[] = [
  {
    name: 'a grid of hundreds of positions, closed at once',
    trading: { ...byHand, commission: 3, manner: { entriesADay: 0.5 }, capital: 40_000, currency: 'EUR' },
    make({ random, moment }) {
      const start = moment(1, 3)
      const side = random.pick(['buy', 'sell'] as const)
      const pair = random.pick(['EURUSD', 'EURGBP', 'AUDUSD'])
      const opened = Array.from({ length: random.pick([230, 230, 530]) }, (_, index): [StoryTime, Act] => [
        start + index * 10,
        (account, at) => void account.open({ symbol: pair, side, lots: 0.01, at }),
      ])
      const closed: [StoryTime, Act] = [
        start + random.whole(2, 9) * HOUR,
        (account, at) => {
          for (const position of account.positions.slice()) account.close(position, at)
        },
      ]
      return {
        events: [
          {
            act: steps(...opened, closed),
            snapshot: (snapshot) => ({ ...snapshot, positions: (snapshot.positions ?? []).slice(0, listedPositions) }),
          },
        ],
      }
    },
  },
  {
    name: 'positions that close each other',
    trading: { ...byHand, commission: 0 },
    make({ random, moment }) {
      const turns = Array.from({ length: 5 }, (_, index): [StoryTime, Act][] => {
        const start = moment(index * 2, index * 2 + 1)
        const open =
          (side: 'buy' | 'sell'): Act =>
          (account, at) =>
            void account.open({ symbol, side, lots: account.sized(symbol, 2000, 0.01), at })
        return [
          [start, open('buy')],
          [start + random.whole(1, 6) * HOUR, open('sell')],
          [start + 8 * HOUR, closeByEachOther],
        ]
      })
      return { events: [{ act: steps(...turns.flat()), history: (items) => items.map(closedByAnother) }] }
    },
  },
  {
    name: 'an account of an exchange with two clearings each day',
    trading: { platform: 'MT5', netting: true },
    make({ random, moment }) {
      // An exchange clears at fixed times, and books some minutes later. The first day is a Monday.
      const times = [moment(0.2, 0.25), moment(0.4, 0.5)]
      const days = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11].flatMap((day) =>
        times.map((time): [StoryTime, Act] => {
          const closes = random.chance(0.5)
          return [time + day * DAY + random.whole(0, 10) * 60, (account, at) => clear(account, at, closes)]
        }),
      )
      return {
        events: [
          {
            act: steps(...days),
            account: (account) => ({ ...account, margin_mode: 'exchange' }),
            history: (items) =>
              items.map((item) =>
                'entry' in item && item.comment === clearing ? { ...item, type: 'correction' } : item,
              ),
          },
        ],
      }
    },
  },
]

/** Books the result so far, and opens each position anew at its market price. @param closes whether they close just afterwards */
function clear(account: TradingAccount, at: StoryTime, closes: boolean): void {
  const { positions = [] } = account.snapshot(at)
  const booked = positions.reduce((sum, { profit }) => sum + profit, 0)
  for (const [index, position] of account.positions.entries()) {
    position.openPrice = positions[index]?.price ?? position.openPrice
  }
  account.deposit(booked, at, clearing)
  if (!closes) return
  for (const position of account.positions.slice()) account.close(position, at)
}

/** One books the whole result at the other's open price, the other nothing: so MetaTrader writes it. */
const closeByEachOther: Act = (account, at) => {
  const held = account.positions.filter((position) => position.symbol === symbol)
  const [first, second] = ['buy', 'sell'].map((side) => held.find((position) => position.side === side))
  if (first === undefined || second === undefined) return
  const lots = Math.min(first.lots, second.lots)
  const { openPrice } = first
  account.close(first, at, { lots, price: second.openPrice, comment: `by ${second.openPrice}` })
  account.close(second, at, { lots, price: second.openPrice, comment: `by ${openPrice}` })
}

function closedByAnother(item: HistoryItem): HistoryItem {
  const { comment = '' } = item
  if (!('entry' in item) || !comment.startsWith('by ')) return item
  return { ...item, entry: 'out_by', price: Number(comment.slice(3)) }
}
