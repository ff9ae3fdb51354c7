import type { LeaderboardEntry } from '../../contract.ts'
import * as format from '#shared/format/format.ts'

type Amounts = Pick<LeaderboardEntry, 'account_balance' | 'total_profit' | 'account_currency'>

/** Letters up to which four columns side by side hold them on a phone; a row with longer ones takes three. */
const fourAbreast = { balance: 11, profit: 12 }

/**
 * Whether a row's amounts are long. Goes by the currency and by how many digits balance and profit have, not by the
 * amounts that each tick renews: a row keeps its columns while somebody reads it.
 */
export function hasLongAmounts({ account_balance, total_profit, account_currency: currency }: Amounts): boolean {
  const balance = format.amount(allNines(account_balance), currency)
  const profit = format.signedAmount(-allNines(total_profit), currency)
  return balance.length > fourAbreast.balance || profit.length > fourAbreast.profit
}

/** The highest whole number with as many digits. */
function allNines(value: number | null): number {
  return 10 ** String(Math.trunc(Math.abs(value ?? 0))).length - 1
}
