import type { Transaction } from '#server/database/database.ts'

/** The places that an erased trader had; how many rows. */
export async function eraseRanks(tx: Transaction, traderId: string): Promise<number> {
  const { count } = await tx`delete from rank_change where trader_id = ${traderId}`
  return count
}
