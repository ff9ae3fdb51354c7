import type { Transaction } from '#server/database/database.ts'

/** Deletes the recorded places of an erased trader. @returns the number of rows */
export async function eraseRanks(tx: Transaction, traderId: string): Promise<number> {
  const { count } = await tx`delete from rank_change where trader_id = ${traderId}`
  return count
}
