import { HOUR } from '#features/ea/simulation/market.ts'
import { createRandom, type Random } from '#features/ea/simulation/random.ts'
import { firstSync, type Trading } from '#features/integrity/testing/simulated-trader.ts'
import { tradingOf } from './honest/plain.ts'
import type { Lie, Values } from './lie.ts'
import { betterPrices } from './better-closes.ts'
import { tradeLies } from './invented-trades.ts'
import { eventLies } from './arranged-events.ts'
import { clearingLies } from './false-clearings.ts'
import { marketLies } from './invented-market.ts'
import { openingLies } from './false-openings.ts'
import { gains } from './invented-gains.ts'
import { losses } from './reported-losses.ts'
import type { Story } from './story.ts'

export const lies: readonly Lie[] = [
  ...losses,
  ...gains,
  ...betterPrices,
  ...tradeLies,
  ...eventLies,
  ...openingLies,
  ...clearingLies,
  ...marketLies,
]

/** A lie with its numbers. */
export interface ChosenLie {
  lie: Lie
  values: Values
}

/** @param place in [0, 1] for each number of the lie, in the order of its ranges */
export function valuesAt({ ranges }: Lie, place: readonly number[]): Values {
  return Object.fromEntries(
    Object.entries(ranges).map(([name, [least, largest]], index) => [
      name,
      least + (largest - least) * (place[index] ?? 0.5),
    ]),
  )
}

/** An account that trades often enough for its lies to matter, in a currency with cents. */
function forgersTrading(random: Random): Trading {
  const drawn = tradingOf(random)
  const yen = drawn.currency === 'JPY'
  return {
    ...drawn,
    ...(yen && { currency: 'EUR', capital: 5_000 }),
    style: random.pick(['intraday', 'gold', 'indices', 'struggling', 'gambler', 'swing'] as const),
    netting: false,
    manner: { entriesADay: random.between(3, 9), skill: -0.1 },
    clock: 'new_york',
  }
}

/** Results of trades that no sync saw open cannot be compared with anything. */
function isBeyond(chosen: readonly ChosenLie[]): boolean {
  const parts = new Set(chosen.map(({ lie }) => lie.part))
  return chosen.some(({ lie }) => lie.beyond !== undefined) || (parts.has('results') && parts.has('unlisted trades'))
}

/** One account whose terminal lies in all these ways at once. */
export function forgedStory(seed: number, chosen: readonly ChosenLie[], every = 60, days = 14): Story {
  const trading = chosen.reduce<Trading>(
    (made, { lie }) => ({ ...made, ...lie.trading, manner: { ...made.manner, ...lie.trading?.manner } }),
    forgersTrading(createRandom(seed).branch('forged')),
  )
  const made = chosen.map(({ lie, values }) => lie.make(values, trading.capital ?? 0))
  return {
    name: chosen.map(({ lie }) => lie.name).join(' + '),
    seed,
    kind: isBeyond(chosen) ? 'beyond' : 'forged',
    trading,
    events: made.flatMap(({ events = [] }) => events),
    disguises: made.map(({ disguise }) => disguise),
    days,
    every,
  }
}

/** Each lie in turn with numbers by seed; every third story has a second one, every ninth a third; every seventh is synced each five minutes. */
export function drawnStory(seed: number): Story {
  const random = createRandom(seed).branch('lies')
  const main = lies.at(seed % lies.length) ?? random.pick(lies)
  const others = Array.from({ length: seed % 9 === 0 ? 2 : seed % 3 === 0 ? 1 : 0 }, () => random.pick(lies))
  const chosen = [...new Set([main, ...others.filter(({ beyond }) => beyond === undefined)])].map((each) => ({
    lie: each,
    values: valuesAt(
      each,
      // Often at an end of its range: rules break there first.
      Object.keys(each.ranges).map(() => (random.chance(0.3) ? random.pick([0, 1]) : random.unit())),
    ),
  }))
  const fast = seed % 7 === 0
  return forgedStory(seed, chosen, fast ? 5 : 60, fast ? 4 : 14)
}

/** A gaining account, and another person who sends its history under another number of the same server. */
export function stolenStories(seed: number): Story[] {
  const random = createRandom(seed).branch('stolen')
  const trading: Trading = {
    ...forgersTrading(random),
    manner: { entriesADay: 6, skill: 0.9 },
    server: `Borea-Live ${seed}`,
  }
  const story = { seed, trading, events: [], disguises: [], days: 7, every: 60 }
  return [
    { ...story, name: 'its history is stolen', kind: 'honest' },
    {
      ...story,
      name: "another person's history",
      kind: 'forged',
      stolen: true,
      disguises: [{ off: (at) => at < firstSync + 6 * HOUR }],
    },
  ]
}
