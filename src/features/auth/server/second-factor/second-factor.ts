import type { Queryable, Transaction } from '#server/database/database.ts'
import { fail, refuseField } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { Session } from '#server/http/session.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import { errors } from '#shared/errors.ts'
import { passwordWrong } from '#shared/field-texts.ts'
import type {
  confirmSecondFactor as confirmCall,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorStatus,
  setUpSecondFactor,
} from '../../second-factor-contract.ts'
import { clearCodeGuesses, countCodeGuess } from '../guesses.ts'
import { newRecoveryCodes, newSecret, otpauthUri, readCode, stepOfCode } from './codes.ts'
import { confirmPassword } from '../confirmation.ts'
import {
  confirmSecret,
  deleteSecondFactor,
  restoreAdminRights,
  prepareSecret,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  secondFactorOf,
  redeemRecoveryCode,
  redeemStep,
} from './queries.ts'
import { notifyOwner, type Owner } from '../owner-mails.ts'
import { deleteOtherSessions, lockOwner } from '../queries.ts'

const wrongCode = errors.TOTP_INVALID[1]
const wrongPassword = { field: 'password', error: passwordWrong }
const nowText = ({ clock }: Kernel) => instantText(Math.floor(clock.now()))

export async function hasSecondFactor(sql: Queryable, traderId: string): Promise<boolean> {
  const rows = await sql`select from second_factor where trader_id = ${traderId} and confirmed_at is not null`
  return rows.length === 1
}

/**
 * Redeems a code of the app, or a recovery code, whose use is notified to the owner. No code can be redeemed twice.
 * @returns false where it is neither; a trader without a second factor has no code
 */
export async function redeemCode(tx: Transaction, kernel: Kernel, owner: Owner, typed: string): Promise<boolean> {
  const code = readCode(typed)
  if (code === null) return false
  if (code.kind === 'recovery') {
    const hash = kernel.secrets.hashToken(code.text)
    if (!(await redeemRecoveryCode(tx, owner.trader_id, hash, nowText(kernel)))) return false
    const left = await recoveryCodesLeft(tx, owner.trader_id)
    await notifyOwner(tx, kernel, owner, { of: 'recovery_code_used', left })
    return true
  }
  const factor = await secondFactorOf(tx, owner.trader_id)
  if (factor === null || factor.confirmed_at === null) return false
  const secret = kernel.secrets.open(factor.secret_sealed, owner.trader_id)
  const step = stepOfCode(secret, code.text, kernel.clock.now())
  return step !== null && (await redeemStep(tx, owner.trader_id, step))
}

/**
 * Checks a code of a signed-in trader who has a second factor, before an action that cannot be undone. Other traders pass.
 * @throws Failure VALIDATION at the field `totp` (with error_type TOTP_REQUIRED where none was sent), TOO_MANY_REQUESTS after wrong guesses
 */
export async function confirmSecondFactor(kernel: Kernel, traderId: string, typed: string | undefined): Promise<void> {
  if (!(await hasSecondFactor(kernel.sql, traderId))) return
  if (!typed) {
    return refuseField('totp', 'Inserisci il codice dell’app o un codice di recupero.', { errorType: 'TOTP_REQUIRED' })
  }
  await countCodeGuess(kernel, traderId)
  const isRight = await kernel.sql.begin(async (tx) => {
    const owner = await lockOwner(tx, traderId)
    return owner !== null && (await redeemCode(tx, kernel, owner, typed))
  })
  if (!isRight) refuseField('totp', wrongCode)
  kernel.outbox.wake()
  await clearCodeGuesses(kernel, traderId)
}

/** Admins must have one in production. */
export function secondFactorIsRequired({ config }: Kernel, isAdmin: boolean): boolean {
  return isAdmin && config.APP_ENV === 'production'
}

export async function ownSecondFactor(
  kernel: Kernel,
  session: Session,
): Promise<ResponseOf<typeof secondFactorStatus>> {
  const { sql } = kernel
  const factor = await secondFactorOf(sql, session.trader_id)
  const enabledAt = factor?.confirmed_at ?? null
  return {
    enabled: enabledAt !== null,
    enabled_at: enabledAt,
    recovery_codes_left: enabledAt === null ? 0 : await recoveryCodesLeft(sql, session.trader_id),
    required: secondFactorIsRequired(kernel, session.is_admin || session.is_limited),
    is_limited: session.is_limited,
  }
}

/**
 * Makes a new secret, which has no effect before `activateSecondFactor`. A second call replaces the first one's.
 * @throws Failure VALIDATION at the password, TOO_MANY_REQUESTS, TOTP_ACTIVE
 */
export async function prepareSecondFactor(
  kernel: Kernel,
  session: Session,
  { password }: BodyOf<typeof setUpSecondFactor>,
  address: string,
): Promise<ResponseOf<typeof setUpSecondFactor>> {
  await confirmPassword(kernel, session.trader_id, { ...wrongPassword, password }, address)
  const secret = newSecret()
  const sealed = kernel.secrets.seal(secret, session.trader_id)
  if (!(await prepareSecret(kernel.sql, session.trader_id, sealed, nowText(kernel)))) fail('TOTP_ACTIVE')
  return { secret, otpauth_uri: otpauthUri(secret, session.username) }
}

