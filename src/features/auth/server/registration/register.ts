import { fail, refuseFields } from '#server/http/failure.ts'
import { DatabaseError } from '#server/database/database.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour } from '#server/limits.ts'
import { postMail } from '#server/outbox/outbox-notices.ts'
import { isCountry } from '#shared/countries.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import { errors } from '#shared/errors.ts'
import { passwordsDiffer, termsMissing } from '#shared/field-texts.ts'
import type { register, SignedInUser } from '../../contract.ts'
import { passwordProblem } from '../../rules.ts'
import { termsVersion } from '../../terms.ts'
import { postProofLink } from '../email-proof.ts'
import { insertTrader, isUsernameTaken, ownerOfEmail, signedInUser } from '../queries.ts'
import type { EmailOwner, NewTrader } from '../queries.ts'

type Registration = BodyOf<typeof register>

const done = 'Registrazione completata!'

/** The limit of one address: enough for an office, too few to find out who is registered. */
const registrationLimit = perHour('register', 20)

/**
 * Makes an account of the contract's fields; other sent fields are ignored. If mail is set up, a taken e-mail gets the answer of a
 * free one after the same work: no account is made, and its owner is notified. `docs/security.md`, who is registered.
 * @throws Failure VALIDATION with a sentence at each field, USERNAME_TAKEN, EMAIL_TAKEN (without mail), TOO_MANY_REQUESTS
 */
export async function registerTrader(
  kernel: Kernel,
  body: Registration,
  address: string,
): Promise<ResponseOf<typeof register>> {
  refuseFields(registrationErrors(body))
  await countUse(kernel, registrationLimit, { address })
  const { sql, clock, secrets } = kernel
  const traderId = secrets.newId()
  const passwordHash = await secrets.hashPassword(body.password)
  // After the long work: a list that was read meanwhile has no place for an older account.
  const now = instantText(Math.floor(clock.now()))
  const trader: NewTrader = {
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
    email_proof: kernel.config.SMTP_URL === undefined ? 'unasked' : 'awaited',
    now,
  }
  // The name is checked before the e-mail: a name that is known to be taken must not show whether an address is.
  if (await isUsernameTaken(sql, trader.username)) return refuseUsername()
  if (isOurs(kernel, trader.email)) {
    refuseWithoutMail(kernel)
    return { message: done, user: asRegistered(trader) }
  }
  const owner = (await ownerOfEmail(sql, trader.email)) ?? (await insertUnlessTaken(kernel, trader))
  if (owner !== null) await notifyOwner(kernel, owner, now)
  const user = (await signedInUser(sql, traderId, now)) ?? asRegistered(trader)
  return { message: done, user }
}

/** The product's own addresses count as taken. */
function isOurs({ config }: Kernel, email: string): boolean {
  const [, sender = config.MAIL_FROM] = /<([^<>]+)>\s*$/.exec(config.MAIL_FROM) ?? []
  return [config.SUPPORT_EMAIL, sender.trim()].some((own) => own?.toLowerCase() === email.toLowerCase())
}

function refuseWithoutMail({ config }: Kernel): void {
  if (config.SMTP_URL === undefined) fail('EMAIL_TAKEN', { fields: { email: errors.EMAIL_TAKEN[1] } })
}

/** @returns the owner of the e-mail, or null where the account was made */
async function insertUnlessTaken(kernel: Kernel, trader: NewTrader): Promise<EmailOwner | null> {
  const { sql, outbox } = kernel
  try {
    await sql.begin(async (tx) => {
      await insertTrader(tx, trader)
      if (trader.email_proof === 'awaited') await postProofLink(tx, kernel, trader)
    })
    outbox.wake()
    return null
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== '23505') throw error
    if (error.constraint?.startsWith('trader_username_')) refuseUsername()
    const owner = error.constraint === 'trader_email_key' ? await ownerOfEmail(sql, trader.email) : null
    if (owner === null) throw error
    return owner
  }
}

function refuseUsername(): never {
  fail('USERNAME_TAKEN', { fields: { username: errors.USERNAME_TAKEN[1] } })
}

/** Once a day at most, and without the typed texts: a public form must not send the texts of strangers. */
async function notifyOwner(kernel: Kernel, owner: EmailOwner, now: string): Promise<void> {
  const { sql, config, outbox } = kernel
  refuseWithoutMail(kernel)
  const mail = {
    to: owner.email,
    trader_id: owner.trader_id,
    cause: `registration:${owner.trader_id}:${now.slice(0, 10)}`,
    subject: 'Qualcuno ha provato a registrarsi con la tua email',
    body: registrationMail(config.APP_URL),
  }
  await sql.begin((tx) => postMail(tx, kernel, mail))
  outbox.wake()
}

function registrationMail(site: string): string {
  return [
    'Ciao,',
    'qualcuno ha provato a registrarsi su TopTrader con questo indirizzo email. Un account con questo indirizzo c’è già: non ne è stato creato un altro e nulla è cambiato.',
    `Se sei stato tu, accedi con il tuo account: ${site}/?view=auth\nSe non ricordi la password: ${site}/?view=auth&form=forgot`,
    `Se non sei stato tu, non devi fare nulla. Se non riesci ad accedere, scrivici: ${site}/?view=contacts`,
    'TopTrader',
  ].join('\n\n')
}

/** The user in the answer where no account was made: it looks like a new one. */
function asRegistered({ trader_id, username, display_name, email, country, now }: NewTrader): SignedInUser {
  return {
    trader_id,
    username,
    display_name,
    email,
    country,
    is_admin: false,
    is_diamond: false,
    diamond_expires: null,
    leaderboard_expires: null,
    created_at: now,
  }
}

/** Errors that a schema cannot find, by field. */
function registrationErrors(body: Registration): Record<string, string> {
  const problems: Record<string, string | null> = {
    terms_accepted_at: body.terms_accepted_at?.trim() ? null : termsMissing,
    confirm_password: body.password === body.confirm_password ? null : passwordsDiffer,
    country: isCountry(body.country) ? null : 'Scegli un paese.',
    password: passwordProblem(body.password, body),
  }
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) => (problem === null ? [] : [[field, problem]])),
  )
}
