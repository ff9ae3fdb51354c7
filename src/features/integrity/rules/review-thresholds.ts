import { amount, count } from './rule.ts'

/** The review reads so many days. */
export const reviewDays = { review_days: amount(90) }

/** Rules on how an account is run say nothing of fewer positions than these. */
export const reviewTrades = { review_trades: count(20) }
