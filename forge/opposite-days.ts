import { DAY, HOUR, nextOpening, roundTo, type StoryTime } from '#features/ea/simulation/market.ts'
import { createRandom, type Random } from '#features/ea/simulation/random.ts'
import type { Side } from '#features/ea/simulation/trading-account.ts'
import { firstSync, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import type { Act } from './changes.ts'
import { betOf, pairStory } from './copied-account.ts'
import { tradingOf } from './honest/plain.ts'
import type { Story } from './story.ts'

/** Pairs of one server whose openings never meet: only their daily results can tell a bet from two opinions. */

function tradingAt(seed: number, random: Random): Trading {
  return { ...tradingOf(random), netting: false, before: 0, server: `Contrario-Live ${seed}` }
}

/** Two people who bet against each other, minutes apart. Their positions last for days, so that the minutes matter little. */
export function distantBetStories(seed: number): Story[] {
  const random = createRandom(seed).branch('distant bet')
  const manner = { entriesADay: random.between(3, 5), hold: [20, 50], risk: 0.01, maximumOpen: 3 } as const
  const trading: Trading = { ...tradingAt(seed, random), style: 'swing', manner }
  return betOf(seed, trading, random.whole(90, 300), ['a bet minutes apart', 'the other side minutes later'])
}

/** Two people who disagree about one symbol: one only buys it, the other only sells it, each at moments of their own. */
export function opinionStories(seed: number): Story[] {
  const random = createRandom(seed).branch('opinions')
  const trading: Trading = { ...tradingAt(seed, random), manner: { entriesADay: 0.001 } }
  const symbol = random.pick(['EURUSD', 'GBPUSD', 'XAUUSD'])
  return (['buy', 'sell'] as const).map((side) => ({
    ...pairStory,
    seed,
    name: `an account that only ${side === 'buy' ? 'buys' : 'sells'}`,
    trading,
    events: [{ act: onOneSide(symbol, side, random.branch(side)) }],
    finding: 'opposite_account',
  }))
}

function onOneSide(symbol: string, side: Side, random: Random): Act {
  let next: StoryTime = firstSync + random.between(0, DAY / 2)
  return (account, at) => {
    for (
      let moment = nextOpening(symbol, Math.floor(next));
      moment <= at;
      moment = nextOpening(symbol, Math.floor(next))
    ) {
      const [open] = account.positions
      if (open === undefined) {
        const lots = Math.max(0.01, roundTo(account.affordable(symbol, moment) * 0.08, 2))
        account.open({ symbol, side, lots, at: moment })
      } else account.close(open, moment)
      next = moment + (open === undefined ? random.between(2, 14) : random.between(1, 10)) * HOUR
    }
  }
}
