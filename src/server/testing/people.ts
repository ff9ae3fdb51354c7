import type { Queryable } from '../database/database.ts'
import type { Kernel } from '../kernel.ts'

export interface Person {
  trader_id: string
  username: string
  /** A live session's header. */
  headers: { authorization: string }
}

/** A registered trader with a live session, inserted straight into the database. They have no password: nobody can sign in as them. */
export async function person(
  { sql, clock, secrets }: Pick<Kernel, 'sql' | 'clock' | 'secrets'>,
  username: string,
  options: { is_admin?: boolean } = {},
): Promise<Person> {
  const now = new Date(clock.now()).toISOString()
  const traderId = secrets.newId()
  const add = (tx: Queryable) => tx`
    insert into trader (trader_id, username, display_name, email, country, password_hash, is_admin, broker_server,
                        account_number, terms_accepted_at, terms_version, created_at, updated_at)
    values (${traderId}, ${username}, ${username}, ${`${username}@example.com`}, 'IT', '-', ${options.is_admin ?? false},
            'Broker-Live', '1000001', ${now}, '2026-11', ${now}, ${now})`
  if (options.is_admin === true) {
    await sql.begin(async (tx) => {
      // An old admin: the audit log of a test begins with the test's own actions.
      await tx`set local session_replication_role = replica`
      await add(tx)
    })
  } else await add(sql)
  return { trader_id: traderId, username, headers: await signedIn({ sql, clock, secrets }, traderId) }
}

/** The header of one more live session of a trader. */
export async function signedIn(
  { sql, clock, secrets }: Pick<Kernel, 'sql' | 'clock' | 'secrets'>,
  traderId: string,
): Promise<Person['headers']> {
  const now = new Date(clock.now()).toISOString()
  const token = secrets.newToken()
  await sql`
    insert into session (session_id, token_hash, trader_id, created_at, last_used_at)
    values (${secrets.newId()}, ${secrets.hashToken(token)}, ${traderId}, ${now}, ${now})`
  return { authorization: `Bearer ${token}` }
}
