import { netOf, timeOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import { DAY, HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import { after, all, busy, fromDay, opensKnowing, scripted, storyOrigin, summer, type Forgery } from './forgery.ts'
import { market } from './simulated-trader.ts'

/** A pair of deals that were never traded, ten times over. */
function inventedWins(at: StoryTime, brokerOffset: number): HistoryItem[] {
  const items: HistoryItem[] = []
  for (let index = 0; index < 10; index += 1) {
    const open = after(0.2) + index * 10 * HOUR
    const close = open + 4 * HOUR
    if (close > at - 60) break
    const time = (moment: StoryTime) => storyOrigin + moment + brokerOffset
    const base = { symbol: 'EURUSD', volume: 0.5, swap: 0, commission: 0, fee: 0, comment: '', position: `9${index}0` }
    const price = market.price('EURUSD', open)
    items.push(
      { ...base, ticket: `9${index}0`, time: time(open), type: 'buy', entry: 'in', price, profit: 0 },
      {
        ...base,
        ticket: `9${index}1`,
        time: time(close),
        type: 'sell',
        entry: 'out',
        price: roundTo(price + 0.002, 5),
        profit: 91.2,
      },
    )
  }
  return items
}
export const isExit = (item: HistoryItem) => 'close_time' in item || item.entry === 'out'
const isOrder = (item: HistoryItem) => 'close_time' in item && item.type !== 'balance'

function withoutDeposits(from: number) {
  return (items: readonly HistoryItem[]) =>
    items.filter((item) => item.type !== 'balance' || timeOf(item) < storyOrigin + summer + after(from) - 60)
}

/** The terminal sends other things than happened. */
export const forgedHistories: readonly Forgery[] = [
  {
    name: 'the account begins anew under its number, and its past is gone',
    play: {
      trading: { manner: busy },
      disguise: {
        act: fromDay(2, (account, at) => account.deposit(10_000, at, 'Deposit')),
        history: (items, at) =>
          at < after(2) ? [...items] : items.filter((item) => timeOf(item) >= storyOrigin + summer + after(2) - 60),
      },
    },
    finds: ['balance_invented'],
    held: true,
  },
  {
    name: 'a large deposit is left out of the history',
    play: {
      disguise: {
        act: fromDay(2, (account, at) => account.deposit(3000, at, 'Deposit')),
        history: withoutDeposits(2),
        keepsBalance: true,
      },
    },
    finds: ['balance_invented'],
    held: true,
  },
  {
    name: 'three small deposits are left out',
    play: {
      disguise: {
        act: all(...[1, 2, 3].map((day) => fromDay(day, (account, at) => account.deposit(60, at, 'Deposit')))),
        history: withoutDeposits(1),
        keepsBalance: true,
      },
    },
    finds: ['unexplained_balance', 'balance_invented'],
    held: true,
  },
  {
    name: 'one small deposit is left out',
    play: {
      disguise: {
        act: fromDay(2, (account, at) => account.deposit(60, at, 'Deposit')),
        history: withoutDeposits(2),
        keepsBalance: true,
      },
    },
    finds: ['unexplained_balance'],
    held: false,
  },
  {
    name: 'a first price eleven hours ahead, so that a loss of the first hours looks older than the account',
    play: {
      trading: { manner: scripted },
      disguise: {
        time: (time, at) => (at < after(0.1) ? { ...time, tick: time.tick + 11 * HOUR } : time),
        act: all(
          fromDay(0.02, (account, at) => void opensKnowing(account, at, 4, -0.1)),
          fromDay(0.2, (account, at) => [...account.positions].forEach((position) => account.close(position, at))),
        ),
      },
    },
    finds: ['balance_invented'],
    held: true,
  },
  {
    name: 'an old losing trade becomes a winning one',
    play: {
      trading: { manner: busy },
      disguise: {
        history: (items, at) => {
          if (at < after(3)) return [...items]
          const worst = items.reduce((low, item) => (isExit(item) && netOf(item) < netOf(low) ? item : low))
          return items.map((item) => (item === worst ? { ...item, profit: -item.profit } : item))
        },
      },
    },
    finds: ['history_changed'],
    held: true,
  },
  {
    name: 'a week of trades is missing from the middle',
    play: {
      trading: { manner: busy, before: 20 },
      days: 8,
      disguise: {
        history: (items, at) =>
          at < after(4)
            ? [...items]
            : items.filter((item) => {
                const moment = timeOf(item) - storyOrigin - summer
                return moment < after(0.5) || moment > after(3)
              }),
      },
    },
    finds: ['history_missing'],
    held: true,
  },
  {
    name: 'winning trades that were never open',
    play: {
      disguise: { history: (items, at) => [...items, ...inventedWins(at, summer)] },
    },
    finds: ['never_seen_open', 'positions_invented'],
    held: true,
  },
  {
    name: 'trades close from a better price than they were opened at',
    play: {
      trading: { platform: 'MT4', manner: { ...busy, hold: [3, 9] } },
      disguise: {
        history: (items) =>
          items.map((item) =>
            isOrder(item) && 'open_price' in item && item.profit < 0
              ? { ...item, open_price: item.open_price * (item.type === 'buy' ? 0.995 : 1.005), profit: -item.profit }
              : item,
          ),
      },
    },
    finds: ['position_contradicted'],
    held: true,
  },
  {
    name: 'a demo server that says real',
    play: { trading: { server: 'Aurelia-Demo' } },
    finds: ['demo_server'],
    held: true,
  },
  {
    name: 'a demo account that says so',
    play: { trading: { server: 'Aurelia-Demo', tradeMode: 'demo' } },
    finds: [],
    held: false,
  },
  {
    name: 'equity that does not add up',
    play: { disguise: { snapshot: (snapshot) => ({ ...snapshot, equity: roundTo(snapshot.equity * 1.2, 2) }) } },
    finds: ['equity_mismatch'],
    held: false,
  },
  {
    name: 'the history tab of MT4 shows the last day only',
    play: {
      trading: { platform: 'MT4', manner: busy },
      days: 7,
      disguise: {
        history: (items, at) =>
          at < after(2) ? [...items] : items.filter((item) => timeOf(item) > storyOrigin + summer + at - DAY),
        keepsBalance: true,
      },
    },
    finds: ['history_cut'],
    held: false,
  },
  {
    name: 'a floating result that never moves',
    play: {
      trading: { manner: scripted },
      disguise: {
        act: fromDay(0.1, (account, at) => void opensKnowing(account, at, 24, 0.05)),
        snapshot: (snapshot) => {
          const { balance, positions = [], open_count } = snapshot
          const profit = open_count * 12.34
          return {
            ...snapshot,
            floating: profit,
            equity: roundTo(balance + profit, 2),
            positions: positions.map((position) => ({
              ...position,
              profit: 12.34,
              swap: 0,
              price: position.open_price,
            })),
          }
        },
      },
      every: 10,
      days: 1,
    },
    finds: ['frozen_market'],
    held: false,
  },
  {
    name: 'a trade that closes before it opens',
    play: {
      trading: { platform: 'MT4', manner: busy },
      disguise: {
        history: (items) =>
          items.map((item) =>
            isOrder(item) && 'open_time' in item ? { ...item, open_time: item.close_time + 600 } : item,
          ),
      },
    },
    // The rest of a partial close has no opening before it was listed.
    finds: ['impossible_times', 'positions_vanished'],
    held: true,
  },
  {
    name: 'records from the future',
    play: {
      trading: { manner: busy },
      disguise: {
        history: (items) =>
          items.map((item) =>
            'entry' in item && item.entry === 'out' ? { ...item, time: item.time + 9 * DAY } : item,
          ),
      },
      days: 2,
    },
    finds: ['future_time'],
    held: false,
  },
  {
    name: 'tickets that fall as time rises',
    play: {
      trading: { manner: busy },
      disguise: {
        history: (items) => items.map((item) => ({ ...item, ticket: String(90_000_000 - Number(item.ticket)) })),
      },
      days: 7,
    },
    finds: ['ticket_order'],
    held: false,
  },
  {
    name: 'lots that stand for ten',
    play: {
      trading: { manner: { ...busy, symbols: ['EURUSD'], scalesOut: false } },
      disguise: {
        history: (items) =>
          items.map((item) => ('entry' in item && item.entry === 'out' ? { ...item, profit: item.profit * 10 } : item)),
        snapshot: (snapshot) => {
          const { balance, positions = [] } = snapshot
          const tenfold = positions.map((position) => ({ ...position, profit: roundTo(position.profit * 10, 2) }))
          const floating = tenfold.reduce((sum, { profit, swap }) => sum + profit + swap, 0)
          return { ...snapshot, positions: tenfold, floating, equity: roundTo(balance + floating, 2) }
        },
      },
    },
    finds: ['value_per_lot', 'result_contradicted', 'results_invented'],
    held: true,
  },
  {
    name: 'an advisor that nobody handed out',
    play: { disguise: { ea: (ea) => ({ ...ea, version: '9.9.9' }) } },
    finds: ['unofficial_version'],
    held: false,
  },
]
