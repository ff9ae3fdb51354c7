import { eraseTrader, lossRow } from '#features/account/server/service.ts'
import { confirmPassword } from '#features/auth/server/service.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { postMail } from '#server/outbox/outbox-notices.ts'
import { instantText } from '#shared/dates.ts'
import type { BodyOf, ResponseOf } from '#shared/endpoint.ts'
import { passwordWrong } from '#shared/field-texts.ts'
import type { eraseUser, getUser, numberUsers, revealInvestorPassword } from '../users-contract.ts'
import {
  everybody,
  hasShowcase,
  lockNumbering,
  numberTheRest,
  runningSubscriptions,
  sealedPassword,
} from './one-user-queries.ts'
import { recordAudit, type Actor } from '#server/audit.ts'
import { countUse, perHour } from '#server/limits.ts'
import { userById } from './user-queries.ts'
import { shownUser } from './users.ts'

/** Passwords that one admin is shown in an hour. */
const revealLimit = perHour('reveal', 10, 'Hai già mostrato molte password investitore nell’ultima ora.')

/** @throws Failure USER_NOT_FOUND */
export async function userDetail(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  traderId: string,
): Promise<ResponseOf<typeof getUser>> {
  const at = Math.floor(clock.now())
  const now = instantText(at)
  const [row, subscriptions, lost, showcase] = await Promise.all([
    userById(sql, traderId, now),
    runningSubscriptions(sql, traderId, now),
    lossRow(sql, traderId),
    hasShowcase(sql, traderId),
  ])
  if (row === null || lost === null) return fail('USER_NOT_FOUND')
  const { trades, ranked_days, open_orders } = lost
  return { user: shownUser(row, at), subscriptions, loss: { trades, ranked_days, open_orders, has_showcase: showcase } }
}

/**
 * Shows one investor password to an admin who gives the own password once more and a reason (`docs/security.md`). The line of the audit
 * log is written in the transaction that reads the value, so that none leaves without it; its owner is told by mail where that is set up.
 * @throws Failure VALIDATION at the field, TOO_MANY_REQUESTS, USER_NOT_FOUND, INVESTOR_PASSWORD_MISSING, INVESTOR_PASSWORD_UNREADABLE
 */
export async function revealPassword(
  kernel: Kernel,
  traderId: string,
  { password, reason }: BodyOf<typeof revealInvestorPassword>,
  actor: Actor,
): Promise<ResponseOf<typeof revealInvestorPassword>> {
  const { sql, clock, outbox } = kernel
  const asked = { field: 'password', password, error: passwordWrong }
  await confirmPassword(kernel, actor.trader_id, asked, actor.address)
  await countUse(kernel, revealLimit, { account: actor.trader_id })
  const at = instantText(Math.floor(clock.now()))
  const answer = await sql.begin(async (tx) => {
    const owner = (await sealedPassword(tx, traderId)) ?? fail('USER_NOT_FOUND')
    const sealed = owner.investor_password_sealed ?? fail('INVESTOR_PASSWORD_MISSING')
    const value = opened(kernel, sealed, owner.trader_id)
    await tellOwner(tx, kernel, owner, at)
    await recordAudit(tx, actor, { action: 'user.reveal_password', subject: owner.trader_id, details: { reason }, at })
    return { username: owner.username, investor_password: value }
  })
  outbox.wake()
  return answer
}

/** The cause goes to the log without the value. */
function opened({ secrets, log }: Kernel, sealed: string, traderId: string): string {
  try {
    return secrets.open(sealed, traderId)
  } catch (error) {
    log.error({ err: error, trader_id: traderId }, 'an investor password does not open')
    return fail('INVESTOR_PASSWORD_UNREADABLE')
  }
}

async function tellOwner(
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
      'un amministratore di TopTrader ha letto la password investitore che hai lasciato alla registrazione. Il motivo è scritto nel registro delle operazioni.',
      'È una password di sola lettura: nessuno può operare sul tuo conto con essa. Puoi cambiarla in MetaTrader quando vuoi.',
      '',
      `Se non te lo aspettavi, scrivici: ${kernel.config.APP_URL}/?view=contacts`,
    ].join('\n'),
  })
}

/**
 * Erases somebody at an admin's word (`docs/architecture.md`, erasure).
 * @throws Failure USER_NOT_FOUND, ADMIN_PROTECTED
 */
export async function erase(kernel: Kernel, traderId: string, actor: Actor): Promise<ResponseOf<typeof eraseUser>> {
  // Ids are the same in capitals for PostgreSQL, not for the list of the erased.
  const { deletion_summary: summary, ...told } = await eraseTrader(kernel, traderId.toLowerCase(), actor)
  return {
    ...told,
    deletion_summary: Object.entries(summary)
      .filter(([, rows]) => rows > 0)
      .map(([collection, rows]) => ({ collection, deleted_count: rows })),
  }
}

/** Gives a number to whoever has none, in order of registration, after the highest one. Who has a number keeps it. */
export async function numberEverybody(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  actor: Actor,
): Promise<ResponseOf<typeof numberUsers>> {
  const at = instantText(Math.floor(clock.now()))
  return sql.begin(async (tx) => {
    await lockNumbering(tx)
    const migrated = await numberTheRest(tx)
    const total = await everybody(tx)
    if (migrated > 0) {
      await recordAudit(tx, actor, { action: 'users.number', subject: null, details: { migrated, total }, at })
    }
    return { migrated, total }
  })
}
