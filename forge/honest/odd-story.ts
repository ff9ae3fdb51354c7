import { DAY, roundTo } from '#features/ea/simulation/market.ts'
import { createRandom } from '#features/ea/simulation/random.ts'
import { firstSync, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import type { Story } from '../story.ts'
import { closeOddities } from './odd-closes.ts'
import { dayOddities } from './odd-days.ts'
import { historyOddities } from './odd-history.ts'
import { moneyOddities } from './odd-money.ts'
import { positionOddities } from './odd-positions.ts'
import { terminalOddities } from './odd-terminals.ts'
import type { Oddity } from './oddity.ts'
import { tradingOf } from './plain.ts'

const oddities: readonly Oddity[] = [
  ...moneyOddities,
  ...historyOddities,
  ...positionOddities,
  ...closeOddities,
  ...terminalOddities,
  ...dayOddities,
]
const weeks = 14
const fewDays = 4

/** Each oddity in turn of the even seeds, on an account that follows from the seed. Every sixth is synced each five minutes, for four days; two weeks where the interval is what is odd. */
export function oddStory(seed: number): Story {
  const random = createRandom(seed).branch('odd')
  const oddity = oddities.at((seed >> 1) % oddities.length) ?? random.pick(oddities)
  const { name, every = random.chance(1 / 6) ? 5 : 60, remedy } = oddity
  const days = oddity.every === undefined && every < 30 ? fewDays : weeks
  const drawn = tradingOf(random)
  const trading: Trading = { ...drawn, ...oddity.trading, manner: { ...oddity.trading?.manner } }
  const { capital = 0, currency } = trading
  const { events = [], disguises = [] } =
    oddity.make?.({
      random,
      amount: (share) => roundTo(share * capital, currency === 'JPY' ? 0 : 2),
      moment: (least, largest) => firstSync + Math.round((random.between(least, largest) * days * DAY) / weeks),
      lasting: (count) => Math.round((count * days * DAY) / weeks),
    }) ?? {}
  return {
    name,
    seed,
    kind: 'honest',
    trading,
    events,
    disguises,
    ...(remedy !== undefined && { remedy }),
    days,
    every,
  }
}
