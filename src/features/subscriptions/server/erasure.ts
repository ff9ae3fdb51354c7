import type { Transaction } from '#server/database/database.ts'

/**
 * Removes the plans of an erased trader. The ledger stays: its lines belong to the orders that paid for them, and their trader id
 * leads nowhere.
 * @returns the number of rows
 */
export async function erasePlans(tx: Transaction, traderId: string): Promise<number> {
  const { count } = await tx`delete from subscription where trader_id = ${traderId}`
  return count
}
