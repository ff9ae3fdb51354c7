import { Readable } from 'node:stream'
import { csvFile } from '#features/account/csv.ts'
import { countFromTrader } from '#features/auth/server/service.ts'
import { levelIn } from '#features/integrity/server/service.ts'
import type { Kernel } from '#server/kernel.ts'
import { instantText } from '#shared/dates.ts'
import type { QueryOf } from '#shared/endpoint.ts'
import type { exportUsers } from '../users-contract.ts'
import { recordAudit, type Actor } from './service.ts'
import { usersInOrder, type UserRow } from './user-queries.ts'
import { filterOf } from './users.ts'

const exportBudget = { attempts: 10, windowMs: 3_600_000 }

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

/**
 * The users of a filter as a CSV file, read and written a page at a time; that somebody took it is noted first.
 * @throws Failure TOO_MANY_REQUESTS
 */
export async function userFile(
  kernel: Kernel,
  query: QueryOf<typeof exportUsers>,
  actor: Actor,
): Promise<{ name: string; stream: Readable }> {
  const { sql, clock } = kernel
  const said = 'Hai esportato l’elenco molte volte nell’ultima ora.'
  await countFromTrader(kernel, { name: 'users-export', traderId: actor.trader_id, budget: exportBudget, said })
  const at = Math.floor(clock.now())
  const now = instantText(at)
  const filter = filterOf(query, now)
  // What was searched may name somebody, and the log stays.
  const details = { searched: filter.q !== null, plan: filter.plan, state: filter.state, ea: filter.ea }
  await sql.begin((tx) => recordAudit(tx, actor, { action: 'users.export', subject: null, details, at: now }))
  const stream = Readable.from(csvFile(columnsAt(at), usersInOrder(sql, filter)), {
    objectMode: false,
    highWaterMark: 64 * 1024,
  })
  return { name: `toptrader-utenti-${now.slice(0, 10)}.csv`, stream }
}
