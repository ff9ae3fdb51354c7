import { amount } from '../rule.ts'

/** A tab of MT4 that hides records is given so many hours to show them. */
export const cutHours = { cut_hours: amount(48) }
