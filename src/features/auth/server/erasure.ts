import type { Transaction } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { clearAllGuesses } from './guesses.ts'

/** Removes every session of a trader. @returns how many */
export async function endSessions(tx: Transaction, traderId: string): Promise<number> {
  const { count } = await tx`delete from session where trader_id = ${traderId}`
  return count
}

/** Removes the rows of a trader's sign-ins. @returns rows by table */
export async function eraseSignIn(
  tx: Transaction,
  kernel: Kernel,
  trader: { trader_id: string; email: string; username: string },
): Promise<Record<string, number>> {
  const id = trader.trader_id
  const sessions = await endSessions(tx, id)
  const { count: codes } = await tx`delete from recovery_code where trader_id = ${id}`
  const { count: factors } = await tx`delete from second_factor where trader_id = ${id}`
  const { count: resets } = await tx`delete from password_reset where trader_id = ${id}`
  const { count: devices } = await tx`delete from known_device where trader_id = ${id}`
  await clearAllGuesses(tx, kernel, trader)
  return {
    session: sessions,
    recovery_code: codes,
    second_factor: factors,
    password_reset: resets,
    known_device: devices,
  }
}
