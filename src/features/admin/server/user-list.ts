import type { FastifyReply } from 'fastify'
import { levelIn } from '#features/integrity/server/service.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import type { exportUsers } from '../users-contract.ts'
import { sendListFile } from '#server/files/list-file.ts'
import type { Actor } from '#server/audit.ts'
import { usersInOrder, type UserRow } from './user-queries.ts'
import { filterOf } from './users.ts'

/** @param now milliseconds UTC */
const columnsAt = (now: number): Record<string, (user: UserRow) => string | number | boolean | null> => ({
  numero: (user) => user.user_sequential_id,
  trader_id: (user) => user.trader_id,
  username: (user) => user.username,
  nome: (user) => user.display_name,
  email: (user) => user.email,
  paese: (user) => user.country,
  amministratore: (user) => user.is_admin,
  diamond: (user) => user.is_diamond,
  scadenza_diamond: (user) => user.diamond_expires,
  scadenza_classifica: (user) => user.leaderboard_expires,
  token_ea: (user) => user.has_ea_token,
  server: (user) => user.broker_server,
  conto: (user) => user.account_number,
  livello: (user) => (user.has_account ? levelIn(user, now) : null),
  registrato_il: (user) => user.created_at,
  disattivato_il: (user) => user.deactivated_at,
})

/** The users of a filter as a CSV file. */
export async function sendUsers(
  kernel: Kernel,
  query: QueryOf<typeof exportUsers>,
  actor: Actor,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const at = Math.floor(kernel.clock.now())
  const filter = filterOf(query, instantText(at))
  return sendListFile(kernel, reply, actor, {
    name: 'utenti',
    what: 'l’elenco',
    action: 'users.export',
    searched: filter.q !== null,
    filters: { plan: filter.plan, state: filter.state, ea: filter.ea },
    columns: columnsAt(at),
    batches: usersInOrder(kernel.sql, filter),
  })
}
