import { planOf, type PlanType, type Tier } from './catalogue.ts'
import type { ShownStatus } from './rules.ts'

/** Names of plans, and the addresses of the screens that sell them. */

export const tierNames: Record<Tier, string> = { basic: 'Basic Leaderboard', diamond: 'Diamond' }

/** Where the name stands in a list. */
export const shortTierNames: Record<Tier, string> = { basic: 'Basic', diamond: 'Diamond' }

export const planTypeNames: Record<PlanType, string> = {
  monthly: 'Mensile',
  quarterly: 'Trimestrale',
  yearly: 'Annuale',
  manual: 'Assegnato a mano',
}

export const subscriptionStatusNames: Record<ShownStatus, string> = {
  active: 'Attivo',
  expired: 'Scaduto',
  cancelled: 'Annullato',
}

export const periodNames: Record<number, string> = { 1: 'Mensile', 3: 'Trimestrale', 12: 'Annuale' }

/** The name of a catalogue code (`Basic Leaderboard, annuale`). A code that is no longer on sale stays as it is. */
export function planName(code: string): string {
  const plan = planOf(code)
  return plan === null ? code : `${tierNames[plan.tier]}, ${(periodNames[plan.months] ?? '').toLowerCase()}`
}

/** The address of the screen that sells a tier, with a chosen plan and coin when they are given. */
export function subscribeAddress(tier: Tier, plan?: string | null, coin?: string | null): string {
  const query = new URLSearchParams({ view: `${tier}-subscribe` })
  if (plan) query.set('plan', plan)
  if (coin) query.set('coin', coin)
  return `/?${query.toString()}`
}
