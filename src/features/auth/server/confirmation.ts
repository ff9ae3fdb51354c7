import { fail, refuseField } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { countConfirmation, clearConfirmations } from './guesses.ts'
import { credentialsById, type Credentials } from './queries.ts'

/**
 * Asks a signed-in trader for the password once more, before what cannot be taken back.
 * @param asked the password as typed, and the field of the form that it was typed in
 * @throws Failure VALIDATION at the field, TOO_MANY_REQUESTS after wrong guesses
 */
export async function confirmPassword(
  kernel: Kernel,
  traderId: string,
  asked: { field: string; password: string; fault: string },
  address: string,
): Promise<Credentials> {
  const known = await credentialsById(kernel.sql, traderId)
  if (known === null) return fail('UNAUTHENTICATED')
  await countConfirmation(kernel, known.trader_id, address)
  if (!(await kernel.secrets.passwordMatches(known.password_hash, asked.password)))
    refuseField(asked.field, asked.fault)
  await clearConfirmations(kernel, known.trader_id, address)
  return known
}
