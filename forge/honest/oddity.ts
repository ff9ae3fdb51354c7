import type { StoryTime } from '#features/ea/simulation/market.ts'
import type { Random } from '#features/ea/simulation/random.ts'
import type { Disguise, Trading } from '#features/integrity/testing/simulated-trader.ts'
import type { Story } from '../story.ts'

/** Numbers by seed, for an account of any size and a story of any length. */
export interface Draw {
  random: Random
  /** A share of the account's first deposit, in the account's smallest units. */
  amount: (share: number) => number
  /** Between two days of a story of 14 days; of a shorter one, at the same parts. */
  moment: (least: number, largest: number) => StoryTime
  /** So many days of a story of 14 days; of a shorter one, the same part. */
  lasting: (days: number) => number
}

/** An honest account that looks strange. */
export interface Oddity {
  name: string
  trading?: Trading
  /** Minutes between two syncs, where the oddity needs them. */
  every?: number
  remedy?: Story['remedy']
  make?: (draw: Draw) => { events?: Disguise[]; disguises?: Disguise[] }
}
