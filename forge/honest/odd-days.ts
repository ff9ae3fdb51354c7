import { DAY, HOUR, nextOpening, roundTo, takesOrders, type StoryTime } from '#features/ea/simulation/market.ts'
import type { OpenPosition, SyncRequest } from '#features/ea/sync-contract.ts'
import { firstSync, market, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import { brokerSeconds, moneyRow, offBetween, relisted, restingPrices, steps, type Act } from '../changes.ts'
import type { Oddity } from './oddity.ts'

const byHand: Trading = { netting: false, style: 'intraday', clock: 'new_york' }

/** Weeks as brokers, terminals and people make them. */
export const dayOddities: readonly Oddity[] = [
  {
    name: 'positions closed in many parts through the day',
    trading: { ...byHand, style: 'swing', capital: 60_000, currency: 'EUR', manner: { entriesADay: 3 } },
    make: ({ random }) => ({
      events: [
        {
          act: (account, at) => {
            for (const position of account.positions.slice()) {
              const lots = roundTo(Math.floor(position.lots * 20) / 100, 2)
              const isPart = lots >= 0.01 && position.lots - lots >= 0.01
              if (isPart && takesOrders(position.symbol, at) && random.chance(0.3))
                account.close(position, at, { lots })
            }
          },
        },
      ],
    }),
  },
  {
    name: 'pairs of opposite positions',
    trading: { ...byHand, manner: { entriesADay: 0.5 } },
    make({ random, moment }) {
      const pairs = Array.from({ length: 9 }, (_, index): [StoryTime, Act][] => {
        const symbol = random.pick(['EURUSD', 'XAUUSD', 'GER40'])
        const start = nextOpening(symbol, moment(index * 1.4, index * 1.4 + 0.3))
        const magic = `77${index}`
        const open: Act = (account, at) => {
          const lots = account.sized(symbol, market.price(symbol, at) * 0.01, 0.02)
          for (const side of ['buy', 'sell'] as const) account.open({ symbol, side, lots, at, magic })
        }
        const closeOne: Act = (account, at) => {
          const held = account.positions.find((position) => position.magic === magic)
          if (held !== undefined) account.close(held, at)
        }
        const [first, second] = [random.whole(2, 9), random.whole(10, 26)]
        return [
          [start, open],
          [nextOpening(symbol, start + first * HOUR), closeOne],
          [nextOpening(symbol, start + second * HOUR), closeOne],
        ]
      })
      return { events: [{ act: steps(...pairs.flat().toSorted(([a], [b]) => a - b)) }] }
    },
  },
  {
    name: 'no swap, and a fee for each night instead',
    trading: { ...byHand, platform: 'MT5', style: 'swing' },
    make({ random, amount }) {
      const fee = amount(random.between(0.0002, 0.0012))
      return {
        events: [
          {
            history: (items, at) => [
              ...items.map((item) => (item.swap === 0 ? item : { ...item, swap: 0 })),
              ...Array.from({ length: Math.max(0, Math.floor((at - firstSync) / DAY)) }, (_, day) =>
                moneyRow(items, 'charge', -fee, brokerSeconds(firstSync + (day + 1) * DAY) - 90, 'Admin fee'),
              ),
            ],
            snapshot: (snapshot) =>
              relisted(
                snapshot,
                (snapshot.positions ?? []).map((one) => ({ ...one, swap: 0 })),
              ),
          },
        ],
      }
    },
  },
  {
    name: 'an account in a currency whose rate the server does not know',
    trading: { ...byHand, currency: 'HUF', capital: 4_200_000 },
  },
  {
    name: 'the broker books a mistake, and takes it back',
    trading: { ...byHand, platform: 'MT5' },
    make({ random, amount, moment }) {
      const [wrong, back] = [moment(2, 4), moment(6, 8)]
      const sum = amount(random.between(0.02, 0.1))
      return {
        events: [
          {
            history: (items, at) => [
              ...items,
              ...(at < wrong ? [] : [moneyRow(items, 'correction', -sum, brokerSeconds(wrong), 'Adjustment')]),
              ...(at < back ? [] : [moneyRow(items, 'correction', sum, brokerSeconds(back), 'Adjustment')]),
            ],
          },
        ],
      }
    },
  },
  {
    name: 'a deposit in six parts while positions are open',
    trading: { ...byHand, manner: { entriesADay: 5 } },
    make({ random, amount, moment }) {
      const start = moment(2, 6)
      const parts = Array.from({ length: 6 }, (_, index): [StoryTime, Act] => [
        start + index * 3 * 60,
        (account, at) => account.deposit(amount(random.between(0.2, 1)), at, `Card ${index + 1}`),
      ])
      return { events: [{ act: steps(...parts) }] }
    },
  },
  {
    name: 'spreads that widen at the rollover, and stops that they reach',
    trading: { ...byHand, manner: { entriesADay: 6, hold: [6, 30] } },
    make({ random }) {
      const widening = random.between(0.0008, 0.003)
      const isRollover = (at: StoryTime) => Math.floor((brokerSeconds(at) % DAY) / HOUR) === 0
      return {
        events: [
          {
            act: (account, at) => {
              if (!isRollover(at) || !random.chance(0.4)) return
              const [position] = account.positions
              if (position === undefined) return
              const price = market.price(position.symbol, at) * (1 + (position.side === 'buy' ? -widening : widening))
              account.close(position, at, { price: roundTo(price, market.instrument(position.symbol).digits) })
            },
            snapshot: (snapshot, at) => (isRollover(at) ? widened(snapshot, widening) : snapshot),
          },
        ],
      }
    },
  },
  {
    name: 'the terminal returns after a week, positions open',
    trading: { ...byHand, style: 'swing', manner: { entriesADay: 2 } },
    make({ moment, lasting }) {
      const start = moment(2, 4)
      return { events: [{ off: offBetween([start, start + lasting(7.2)]) }] }
    },
  },
  {
    name: 'pairs that open far away after the weekend, beyond stops and targets',
    trading: byHand,
    make({ random }) {
      const friday = firstSync + 4 * DAY + 9 * HOUR
      const opening = firstSync + 6 * DAY + 16 * HOUR
      const sides = [0, 1, 2].map((index) => ({
        magic: `88${index}`,
        symbol: ['EURUSD', 'GBPUSD', 'USDJPY'][index] ?? 'EURUSD',
        side: random.pick(['buy', 'sell'] as const),
        share: random.between(-0.02, 0.02),
      }))
      return {
        events: [
          {
            snapshot: restingPrices(),
            act: steps(
              ...sides.map(({ symbol, side, magic }, index): [StoryTime, Act] => [
                friday + index * 600,
                (account, at) => {
                  const lots = account.sized(symbol, market.price(symbol, at) * 0.01, 0.02)
                  account.open({ symbol, side, lots, at, magic })
                },
              ]),
              [
                opening,
                (account, at) => {
                  for (const { symbol, side, share, magic } of sides) {
                    const position = account.positions.find((each) => each.magic === magic)
                    const price = market.price(symbol, at) * (1 + (side === 'buy' ? share : -share))
                    const { digits } = market.instrument(symbol)
                    if (position !== undefined) account.close(position, at, { price: roundTo(price, digits) })
                  }
                },
              ],
            ),
          },
        ],
      }
    },
  },
  {
    name: 'the advisor moves to another VPS, and back',
    trading: { ...byHand, terminals: 2 },
    every: 5,
    make({ moment }) {
      const [there, back] = [moment(3, 4), moment(8, 9)]
      return { events: [{ terminal: (at) => (at >= there && at < back ? 1 : 0) }] }
    },
  },
]

/** Each position at a price that is worse by this share. */
function widened(snapshot: SyncRequest['snapshot'], share: number): SyncRequest['snapshot'] {
  const positions = (snapshot.positions ?? []).map((one): OpenPosition => {
    const move = one.side === 'buy' ? one.price - one.open_price : one.open_price - one.price
    if (move === 0) return one
    const price = one.price * (1 + (one.side === 'buy' ? -share : share))
    const now = one.side === 'buy' ? price - one.open_price : one.open_price - price
    return { ...one, price, profit: roundTo((one.profit / move) * now, 2) }
  })
  return relisted(snapshot, positions)
}
