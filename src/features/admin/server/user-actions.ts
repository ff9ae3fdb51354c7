import { eraseTrader } from '#features/account/server/erasure/erasure.ts'
import { lossRow } from '#features/account/server/erasure/loss.ts'
import { confirmPassword } from '#features/auth/server/confirmation.ts'
import { recordAudit, type Actor } from '#server/audit.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { countUse, perHour } from '#server/limits.ts'
import { postMail } from '#server/outbox/outbox-notices.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import { passwordWrong } from '#shared/field-texts.ts'
import type { confirmUserEmail, deactivateUser, restoreUser } from '../contract.ts'
import type { eraseUser, getUser, numberUsers, revealInvestorPassword } from '../users-contract.ts'
import { userById } from './user-list-queries.ts'
import { shownUser } from './user-list.ts'
import {
  countUsers,
  deleteSessionsAndTokens,
  lockUser,
  numberRemainingUsers,
  runningSubscriptions,
  sealedPassword,
  setDeactivated,
  setEmailProven,
} from './user-queries.ts'

/** Passwords that one admin may read in an hour. */
const revealLimit = perHour('reveal', 10, 'Hai già mostrato molte password investitore nell’ultima ora.')

/** @throws Failure USER_NOT_FOUND */
export async function userDetail(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  traderId: string,
): Promise<ResponseOf<typeof getUser>> {
  const at = Math.floor(clock.now())
  const now = instantText(at)
  const [row, subscriptions, lost] = await Promise.all([
    userById(sql, traderId, now),
    runningSubscriptions(sql, traderId, now),
    lossRow(sql, traderId),
  ])
  if (row === null || lost === null) return fail('USER_NOT_FOUND')
  const { trades, ranked_days, open_orders, has_showcase } = lost
  return { user: shownUser(row, at), subscriptions, loss: { trades, ranked_days, open_orders, has_showcase } }
}

/**
 * Shows one investor password to an admin who enters their own password again and a reason (`docs/security.md`). The transaction that
 * reads the value writes the line of the audit log. The owner is notified by mail.
 * @throws Failure VALIDATION at the field, TOO_MANY_REQUESTS, USER_NOT_FOUND, INVESTOR_PASSWORD_MISSING, INVESTOR_PASSWORD_UNREADABLE
 */
export async function revealPassword(
  kernel: Kernel,
  traderId: string,
  { password, reason }: BodyOf<typeof revealInvestorPassword>,
  actor: Actor,
): Promise<ResponseOf<typeof revealInvestorPassword>> {
  const { sql, clock, outbox } = kernel
  const proof = { field: 'password', password, error: passwordWrong }
  await confirmPassword(kernel, actor.trader_id, proof, actor.address)
  await countUse(kernel, revealLimit, { account: actor.trader_id })
  const at = instantText(Math.floor(clock.now()))
  const answer = await sql.begin(async (tx) => {
    const owner = (await sealedPassword(tx, traderId)) ?? fail('USER_NOT_FOUND')
    const sealed = owner.investor_password_sealed ?? fail('INVESTOR_PASSWORD_MISSING')
    const value = unseal(kernel, sealed, owner.trader_id)
    await notifyOwner(tx, kernel, owner, at)
    await recordAudit(tx, actor, { action: 'user.reveal_password', subject: owner.trader_id, details: { reason }, at })
    return { username: owner.username, investor_password: value }
  })
  outbox.wake()
  return answer
}

/** The cause is logged without the value. */
function unseal({ secrets, log }: Kernel, sealed: string, traderId: string): string {
  try {
    return secrets.open(sealed, traderId)
  } catch (error) {
    log.error({ err: error, trader_id: traderId }, 'an investor password does not open')
    return fail('INVESTOR_PASSWORD_UNREADABLE')
  }
}

async function notifyOwner(
  tx: Parameters<typeof postMail>[0],
  kernel: Kernel,
  { trader_id, username, email }: { trader_id: string; username: string; email: string },
  at: string,
): Promise<void> {
  await postMail(tx, kernel, {
    to: email,
    trader_id,
    cause: `reveal:${trader_id}:${at}`,
    subject: 'TopTrader: un amministratore ha letto la tua password investitore',
    body: [
      `Ciao ${username},`,
      '',
      'un amministratore di TopTrader ha letto la password investitore che hai lasciato alla registrazione. Il motivo è scritto nel registro delle azioni.',
      'È una password di sola lettura: non permette a nessuno di operare sul tuo conto. Puoi cambiarla in MetaTrader quando vuoi.',
      '',
      `Se non te lo aspettavi, scrivici: ${kernel.config.APP_URL}/?view=contacts`,
    ].join('\n'),
  })
}

