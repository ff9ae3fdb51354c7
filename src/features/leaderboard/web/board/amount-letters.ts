import type { LeaderboardEntry } from '../../contract.ts'
import * as format from '#shared/format/format.ts'

type Amounts = Pick<LeaderboardEntry, 'account_balance' | 'total_profit' | 'account_currency'>

/** Up to this many letters fit four columns side by side on a phone. A row with longer amounts takes three. */
const fourAbreast = { balance: 11, profit: 12 }

/**
 * Whether a row's amounts are long. It depends on the currency and on the number of digits of balance and profit, not on the amounts
 * that each refresh changes: a row keeps its columns while a visitor reads it.
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
