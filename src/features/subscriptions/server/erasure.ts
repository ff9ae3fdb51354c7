import type { Transaction } from '#server/database.ts'

/**
 * The plans of an erased trader; how many rows. The ledger of plans stays: its lines belong to the orders that paid for them, and name
 * an id that leads to nobody.
 */
export async function erasePlans(tx: Transaction, traderId: string): Promise<number> {
  const { count } = await tx`delete from subscription where trader_id = ${traderId}`
  return count
}