/**
 * Erases a user for an admin (`docs/architecture.md`, erasure).
 * @throws Failure USER_NOT_FOUND, ADMIN_PROTECTED
 */
export async function erase(kernel: Kernel, traderId: string, actor: Actor): Promise<ResponseOf<typeof eraseUser>> {
  // PostgreSQL ignores the case of an id; the list of erased profiles does not.
  const { deletion_summary: summary, ...answer } = await eraseTrader(kernel, traderId.toLowerCase(), actor)
  return {
    ...answer,
    deletion_summary: Object.entries(summary)
      .filter(([, rows]) => rows > 0)
      .map(([collection, rows]) => ({ collection, deleted_count: rows })),
  }
}

/** Numbers the users that have no number, in order of registration, after the highest one. */
export async function assignNumbers(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  actor: Actor,
): Promise<ResponseOf<typeof numberUsers>> {
  const at = instantText(Math.floor(clock.now()))
  return sql.begin(async (tx) => {
    const migrated = await numberRemainingUsers(tx)
    const total = await countUsers(tx)
    if (migrated > 0) {
      await recordAudit(tx, actor, { action: 'users.number', subject: null, details: { migrated, total }, at })
    }
    return { migrated, total }
  })
}

/**
 * Deactivates a user: sessions and the advisor's token are deleted, the ranking drops the user, the data stays. Idempotent.
 * @throws Failure USER_NOT_FOUND, ADMIN_PROTECTED
 */
export async function deactivate(
  kernel: Kernel,
  traderId: string,
  actor: Actor,
): Promise<ResponseOf<typeof deactivateUser>> {
  const now = instantText(Math.floor(kernel.clock.now()))
  const answer = await kernel.sql.begin(async (tx) => {
    const user = await lockUser(tx, traderId)
    if (user === null) return fail('USER_NOT_FOUND')
    if (user.is_admin) return fail('ADMIN_PROTECTED')
    const at = user.deactivated_at ?? now
    if (user.deactivated_at === null) {
      await setDeactivated(tx, traderId, now, now)
      const deleted = await deleteSessionsAndTokens(tx, traderId)
      await recordAudit(tx, actor, { action: 'user.deactivate', subject: traderId, details: { ...deleted }, at: now })
    }
    return { message: 'Utente disattivato.', trader_id: traderId, username: user.username, deactivated_at: at }
  })
  kernel.changes.announce(traderId)
  return answer
}

/** Confirms the e-mail of a user whom an admin knows by other means. Idempotent. */
export async function confirmEmail(
  kernel: Kernel,
  traderId: string,
  actor: Actor,
): Promise<ResponseOf<typeof confirmUserEmail>> {
  const now = instantText(Math.floor(kernel.clock.now()))
  const answer = await kernel.sql.begin(async (tx) => {
    const user = await lockUser(tx, traderId)
    if (user === null) return fail('USER_NOT_FOUND')
    if (await setEmailProven(tx, traderId, now))
      await recordAudit(tx, actor, { action: 'user.confirm_email', subject: traderId, details: {}, at: now })
    return { message: 'Email confermata.', trader_id: traderId, username: user.username }
  })
  kernel.changes.announce(traderId)
  return answer
}

/** Reactivates a user. Sessions and token have to be made again. */
export async function restore(kernel: Kernel, traderId: string, actor: Actor): Promise<ResponseOf<typeof restoreUser>> {
  const now = instantText(Math.floor(kernel.clock.now()))
  const answer = await kernel.sql.begin(async (tx) => {
    const user = await lockUser(tx, traderId)
    if (user === null) return fail('USER_NOT_FOUND')
    if (user.deactivated_at !== null) {
      await setDeactivated(tx, traderId, null, now)
      await recordAudit(tx, actor, {
        action: 'user.restore',
        subject: traderId,
        details: { deactivated_at: user.deactivated_at },
        at: now,
      })
    }
    return { message: 'Utente riattivato.', trader_id: traderId, username: user.username }
  })
  kernel.changes.announce(traderId)
  return answer
}
