import type { login, register } from '#features/auth/contract.ts'
import { readError, send } from '#web/api.ts'
import { signIn } from '#web/session.ts'
import type { Registration } from './registration.ts'
import { storeState } from '#features/auth/web/session-state.ts'

/** Signs in with the new account, and stores that the offer is open. Rejects when that fails. */
async function signInAsNew({ email, password }: Registration): Promise<void> {
  const { access_token: token } = await send<typeof login>('POST /api/auth/login', { body: { email, password } })
  // This precedes the session: signed-in visitors cannot open the forms.
  storeState('registration_offer', 'open')
  signIn(token)
}

/**
 * Registers and signs in. After a lost answer, now or at an earlier attempt, the account may exist: a sign-in finds out. Rejects when
 * there is no account.
 * @returns false when the account exists and only the sign-in failed
 */
export async function registerAndSignIn(given: Registration, acceptedAt: number, wasLost: boolean): Promise<boolean> {
  const signedIn = () =>
    signInAsNew(given).then(
      () => true,
      () => false,
    )
  try {
    const body = { ...given, terms_accepted_at: new Date(acceptedAt).toISOString() }
    await send<typeof register>('POST /api/auth/register', { body })
  } catch (error) {
    const { status } = readError(error)
    if ((status === 0 || (wasLost && status === 409)) && (await signedIn())) return true
    throw error
  }
  return signedIn()
}
