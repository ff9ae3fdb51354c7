import { PostgresError } from '#server/postgres-driver.ts'
import { termsVersion } from '#features/legal/terms.ts'
import { fail } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { isCountry } from '#shared/countries.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import type { register } from '../contract.ts'
import { passwordProblem } from '../rules.ts'
import { countRegistration } from './attempts.ts'
import { hashPassword } from './passwords.ts'
import { insertTrader, signedInUser } from './queries.ts'

type Registration = BodyOf<typeof register>

/**
 * Makes an account of what the contract let through: its named fields only, whatever else was sent.
 * @throws Failure VALIDATION with a sentence at each field, USERNAME_TAKEN, EMAIL_TAKEN, TOO_MANY_REQUESTS
 */
export async function registerTrader(
  kernel: Kernel,
  body: Registration,
  address: string,
): Promise<ResponseOf<typeof register>> {
  refuseFaults(registrationFaults(body))
  await countRegistration(kernel, address)
  const { sql, clock, secrets } = kernel
  const now = instantText(Math.floor(clock.now()))
  const traderId = secrets.newId()
  const passwordHash = await hashPassword(body.password)
  try {
    await insertTrader(sql, {
      trader_id: traderId,
      username: body.username,
      display_name: body.display_name,
      email: body.email,
      country: body.country,
      password_hash: passwordHash,
      broker_server: body.broker_server,
      account_number: body.account_number,
      investor_password_sealed: body.investor_password === '' ? null : secrets.seal(body.investor_password, traderId),
      terms_version: termsVersion,
      now,
    })
  } catch (error) {
    refuseTaken(error)
    throw error
  }
  const user = await signedInUser(sql, traderId, now)
  if (user === null) throw new Error('the trader registered a moment ago is gone')
  return { message: 'Registrazione completata!', user }
}

/** The faults that a schema cannot see, by field. */
function registrationFaults(body: Registration): Record<string, string> {
  const problems: Record<string, string | null> = {
    terms_accepted_at: body.terms_accepted_at?.trim()
      ? null
      : 'Devi accettare i Termini e Condizioni per procedere con la registrazione.',
    confirm_password:
      body.password === body.confirm_password ? null : 'Le password non corrispondono. Ricontrolla entrambi i campi.',
    country: isCountry(body.country) ? null : 'Scegli un paese.',
    password: passwordProblem(body.password, body),
  }
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) => (problem === null ? [] : [[field, problem]])),
  )
}

/** Ends the call where there are faults; a single one is the answer's own sentence. */
export function refuseFaults(fields: Record<string, string>): void {
  const sentences = Object.values(fields)
  if (sentences.length === 0) return
  const [only] = sentences
  fail('VALIDATION', {
    fields,
    errors: sentences,
    ...(sentences.length === 1 && only !== undefined && { detail: only }),
  })
}

function refuseTaken(error: unknown): void {
  if (!(error instanceof PostgresError) || error.code !== '23505') return
  switch (error.constraint_name) {
    case 'trader_username_key':
    case 'trader_username_lookalike':
      return fail('USERNAME_TAKEN', { fields: { username: 'Nome utente già in uso' } })
    case 'trader_email_key':
      return fail('EMAIL_TAKEN', { fields: { email: 'Email già in uso' } })
  }
}