/**
 * The first code proves that the app holds the secret: from now on the sign-in requires one. Every other session ends. A limited
 * session gets the rights of its admin at once.
 * @throws Failure VALIDATION at the code, TOO_MANY_REQUESTS, TOTP_ACTIVE, TOTP_NOT_PREPARED
 */
export async function activateSecondFactor(
  kernel: Kernel,
  session: Session,
  { totp }: BodyOf<typeof confirmCall>,
): Promise<ResponseOf<typeof confirmCall>> {
  const { sql, secrets, clock } = kernel
  const traderId = session.trader_id
  const factor = await secondFactorOf(sql, traderId)
  if (factor === null) return fail('TOTP_NOT_PREPARED')
  if (factor.confirmed_at !== null) return fail('TOTP_ACTIVE')
  await countCodeGuess(kernel, traderId)
  const code = readCode(totp)
  const secret = secrets.open(factor.secret_sealed, traderId)
  const step = code?.kind === 'totp' ? stepOfCode(secret, code.text, clock.now()) : null
  if (step === null) return refuseField('totp', 'Il codice non corrisponde: controlla l’ora del telefono e riprova.')
  const codes = newRecoveryCodes()
  await sql.begin(async (tx) => {
    const owner = await lockOwner(tx, traderId)
    if (owner === null) return fail('UNAUTHENTICATED')
    if (!(await confirmSecret(tx, traderId, { sealed: factor.secret_sealed, step }, nowText(kernel))))
      return fail('CONFLICT')
    await replaceRecoveryCodes(tx, traderId, codes.map(hashOf(kernel)))
    // Other sessions may belong to a person who has the password alone: they end.
    await deleteOtherSessions(tx, traderId, session.session_id)
    await restoreAdminRights(tx, session.session_id)
    await notifyOwner(tx, kernel, owner, { of: 'second_factor_on' })
  })
  kernel.outbox.wake()
  await clearCodeGuesses(kernel, traderId)
  return { message: 'Secondo fattore attivo. Le altre sessioni sono state chiuse.', recovery_codes: codes }
}

/** @throws Failure VALIDATION at the wrong field, TOO_MANY_REQUESTS, TOTP_NOT_PREPARED */
export async function newCodes(
  kernel: Kernel,
  session: Session,
  { password, totp }: BodyOf<typeof renewRecoveryCodes>,
  address: string,
): Promise<ResponseOf<typeof renewRecoveryCodes>> {
  if (!(await hasSecondFactor(kernel.sql, session.trader_id))) return fail('TOTP_NOT_PREPARED')
  await confirmPassword(kernel, session.trader_id, { ...wrongPassword, password }, address)
  await confirmSecondFactor(kernel, session.trader_id, totp)
  const codes = newRecoveryCodes()
  await kernel.sql.begin(async (tx) => {
    const owner = await lockOwner(tx, session.trader_id)
    // Turned off meanwhile.
    if (owner === null || !(await hasSecondFactor(tx, session.trader_id))) return fail('TOTP_NOT_PREPARED')
    await replaceRecoveryCodes(tx, session.trader_id, codes.map(hashOf(kernel)))
    await notifyOwner(tx, kernel, owner, { of: 'recovery_codes_renewed' })
  })
  kernel.outbox.wake()
  return { message: 'I nuovi codici sono pronti: i precedenti non valgono più.', recovery_codes: codes }
}

/** @throws Failure VALIDATION at the wrong field, TOO_MANY_REQUESTS, TOTP_NOT_PREPARED, TOTP_KEPT */
export async function removeSecondFactor(
  kernel: Kernel,
  session: Session,
  { password, totp }: BodyOf<typeof disableSecondFactor>,
  address: string,
): Promise<ResponseOf<typeof disableSecondFactor>> {
  const { sql } = kernel
  const { enabled, required } = await ownSecondFactor(kernel, session)
  if (!enabled) return fail('TOTP_NOT_PREPARED')
  if (required) return fail('TOTP_KEPT')
  await confirmPassword(kernel, session.trader_id, { ...wrongPassword, password }, address)
  await confirmSecondFactor(kernel, session.trader_id, totp)
  await sql.begin(async (tx) => {
    const owner = await lockOwner(tx, session.trader_id)
    if (owner === null) return fail('UNAUTHENTICATED')
    if (await deleteSecondFactor(tx, session.trader_id))
      await notifyOwner(tx, kernel, owner, { of: 'second_factor_off' })
  })
  kernel.outbox.wake()
  return { message: 'Secondo fattore disattivato.' }
}

const hashOf = (kernel: Kernel) => (code: string) => kernel.secrets.hashToken(code.replaceAll('-', ''))
