import { catalogue } from '#features/subscriptions/catalogue.ts'
import { price, sharePercent } from '#shared/format/format.ts'

/** A row of the price table, as people read it. */
export interface PriceRow {
  plan: string
  period: string
  price: string
  monthly: string
  /** Empty for a single month. */
  discount: string
}

const tierNames = { basic: 'Basic Leaderboard', diamond: 'Diamond' } as const
const periodNames: Record<number, string> = { 1: '1 mese', 3: '3 mesi', 12: '12 mesi' }

/** The catalogue as text. Discounts follow from the prices. */
export function priceRows(): PriceRow[] {
  return catalogue().map((entry) => ({
    plan: tierNames[entry.tier],
    period: periodNames[entry.months] ?? `${entry.months} mesi`,
    price: price(entry.amount_usd),
    monthly: price(entry.monthly_equivalent),
    discount: entry.discount_percentage > 0 ? sharePercent(entry.discount_percentage, 0) : '',
  }))
}
