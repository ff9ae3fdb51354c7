import { roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import { createRandom } from '#features/ea/simulation/random.ts'
import type { Position, TradingAccount } from '#features/ea/simulation/trading-account.ts'
import { tradingDesk, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import type { Act } from './changes.ts'
import { tradingOf } from './honest/plain.ts'
import type { Story } from './story.ts'

interface Copy {
  /** Seconds after the account that is copied. */
  after: number
  /** Share of its volume. */
  part: number
  /** On the other side. */
  against?: boolean
}

/** Trades as another account does. It plays that account by itself, since accounts of a story know nothing of each other. */
function copying(copied: Trading, { after, part, against = false }: Copy): Act {
  const orders: { at: StoryTime; fill: Act }[] = []
  const copies = new Map<Position, Position>()
  const { strategy } = tradingDesk(copied, (account): TradingAccount => ({
    ...account,
    open(order) {
      const position = account.open(order)
      if (position === null) return null
      const { symbol, side, lots, magic } = position
      const taken = against ? (side === 'buy' ? 'sell' : 'buy') : side
      orders.push({
        at: order.at + after,
        fill(own, at) {
          const copy = own.open({ symbol, side: taken, lots: roundTo(lots * part, 2), magic, at })
          if (copy !== null) copies.set(position, copy)
        },
      })
      return position
    },
    close(position, at, how) {
      account.close(position, at, how)
      const whole = position.lots <= 0
      const closed = how?.lots
      orders.push({
        at: at + after,
        fill(own, moment) {
          const copy = copies.get(position)
          if (copy === undefined || copy.lots <= 0) return
          const lots = whole || closed === undefined ? copy.lots : Math.min(copy.lots, roundTo(closed * part, 2))
          if (lots >= 0.01) own.close(copy, moment, { lots })
        },
      })
    },
  }))
  return (account, at) => {
    while (strategy.next() <= at) strategy.act()
    while ((orders[0]?.at ?? Infinity) <= at) {
      const order = orders.shift()
      order?.fill(account, order.at)
    }
  }
}

/** Both stories of a pair have this. */
export const pairStory = { kind: 'honest', events: [], disguises: [], days: 14, every: 60 } as const

function pairOf(seed: number, copied: Trading, copy: Copy, copier: Trading): [Story, Story] {
  const story = { seed, ...pairStory }
  const idle: Trading = { ...copier, style: 'intraday', manner: { entriesADay: 0.001 }, netting: false, before: 0 }
  return [
    { ...story, name: 'an account that is copied', trading: copied },
    { ...story, name: 'a copy of another account', trading: idle, events: [{ act: copying(copied, copy) }] },
  ]
}

/** An account, and another person's that copies it seconds later at half of its size. */
export function copiedStories(seed: number): Story[] {
  const random = createRandom(seed).branch('copied')
  const trading: Trading = {
    ...tradingOf(random),
    platform: random.pick(['MT4', 'MT5'] as const),
    netting: false,
    style: random.pick(['intraday', 'gold', 'scalper', 'indices'] as const),
    before: 0,
  }
  return pairOf(
    seed,
    trading,
    { after: random.whole(2, 4), part: 0.5 },
    { ...trading, capital: (trading.capital ?? 0) / 2 },
  )
}

/** Two people who bet against each other: one wins, and the other one's loss is given up. Their figures are true. */
export function hedgedStories(seed: number): Story[] {
  const random = createRandom(seed).branch('hedged')
  const trading: Trading = {
    ...tradingOf(random),
    netting: false,
    style: 'gambler',
    manner: { entriesADay: random.between(0.5, 1.5), risk: random.between(0.04, 0.08), maximumOpen: 1 },
    before: 0,
  }
  return betOf(seed, trading, random.whole(3, 50), ['a bet of two people', 'the other side of the bet'])
}

/** @param after seconds from an opening to the opposite one */
export function betOf(seed: number, trading: Trading, after: number, names: readonly [string, string]): Story[] {
  return pairOf(seed, trading, { after, part: 1, against: true }, trading).map((story, index) => ({
    ...story,
    name: names[index] ?? story.name,
    kind: 'forged',
    finding: 'opposite_account',
  }))
}
