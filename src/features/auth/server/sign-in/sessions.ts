import { fail, refuseFields } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, type Limit } from '#server/limits.ts'
import { idleMsOf, type Session } from '#server/http/session.ts'
import { DAY_MS, instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import { passwordsDiffer } from '#shared/field-texts.ts'
import type { changePassword, listSessions } from '../../contract.ts'
import { passwordProblem } from '../../rules.ts'
import { confirmPassword } from '../confirmation.ts'
import { notifyOwner } from '../owner-mails.ts'
import { deleteOtherSessions, deleteResetsOf, lockOwner, sessionsOf, updatePasswordHash } from '../queries.ts'

/** Each new password costs a hash and a mail to its owner. */
const passwordLimit: Limit = {
  name: 'password',
  times: 10,
  windowMs: DAY_MS,
  message: 'Hai già cambiato la password molte volte oggi.',
}

export async function openSessions(kernel: Kernel, session: Session): Promise<ResponseOf<typeof listSessions>> {
  const idle = idleMsOf(session)
  const now = Math.floor(kernel.clock.now())
  const rows = await sessionsOf(kernel.sql, session.trader_id, instantText(now - idle), instantText(now))
  return {
    sessions: rows.map(({ ends_at: endsAt, ...row }) => ({
      ...row,
      expires_at: endsAt ?? instantText(Date.parse(row.last_used_at) + idle),
      current: row.session_id === session.session_id,
    })),
  }
}

/**
 * Replaces the password and closes every session but the one of this request.
 * @throws Failure VALIDATION at the wrong field, TOO_MANY_REQUESTS after wrong guesses of the current password and after ten changes in a day
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
    error: 'La password attuale non è corretta: riscrivila.',
  }
  const known = await confirmPassword(kernel, session.trader_id, current, address)
  const problem = passwordProblem(body.new_password, known)
  refuseFields({
    ...(problem !== null && { new_password: problem }),
    ...(body.new_password === body.current_password && {
      new_password: 'La nuova password è uguale a quella attuale: scegline un’altra.',
    }),
    ...(body.confirm_password !== undefined &&
      body.confirm_password !== body.new_password && {
        confirm_password: passwordsDiffer,
      }),
  })
  await countUse(kernel, passwordLimit, { account: session.trader_id })
  const next = await kernel.secrets.hashPassword(body.new_password)
  const revoked = await sql.begin(async (tx) => {
    const now = instantText(Math.floor(clock.now()))
    await lockOwner(tx, session.trader_id)
    if (!(await updatePasswordHash(tx, session.trader_id, { checked: known.password_hash, next }, now)))
      fail('CONFLICT')
    // Older links would set the password once more.
    await deleteResetsOf(tx, session.trader_id, 'password')
    await notifyOwner(tx, kernel, known, { of: 'password_changed' })
    return deleteOtherSessions(tx, session.trader_id, session.session_id)
  })
  kernel.outbox.wake()
  return { message: 'Password aggiornata.', revoked_sessions: revoked }
}
