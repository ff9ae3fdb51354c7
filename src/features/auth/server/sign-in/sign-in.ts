import type { FastifyRequest } from 'fastify'
import type { Transaction } from '#server/database/database.ts'
import { fail, Failure, refuseField } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { idleMsOf } from '#server/http/session.ts'
import { HOUR_MS, instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import type { login } from '../../contract.ts'
import { deviceLabel } from '../../device.ts'
import { foldedName } from '../../rules.ts'
import { clearCodeGuesses, clearGuesses, countCodeGuess, countGuess, uncountGuess } from '../guesses.ts'
import { hasSecondFactor } from '../second-factor/second-factor.ts'
import { failedSignIns, signIns } from './metrics.ts'
import { notifyOwner } from '../owner-mails.ts'
import {
  credentialsOf,
  deleteFirstSession,
  insertSession,
  lockOwner,
  markFirstSignIn,
  storeDevice,
  signedInUser,
  type LockedOwner,
} from '../queries.ts'
import { secondFactorIsRequired, redeemCode } from '../second-factor/second-factor.ts'

const wrong = (kernel: Kernel) => {
  kernel.log.info('login refused')
  return fail('INVALID_CREDENTIALS')
}

type Opened = Pick<ResponseOf<typeof login>, 'user' | 'is_limited' | 'expires_at'>

/** The life of an admin's first session without a second factor: long enough to set one up. */
const firstSessionMs = HOUR_MS

/**
 * Opens a session. A wrong name and a wrong password get the same answer after the same work. Only a right password gets to know of a
 * second factor.
 * @throws Failure INVALID_CREDENTIALS, TOTP_REQUIRED, TOTP_INVALID, TOO_MANY_REQUESTS, SIGN_IN_LOCKED
 */
export async function signIn(
  kernel: Kernel,
  body: BodyOf<typeof login>,
  request: FastifyRequest,
): Promise<ResponseOf<typeof login>> {
  try {
    const opened = await trySignIn(kernel, body, request)
    signIns(kernel).inc({ result: 'opened' })
    return opened
  } catch (error) {
    const result = error instanceof Failure ? failedSignIns[error.code] : undefined
    if (result !== undefined) signIns(kernel).inc({ result })
    throw error
  }
}

async function trySignIn(
  kernel: Kernel,
  body: BodyOf<typeof login>,
  request: FastifyRequest,
): Promise<ResponseOf<typeof login>> {
  const identifier = foldedName(body.email || body.username || '')
  if (identifier === '') refuseField('email', 'Inserisci email o username.')
  const { sql, secrets } = kernel
  await countGuess(kernel, identifier, request.ip)
  // PostgreSQL stores no NUL: no user has such a name.
  const known = identifier.includes('\0') ? null : await credentialsOf(sql, identifier)
  if (!(await secrets.passwordMatches(known?.password_hash ?? null, body.password)) || known === null)
    return wrong(kernel)

  const hasFactor = await hasSecondFactor(sql, known.trader_id)
  if (hasFactor) {
    if (!body.totp) {
      await uncountGuess(kernel, identifier, request.ip)
      return fail('TOTP_REQUIRED')
    }
    await uncountGuess(kernel, identifier, null)
    await countCodeGuess(kernel, known.trader_id)
  }
  const token = secrets.newToken()
  const opened = await sql.begin(async (tx): Promise<Opened | 'wrong' | 'wrong code'> => {
    const owner = await lockOwner(tx, known.trader_id)
    // Deactivated, or the password changed, while it was being compared.
    if (owner === null || owner.deactivated_at !== null || owner.password_hash !== known.password_hash) return 'wrong'
    if (hasFactor && !(await redeemCode(tx, kernel, owner, body.totp ?? ''))) return 'wrong code'
    return openSession(tx, kernel, owner, { token, agent: request.headers['user-agent'], hasFactor })
  })
  if (opened === 'wrong') return wrong(kernel)
  if (opened === 'wrong code') {
    kernel.log.info('login refused at the second factor')
    return fail('TOTP_INVALID')
  }
  kernel.outbox.wake()
  await clearGuesses(kernel, identifier, request.ip)
  if (hasFactor) await clearCodeGuesses(kernel, known.trader_id)
  return {
    access_token: token,
    token_type: 'bearer',
    ...opened,
  }
}

/** The owner's row is locked: of two first sign-ins at once one is the second. */
async function openSession(
  tx: Transaction,
  kernel: Kernel,
  owner: LockedOwner,
  { token, agent, hasFactor }: { token: string; agent: string | undefined; hasFactor: boolean },
): Promise<Opened> {
  const { clock, secrets } = kernel
  const at = Math.floor(clock.now())
  const now = instantText(at)
  const isFirst = owner.first_signed_in_at === null
  const lacksFactor = secondFactorIsRequired(kernel, owner.is_admin) && !hasFactor
  const isLimited = lacksFactor && !isFirst
  const endsAt = lacksFactor && isFirst ? instantText(at + firstSessionMs) : null
  // Who opens a second one may be another person: the whole session is not theirs to share.
  if (isLimited) await deleteFirstSession(tx, owner.trader_id)
  await insertSession(tx, {
    session_id: secrets.newId(),
    token_hash: secrets.hashToken(token),
    trader_id: owner.trader_id,
    user_agent: shortAgent(agent),
    is_limited: isLimited,
    ends_at: endsAt,
    now,
  })
  if (isFirst) await markFirstSignIn(tx, owner.trader_id, now)
  const device = deviceLabel(agent)
  const isNew = await storeDevice(tx, owner.trader_id, device, now)
  if (isNew && !isFirst) await notifyOwner(tx, kernel, owner, { of: 'new_device', device })
  const user = await signedInUser(tx, owner.trader_id, now)
  if (user === null) throw new Error('the trader who is locked here is gone')
  const expiresAt = endsAt ?? instantText(at + idleMsOf({ ...user, is_limited: isLimited }))
  return { user, is_limited: isLimited, expires_at: expiresAt }
}

function shortAgent(agent: string | undefined): string | null {
  const printable = agent?.replace(/[^\x20-\x7e]/g, '').slice(0, 200)
  return printable || null
}
