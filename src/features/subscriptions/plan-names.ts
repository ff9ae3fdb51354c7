import { planOf, type Tier } from './catalogue.ts'

/** What plans are called, and where their screens live. */

export const tierNames: Record<Tier, string> = { basic: 'Basic Leaderboard', diamond: 'Diamond' }

export const periodNames: Record<number, string> = { 1: 'Mensile', 3: 'Trimestrale', 12: 'Annuale' }

/** `Basic Leaderboard, annuale` of a catalogue code; a code that is no longer on sale stays as it is. */
export function planName(code: string): string {
  const plan = planOf(code)
  return plan === null ? code : `${tierNames[plan.tier]}, ${(periodNames[plan.months] ?? '').toLowerCase()}`
}

/** The screen that sells a tier, with a plan and a coin already chosen where they are given. */
export function subscribeAddress(tier: Tier, plan?: string | null, coin?: string | null): string {
  const query = new URLSearchParams({ view: `${tier}-subscribe` })
  if (plan) query.set('plan', plan)
  if (coin) query.set('coin', coin)
  return `/?${query.toString()}`
}
