import type { PlanCode } from '#features/subscriptions/catalogue.ts'
import type { Random } from '#features/ea/simulation/random.ts'

/** A buyer's way of buying the plan. */
export interface Buying {
  first: PlanCode
  /** The plan that follows it, each time anew. */
  renews: PlanCode
  /** The provider's ticker; for a plan below its minimum the buyer takes another coin. */
  coin: string
  /** Days before the end at which the next order is made. */
  daysAhead: number
}

/** Coins whose minimum every plan reaches, and others. */
const cheapCoins = ['usdtbsc', 'usdtbsc', 'usdttrc20', 'trx', 'ltc', 'bnbbsc'] as const
const dearCoins = [...cheapCoins, 'btc', 'eth', 'sol', 'xrp'] as const

/** Most pay by the month or by the year; some who are Diamond now began with Basic. */
export function buyingOf(plan: 'basic' | 'diamond', random: Random): Buying {
  const habit =
    plan === 'basic'
      ? random.pick(basicHabits)
      : random.pick<readonly [PlanCode, PlanCode]>([
          ['monthly', 'monthly'],
          ['monthly', 'monthly'],
          ['monthly', 'annual'],
          ['annual', 'annual'],
          ['basic_monthly', 'monthly'],
          ['basic_quarterly', 'annual'],
        ])
  const isDear = !habit.includes('basic_monthly')
  return {
    first: habit[0],
    renews: habit[1],
    coin: random.pick<string>(isDear ? dearCoins : cheapCoins),
    daysAhead: random.between(4, 9),
  }
}

const basicHabits: readonly (readonly [PlanCode, PlanCode])[] = [
  ['basic_monthly', 'basic_monthly'],
  ['basic_monthly', 'basic_monthly'],
  ['basic_monthly', 'basic_quarterly'],
  ['basic_quarterly', 'basic_quarterly'],
  ['basic_quarterly', 'basic_annual'],
  ['basic_annual', 'basic_annual'],
]
