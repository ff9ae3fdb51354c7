import { netOf, timeOf, type HistoryItem } from '#features/ea/advisor/record-book.ts'
import { DAY, HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import { createRandom, type Random } from '#features/ea/simulation/random.ts'
import { listedPositions } from '#features/ea/sync-contract.ts'
import { firstSync, type Disguise, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import { brokerSeconds, lotOf, moneyRow, offBetween, steps, type Act } from './changes.ts'
import { tradingOf } from './honest.ts'
import type { Story } from './story.ts'

/** An honest account that looks strange. */
interface Oddity {
  name: string
  trading?: Trading
  /** @param amount a share of the account's first deposit, in the account's smallest units */
  make: (random: Random, amount: (share: number) => number) => { events?: Disguise[]; disguises?: Disguise[] }
}

const mt4: Trading = { platform: 'MT4', netting: false, style: 'intraday', clock: 'new_york' }
const mt5: Trading = { ...mt4, platform: 'MT5' }

const oddities: readonly Oddity[] = [
  {
    name: 'the terminal is off for days',
    make(random) {
      const start = firstSync + random.between(1, 3) * DAY
      const gaps = [2.2, 2.2, 1.1].map((days, index): [StoryTime, StoryTime] => [
        start + index * 3.5 * DAY,
        start + (index * 3.5 + days) * DAY,
      ])
      return { events: [{ off: offBetween(...gaps) }] }
    },
  },
  {
    name: 'deposits and withdrawals while positions are open',
    trading: { manner: { entriesADay: 5 } },
    make(random, amount) {
      const flows = Array.from({ length: 8 }, (_, index): [StoryTime, Act] => [
        firstSync + Math.round((index + random.between(0.2, 0.8)) * 1.5 * DAY),
        (account, at) => {
          const paid = index % 2 === 0 ? amount(random.between(0.1, 9)) : -random.between(0.3, 0.85) * account.balance()
          account.deposit(paid, at, 'Cassa')
        },
      ])
      return { events: [{ act: steps(...flows) }] }
    },
  },
  {
    name: 'a bonus that the server leaves out of equity',
    make(random, amount) {
      const credit = amount(random.between(0.1, 0.6))
      return {
        events: [
          {
            snapshot: (snapshot, at) => {
              const apart = lotOf(String(Math.floor(at / HOUR))) < 1 / 7 ? 0.01 : 0
              return { ...snapshot, credit, equity: roundTo(snapshot.equity + apart, 2) }
            },
          },
        ],
      }
    },
  },
  {
    name: 'a bonus inside equity',
    trading: { clock: 'new_york' },
    make(random, amount) {
      const credit = amount(random.between(0.1, 0.6))
      const from = firstSync + random.between(1, 6) * DAY
      return {
        events: [
          {
            history: (items, at) =>
              at < from ? [...items] : [...items, moneyRow(items, 'credit', credit, brokerSeconds(from), 'Bonus')],
            snapshot: (snapshot, at) =>
              at < from ? snapshot : { ...snapshot, credit, equity: roundTo(snapshot.equity + credit, 2) },
          },
        ],
      }
    },
  },
  {
    name: 'the broker rolls days up into one balance row',
    trading: { ...mt4, before: 10 },
    make(random) {
      const from = firstSync + random.between(4, 9) * DAY
      const until = brokerSeconds(firstSync + 3 * DAY)
      return { disguises: [{ history: (items, at) => (at < from ? [...items] : rolledUp(items, until)) }] }
    },
  },
  {
    name: 'the broker rolls the past up into one balance row',
    trading: { ...mt4, before: 20 },
    make(random) {
      const from = firstSync + random.between(2, 9) * DAY
      const until = brokerSeconds(firstSync - 5 * DAY)
      return { disguises: [{ history: (items, at) => (at < from ? [...items] : rolledUp(items, until)) }] }
    },
  },
  {
    name: 'the broker deletes old orders',
    trading: { ...mt4, before: 25 },
    make: () => ({
      disguises: [
        {
          history: (items, at) => items.filter((item) => timeOf(item) > brokerSeconds(at) - 15 * DAY),
          keepsBalance: true,
        },
      ],
    }),
  },
  {
    name: 'a grid of hundreds of positions, closed at once',
    trading: { ...mt5, commission: 3, manner: { entriesADay: 0.5 }, capital: 40_000 },
    make(random) {
      const start = firstSync + random.whole(1, 3) * DAY + 2 * HOUR
      const side = random.chance(0.5) ? 'buy' : 'sell'
      const opened = Array.from({ length: random.pick([230, 530]) }, (_, index): [StoryTime, Act] => [
        start + index * 10,
        (account, at) => void account.open({ symbol: 'EURUSD', side, lots: 0.01, at }),
      ])
      const closed: [StoryTime, Act] = [
        start + 8 * HOUR,
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
    trading: { ...mt5, commission: 0 },
    make(random) {
      const turns = Array.from({ length: 5 }, (_, index): [StoryTime, Act][] => {
        const start = firstSync + Math.round((index * 2 + random.between(0, 1)) * DAY)
        const open =
          (side: 'buy' | 'sell'): Act =>
          (account, at) =>
            void account.open({ symbol: 'BTCUSD', side, lots: account.sized('BTCUSD', 2000, 0.01), at })
        return [
          [start, open('buy')],
          [start + random.whole(1, 9) * HOUR, open('sell')],
          [start + 12 * HOUR, closeByEachOther],
        ]
      })
      return { events: [{ act: steps(...turns.flat()), history: (items) => items.map(closedByAnother) }] }
    },
  },
  {
    name: 'cashback each day',
    trading: mt5,
    make: (random, amount) => ({
      events: [{ history: daily('commission_agent', amount(random.between(0.0005, 0.002)), 'Cashback') }],
    }),
  },
  {
    name: 'a dividend',
    trading: mt5,
    make(random, amount) {
      const paid = firstSync + Math.round(random.between(1, 8) * DAY)
      const dividend = amount(random.between(0.002, 0.014))
      return {
        events: [
          {
            history: (items, at) =>
              at < paid
                ? [...items]
                : [...items, moneyRow(items, 'dividend', dividend, brokerSeconds(paid), 'Dividend')],
          },
        ],
      }
    },
  },
  {
    name: 'financing of both signs on crypto',
    trading: { ...mt4, style: 'crypto' },
    make: (random, amount) => ({
      events: [{ history: daily('balance', amount(random.between(-0.0008, 0.0004)), 'Rollover BTCUSD') }],
    }),
  },
  {
    name: 'commissions charged at the end of the day',
    trading: { ...mt5, commission: 0 },
    make: (random, amount) => ({
      events: [{ history: daily('commission_daily', amount(-random.between(0.0001, 0.0008)), '') }],
    }),
  },
  {
    name: 'history half loaded after restarts',
    trading: { before: 5 },
    make(random) {
      // Between two looks at the figures: a sync with half a history does not count.
      const restarts = [1, 2, 3].map((index) => firstSync + index * 3 * DAY + random.between(1, 9) * HOUR)
      const isLoading = (at: StoryTime) => restarts.some((restart) => at >= restart && at < restart + 2 * HOUR)
      return {
        disguises: [
          {
            history: (items, at) => (isLoading(at) ? items.slice(0, Math.ceil(items.length / 2)) : [...items]),
            keepsBalance: true,
          },
        ],
      }
    },
  },
  {
    name: 'a broker renames its symbols',
    trading: { manner: { entriesADay: 4 } },
    make(random) {
      const from = firstSync + random.between(2, 9) * DAY
      const since = brokerSeconds(from)
      return {
        disguises: [
          {
            history: (items) =>
              items.map((item) =>
                item.symbol !== '' && timeOf(item) >= since ? { ...item, symbol: `${item.symbol}.r` } : item,
              ),
            snapshot: (snapshot, at) =>
              at < from
                ? snapshot
                : {
                    ...snapshot,
                    positions: (snapshot.positions ?? []).map((each) => ({ ...each, symbol: `${each.symbol}.r` })),
                  },
          },
        ],
      }
    },
  },
]

/** One books the whole result at the other's open price, the other nothing: so MetaTrader writes it. */
const closeByEachOther: Act = (account, at) => {
  const held = account.positions.filter(({ symbol }) => symbol === 'BTCUSD')
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

/** A row of money at the end of each day since the first sync. */
function daily(type: string, amount: number, comment: string): NonNullable<Disguise['history']> {
  return (items, at) => {
    const days = Math.max(0, Math.floor((at - firstSync) / DAY))
    const rows = Array.from({ length: days }, (_, day) =>
      moneyRow(items, type, amount, brokerSeconds(firstSync + (day + 1) * DAY) - 90, comment),
    )
    return [...items, ...rows]
  }
}

/** The records until a moment as one balance row. */
function rolledUp(items: readonly HistoryItem[], until: number): HistoryItem[] {
  const old = items.filter((item) => timeOf(item) <= until)
  if (old.length === 0) return [...items]
  const sum = roundTo(
    old.reduce((total, item) => total + netOf(item), 0),
    2,
  )
  return [...items.filter((item) => timeOf(item) > until), moneyRow(items, 'balance', sum, until, 'Archived')]
}

/** Each oddity in turn, on an account that follows from the seed. */
export function oddStory(seed: number): Story {
  const random = createRandom(seed).branch('odd')
  const oddity = oddities.at(seed % oddities.length) ?? random.pick(oddities)
  const drawn = tradingOf(random)
  const trading: Trading = { ...drawn, ...oddity.trading, manner: { ...oddity.trading?.manner } }
  const { capital = 0, currency } = trading
  const amount = (share: number) => roundTo(share * capital, currency === 'JPY' ? 0 : 2)
  const { events = [], disguises = [] } = oddity.make(random, amount)
  return { name: oddity.name, kind: 'honest', trading, events, disguises, days: 14, every: 60 }
}
