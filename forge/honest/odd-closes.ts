import { DAY, HOUR, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import type { Side, TradingAccount } from '#features/ea/simulation/trading-account.ts'
import { firstSync, market, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import { restingPrices, steps, type Act } from '../changes.ts'
import type { Oddity } from './oddity.ts'

const byHand: Trading = { netting: false, style: 'intraday', currency: 'EUR' }
const magic = '190'

/** Closes far from the last listed price, or always a little beyond it. */
export const closeOddities: readonly Oddity[] = [
  {
    name: 'small targets that nearly always come',
    trading: {
      ...byHand,
      style: 'scalper',
      manner: { hold: [0.3, 3], stop: 3, reward: 0.15, entriesADay: 15, maximumOpen: 4 },
    },
    every: 5,
  },
  {
    name: 'small targets of a slow trader',
    trading: {
      ...byHand,
      style: 'scalper',
      manner: { hold: [3, 30], stop: 3, reward: 0.2, entriesADay: 8, maximumOpen: 5 },
    },
  },
  {
    name: 'a grid that closes its basket at a target',
    trading: { style: 'grid', netting: false, manner: { risk: 0.004 } },
  },
  { name: 'crypto each five minutes', trading: { ...byHand, style: 'crypto', manner: { entriesADay: 6 } }, every: 5 },
  {
    name: 'news, to either side',
    trading: byHand,
    make({ random, moment }) {
      // The first day is a Monday.
      const days = [0, 1, 2, 3, 4, 7, 8, 9].map((day, index) =>
        jump(moment(day + 0.3, day + 0.5), {
          symbol: random.pick(['EURUSD', 'GBPUSD', 'XAUUSD']),
          side: random.pick(['buy', 'sell']),
          share: (index % 5 < 3 ? 1 : -1) * random.between(0.003, 0.012),
          open: HOUR,
        }),
      )
      return { events: [{ act: steps(...days.flat()) }] }
    },
  },
  {
    name: 'an index that opens far away after the weekend',
    trading: byHand,
    make({ random }) {
      const gap = { symbol: 'GER40', side: random.pick(['buy', 'sell'] as const), share: random.between(0.01, 0.025) }
      const act = steps(...jump(firstSync + 6 * DAY + 16 * HOUR, { ...gap, open: 60 * HOUR }))
      return { events: [{ snapshot: restingPrices(), act }] }
    },
  },
]

/** A position that closes where the price jumps to for a moment. @param open seconds before the jump */
function jump(
  at: StoryTime,
  { symbol, side, share, open }: { symbol: string; side: Side; share: number; open: number },
): [StoryTime, Act][] {
  const { digits } = market.instrument(symbol)
  const held = (account: TradingAccount) => account.positions.find((each) => each.magic === magic)
  return [
    [
      at - open,
      (account, now) => {
        const lots = account.sized(symbol, market.price(symbol, now) * 0.01, 0.01)
        account.open({ symbol, side, lots, at: now, magic })
      },
    ],
    [
      at,
      (account, now) => {
        const position = held(account)
        const price = market.price(symbol, now) * (1 + (side === 'buy' ? share : -share))
        if (position !== undefined) account.close(position, now, { price: roundTo(price, digits) })
      },
    ],
  ]
}
