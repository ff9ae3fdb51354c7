import { DAY_MS } from '#shared/dates.ts'

export const tiers = ['basic', 'diamond'] as const
export type Tier = (typeof tiers)[number]

export const planTypes = ['monthly', 'quarterly', 'yearly', 'manual'] as const
export type PlanType = (typeof planTypes)[number]

export interface Plan {
  code: string
  tier: Tier
  months: 1 | 3 | 12
  /** US cents: the only place where a price is written. */
  price_cents: number
  plan_type: Exclude<PlanType, 'manual'>
}

/** The plans on sale. A buyer sends a code, never a price. */
export const plans = [
  { code: 'basic_monthly', tier: 'basic', months: 1, price_cents: 1199, plan_type: 'monthly' },
  { code: 'basic_quarterly', tier: 'basic', months: 3, price_cents: 2490, plan_type: 'quarterly' },
  { code: 'basic_annual', tier: 'basic', months: 12, price_cents: 7990, plan_type: 'yearly' },
  { code: 'monthly', tier: 'diamond', months: 1, price_cents: 2499, plan_type: 'monthly' },
  { code: 'annual', tier: 'diamond', months: 12, price_cents: 24_999, plan_type: 'yearly' },
] as const satisfies readonly Plan[]

export type PlanCode = (typeof plans)[number]['code']

export function planOf(code: string): (typeof plans)[number] | null {
  return plans.find((plan) => plan.code === code) ?? null
}

export interface CatalogueEntry {
  code: PlanCode
  tier: Tier
  months: number
  amount_usd: number
  /** US dollars for one month, to the cent. */
  monthly_equivalent: number
  /** Whole percent saved against as many single months of the same tier; 0 for a single month. */
  discount_percentage: number
}

/** The price list for screens. Its badges follow from the prices. */
export function catalogue(): CatalogueEntry[] {
  return plans.map((plan) => {
    const single = plans.find((other) => other.tier === plan.tier && other.months === 1)
    const undiscounted = (single?.price_cents ?? plan.price_cents) * plan.months
    return {
      code: plan.code,
      tier: plan.tier,
      months: plan.months,
      amount_usd: plan.price_cents / 100,
      monthly_equivalent: Math.round(plan.price_cents / plan.months) / 100,
      discount_percentage: Math.round((1 - plan.price_cents / undiscounted) * 100),
    }
  })
}

/** The same day and time of day `months` later, in UTC, with the day clamped to the month's end. Milliseconds. */
export function addMonthsUTC(start: number, months: number): number {
  const from = new Date(start)
  const year = from.getUTCFullYear()
  const month = from.getUTCMonth() + months
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const timeOfDay = start - Date.UTC(year, from.getUTCMonth(), from.getUTCDate())
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + timeOfDay
}

/** The least days of a period of `months`: 30 for each month, 365 for a year. */
export function leastDays(months: number): number {
  return Math.floor(months / 12) * 365 + (months % 12) * 30
}

/**
 * The end of a period of whole months: the later of the calendar reading and the 30-day (365-day) reading, so that it is never
 * shorter than either.
 */
export function periodEnd(start: number, months: number): number {
  return Math.max(addMonthsUTC(start, months), start + leastDays(months) * DAY_MS)
}
