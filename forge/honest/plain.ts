import { createRandom, type Random } from '#features/ea/simulation/random.ts'
import type { StyleName } from '#features/ea/simulation/styles.ts'
import { conversion } from '#features/ea/simulation/market.ts'
import type { Trading } from '#features/integrity/testing/simulated-trader.ts'
import type { Story } from '../story.ts'

const styleNames: readonly StyleName[] = [
  'intraday',
  'swing',
  'position',
  'scalper',
  'gold',
  'indices',
  'crypto',
  'struggling',
  'martingale',
  'grid',
  'reversal',
]
const currencies = ['EUR', 'EUR', 'USD', 'USD', 'GBP', 'CHF', 'JPY', 'USC'] as const

/** An account of any kind: platform, currency, size, costs, spreads, clock, manner and past follow from the seed. */
export function tradingOf(random: Random): Trading {
  const style = random.pick(styleNames)
  const netting = style === 'reversal'
  const currency = random.pick(currencies)
  const capital = Math.round(Math.exp(random.between(Math.log(800), Math.log(60_000))) * conversion('EUR', currency))
  return {
    style,
    seed: random.whole(1, 1e9),
    platform: netting || random.chance(0.5) ? 'MT5' : 'MT4',
    netting,
    currency,
    capital,
    clock: random.chance(0.3) ? 'utc' : 'new_york',
    commission: random.chance(0.3) ? 0 : Math.round(random.between(1, 7) * 10) / 10,
    spread: Math.round(random.between(0.5, 3) * 10) / 10,
    before: random.chance(0.5) ? random.whole(1, 25) : 0,
  }
}

/** Nothing strange befalls it, and its terminal is honest. Every fifth is synced each five minutes, for three days. */
export function plainStory(seed: number): Story {
  const random = createRandom(seed).branch('plain')
  const fast = seed % 5 === 0
  const trading = tradingOf(random)
  return {
    name: `plain ${trading.style}`,
    seed,
    kind: 'honest',
    trading,
    events: [],
    disguises: [],
    days: fast ? 3 : 14,
    every: fast ? 5 : 60,
  }
}
