import type { FastifyRequest } from 'fastify'
import { fail } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { sessionIdleMs, type Session } from '#server/session.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import type { changePassword, listSessions, login } from '../contract.ts'
import { passwordProblem } from '../rules.ts'
import { confirmPassword } from './confirmation.ts'
import { countGuess, forgiveGuess } from './attempts.ts'
import { hashPassword, passwordMatches } from './passwords.ts'
import {
  credentialsOf,
  deleteOtherSessions,
  insertSession,
  sessionsOf,
  signedInUser,
  updatePasswordHash,
} from './queries.ts'
import { refuseFaults } from './register.ts'

const idleMs = (isAdmin: boolean) => (isAdmin ? sessionIdleMs.admin : sessionIdleMs.user)
const wrong = (kernel: Kernel) => {
  kernel.log.info('login refused')
  return fail('INVALID_CREDENTIALS')
}

/**
 * Opens a session. The same answer and the same work whether the user exists or not.
 * @throws Failure INVALID_CREDENTIALS, TOO_MANY_REQUESTS
 */
export async function signIn(
  kernel: Kernel,
  body: BodyOf<typeof login>,
  request: FastifyRequest,
): Promise<ResponseOf<typeof login>> {
  const identifier = body.email || body.username || ''
  if (identifier === '') refuseFaults({ email: 'Inserisci email o nome utente.' })
  const { sql, clock, secrets } = kernel
  await countGuess(kernel, identifier, request.ip)
  // A text that PostgreSQL cannot hold names nobody.
  const known = identifier.includes('\0') ? null : await credentialsOf(sql, identifier)
  if (!(await passwordMatches(known?.password_hash ?? null, body.password)) || known === null) return wrong(kernel)

  const token = secrets.newToken()
  const now = Math.floor(clock.now())
  const opened = await insertSession(sql, {
    session_id: secrets.newId(),
    token_hash: secrets.hashToken(token),
    trader_id: known.trader_id,
    user_agent: shortAgent(request.headers['user-agent']),
    now: instantText(now),
  })
  const user = opened ? await signedInUser(sql, known.trader_id, instantText(now)) : null
  if (user === null) return wrong(kernel)
  await forgiveGuess(kernel, identifier, request.ip)
  return {
    access_token: token,
    token_type: 'bearer',
    expires_at: instantText(now + idleMs(user.is_admin)),
    user,
  }
}

function shortAgent(agent: string | undefined): string | null {
  const printable = agent?.replace(/[^\x20-\x7e]/g, '').slice(0, 200)
  return printable || null
}

export async function openSessions(kernel: Kernel, session: Session): Promise<ResponseOf<typeof listSessions>> {
  const idle = idleMs(session.is_admin)
  const usedAfter = instantText(Math.floor(kernel.clock.now()) - idle)
  const rows = await sessionsOf(kernel.sql, session.trader_id, usedAfter)
  return {
    sessions: rows.map((row) => ({
      ...row,
      expires_at: instantText(Date.parse(row.last_used_at) + idle),
      current: row.session_id === session.session_id,
    })),
  }
}

/**
 * Replaces the password and closes every session but the one that asks.
 * @throws Failure VALIDATION at the field that is wrong, TOO_MANY_REQUESTS after wrong guesses of the current password
 */
export async function replacePassword(
  kernel: Kernel,
  session: Session,
  body: BodyOf<typeof changePassword>,
  address: string,
): Promise<ResponseOf<typeof changePassword>> {
  const { sql, clock } = kernel
  const current = {
    field: 'current_password',
    password: body.current_password,
    fault: 'La password attuale non è corretta.',
  }
  const known = await confirmPassword(kernel, session.trader_id, current, address)
  const problem = passwordProblem(body.new_password, known)
  refuseFaults({
    ...(problem !== null && { new_password: problem }),
    ...(body.new_password === body.current_password && {
      new_password: 'La nuova password è uguale a quella attuale.',
    }),
    ...(body.confirm_password !== undefined &&
      body.confirm_password !== body.new_password && {
        confirm_password: 'Le password non corrispondono. Ricontrolla entrambi i campi.',
      }),
  })
  const next = await hashPassword(body.new_password)
  const revoked = await sql.begin(async (tx) => {
    const now = instantText(Math.floor(clock.now()))
    if (!(await updatePasswordHash(tx, session.trader_id, { checked: known.password_hash, next }, now)))
      fail('CONFLICT')
    return deleteOtherSessions(tx, session.trader_id, session.session_id)
  })
  return { message: 'Password aggiornata.', revoked_sessions: revoked }
}
