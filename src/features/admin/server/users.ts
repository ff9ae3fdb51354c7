import { fail } from '#server/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import type { deactivateUser, listUsers, restoreUser } from '../contract.ts'
import { deleteWaysIn, lockUser, setDeactivated, userCount, users, userStats, type UserRow } from './queries.ts'
import { recordAudit, type Actor } from './service.ts'

/** What stands where a password is kept: as long for every password. */
const mask = '••••••••'

export function shownUser({ has_investor_password: hasPassword, ...row }: UserRow) {
  return { ...row, investor_password: hasPassword ? mask : null }
}

export async function userPage(
  { sql, clock }: Kernel,
  query: QueryOf<typeof listUsers>,
): Promise<ResponseOf<typeof listUsers>> {
  const { limit = 50, cursor } = query
  const now = instantText(Math.floor(clock.now()))
  const filter = { q: query.q?.trim() || null, plan: query.plan ?? null, now }
  const [rows, total, stats] = await Promise.all([
    users(sql, filter, { before: cursor ?? null, limit: limit + 1 }),
    userCount(sql, filter),
    userStats(sql, now),
  ])
  const page = rows.slice(0, limit)
  return {
    users: page.map(shownUser),
    total,
    next_cursor: rows.length > limit ? (page.at(-1)?.trader_id ?? null) : null,
    stats,
  }
}

/**
 * Shuts a user out: every session and the advisor's token die, the ranking lets go, the data stays. Done twice it is done once.
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
      const died = await deleteWaysIn(tx, traderId)
      await recordAudit(tx, actor, { action: 'user.deactivate', subject: traderId, details: { ...died }, at: now })
    }
    return { message: 'Utente disattivato.', trader_id: traderId, username: user.username, deactivated_at: at }
  })
  kernel.changes.announce(traderId)
  return answer
}

/** Lets a deactivated user in again; sessions and token have to be made anew. */
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
