import { amount, count } from '../rule.ts'

/** How many trades or closes that contradict what was listed hold, and within how many days. */
export const unseenThresholds = { unseen_repeats: count(3), unseen_days: amount(30) }
