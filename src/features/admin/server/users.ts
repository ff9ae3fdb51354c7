import type * as z from 'zod/mini'
import { levelIn } from '#features/integrity/server/service.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import { badCursor } from '#shared/wire.ts'
import type { adminUser, deactivateUser, listUsers, restoreUser } from '../contract.ts'
import { deleteWaysIn, lockUser, setDeactivated, userStats } from './queries.ts'
import { recordAudit, type Actor } from '#server/audit.ts'
import { userCount, usersBefore, usersOnPage, type UserFilter, type UserRow } from './user-queries.ts'

/** What stands where a password is kept: as long for every password. */
const mask = '••••••••'

/** @param now milliseconds UTC */
export function shownUser(row: UserRow, now: number): z.infer<typeof adminUser> {
  const { has_investor_password: hasPassword, has_account: hasAccount, ...shown } = row
  return {
    ...shown,
    investor_password: hasPassword ? mask : null,
    verification_level: hasAccount ? levelIn(row, now) : null,
  }
}

type ListQuery = QueryOf<typeof listUsers>

/** @throws Failure VALIDATION where a cursor comes with a page or an order */
export async function userPage({ sql, clock }: Kernel, query: ListQuery): Promise<ResponseOf<typeof listUsers>> {
  const { limit = 50, cursor, page, sort_by: by, order } = query
  const now = Math.floor(clock.now())
  const filter = filterOf(query, instantText(now))
  const isCounted = page !== undefined || by !== undefined || order !== undefined
  if (isCounted && cursor !== undefined)
    return fail('VALIDATION', { fields: { cursor: badCursor }, errors: [badCursor] })
  const sort = { by: by ?? 'created_at', descends: order === undefined ? by === undefined : order === 'desc' }
  const [rows, total, stats] = await Promise.all([
    isCounted
      ? usersOnPage(sql, filter, sort, { number: page ?? 1, limit })
      : usersBefore(sql, filter, { before: cursor ?? null, limit: limit + 1 }),
    userCount(sql, filter),
    userStats(sql, filter.now),
  ])
  const shown = rows.slice(0, limit)
  return {
    users: shown.map((row) => shownUser(row, now)),
    total,
    next_cursor: rows.length > limit ? (shown.at(-1)?.trader_id ?? null) : null,
    at: filter.now,
    stats,
  }
}

/** @param now ISO-8601 */
export function filterOf(
  { q, plan, state, ea, until }: Pick<ListQuery, 'q' | 'plan' | 'state' | 'ea' | 'until'>,
  now: string,
): UserFilter {
  return { q: q?.trim() || null, plan: plan ?? null, state: state ?? null, ea: ea ?? null, until: until ?? null, now }
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
