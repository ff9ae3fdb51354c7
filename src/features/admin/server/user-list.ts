import type * as z from 'zod/mini'
import { levelIn } from '#features/integrity/server/levels/level-columns.ts'
import { fail } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import type { CsvColumns } from '#server/files/csv-file.ts'
import type { ListFile } from '#server/files/list-file.ts'
import { inKeyOrder } from '#server/http/batches.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf, ResponseOf } from '#shared/endpoint.ts'
import { badCursor } from '#shared/wire.ts'
import type { adminUser, listUsers } from '../contract.ts'
import type { exportUsers } from '../users-contract.ts'
import {
  userCount,
  userIds,
  usersBefore,
  usersOfIds,
  userStats,
  type UserFilter,
  type UserOrder,
  type UserRow,
} from './user-list-queries.ts'

/** Shown in place of a password, with the same length for every password. */
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

type UserListQuery = QueryOf<typeof listUsers>

/** @throws Failure VALIDATION where a cursor comes with a page or an order */
export async function userPage({ sql, clock }: Kernel, query: UserListQuery): Promise<ResponseOf<typeof listUsers>> {
  const { limit = 50, cursor, page, sort_by: by, order } = query
  const now = Math.floor(clock.now())
  const filter = filterOf(query, instantText(now))
  const isCounted = page !== undefined || by !== undefined || order !== undefined
  if (isCounted && cursor !== undefined)
    return fail('VALIDATION', { fields: { cursor: badCursor }, errors: [badCursor] })
  const [rows, total, stats] = await Promise.all([
    isCounted
      ? userIds(sql, filter, orderOf(query), { number: page ?? 1, limit }).then((ids) =>
          usersOfIds(sql, ids, filter.now),
        )
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

/** The newest registration first; another column ascending. */
const orderOf = ({ sort_by: by, order }: Pick<UserListQuery, 'sort_by' | 'order'>): UserOrder => ({
  by: by ?? 'created_at',
  descends: order === undefined ? by === undefined : order === 'desc',
})

/** @param now ISO-8601 */
function filterOf(
  { q, plan, state, ea, until }: Pick<UserListQuery, 'q' | 'plan' | 'state' | 'ea' | 'until'>,
  now: string,
): UserFilter {
  return { q: q?.trim() || null, plan: plan ?? null, state: state ?? null, ea: ea ?? null, until: until ?? null, now }
}

/** @param now milliseconds UTC */
const columnsAt = (now: number): CsvColumns<UserRow> => ({
  numero: (user) => user.user_sequential_id,
  trader_id: (user) => user.trader_id,
  username: (user) => user.username,
  nome: (user) => user.display_name,
  email: (user) => user.email,
  paese: (user) => user.country,
  amministratore: (user) => user.is_admin,
  diamond: (user) => user.is_diamond,
  scadenza_diamond: { instant: (user) => user.diamond_expires },
  scadenza_classifica: { instant: (user) => user.leaderboard_expires },
  token_ea: (user) => user.has_ea_token,
  server: (user) => user.broker_server,
  conto: (user) => user.account_number,
  livello: (user) => (user.has_account ? levelIn(user, now) : null),
  registrato_il: { instant: (user) => user.created_at },
  disattivato_il: { instant: (user) => user.deactivated_at },
  email_confermata: (user) => user.email_proof === 'proven',
})

/** The users of a filter as a CSV file, in the order of the list. */
export function usersFile({ sql, clock }: Kernel, query: QueryOf<typeof exportUsers>): ListFile<UserRow> {
  const at = Math.floor(clock.now())
  const filter = filterOf(query, instantText(at))
  return {
    name: 'utenti',
    what: 'l’elenco',
    action: 'users.export',
    searched: filter.q !== null,
    filters: { plan: filter.plan, state: filter.state, ea: filter.ea },
    columns: columnsAt(at),
    dialect: query.dialect,
    batches: inKeyOrder(userIds(sql, filter, orderOf(query), null), (ids) => usersOfIds(sql, ids, filter.now)),
  }
}
