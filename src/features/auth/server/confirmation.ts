import { fail, refuseField } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { countConfirmation, clearConfirmations } from './guesses.ts'
import { credentialsById, type Credentials } from './queries.ts'

/**
 * Checks the password of a signed-in trader again, before an action that cannot be undone.
 * @param typed the password, the field of the form, and the sentence of a wrong one
 * @throws Failure VALIDATION at the field, TOO_MANY_REQUESTS after wrong guesses
 */
export async function confirmPassword(
  kernel: Kernel,
  traderId: string,
  typed: { field: string; password: string; error: string },
  address: string,
): Promise<Credentials> {
  const known = await credentialsById(kernel.sql, traderId)
  if (known === null) return fail('UNAUTHENTICATED')
  await countConfirmation(kernel, known.trader_id, address)
  if (!(await kernel.secrets.passwordMatches(known.password_hash, typed.password)))
    refuseField(typed.field, typed.error)
  await clearConfirmations(kernel, known.trader_id, address)
  return known
}
