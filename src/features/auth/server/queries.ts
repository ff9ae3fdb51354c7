import type { Queryable } from '#server/database.ts'
import type { SignedInUser } from '../contract.ts'

export interface NewTrader {
  trader_id: string
  username: string
  display_name: string
  email: string
  country: string
  password_hash: string
  broker_server: string
  account_number: string
  investor_password_sealed: string | null
  terms_version: string
  now: string
}

export async function insertTrader(sql: Queryable, trader: NewTrader): Promise<void> {
  await sql`
    insert into trader (trader_id, username, display_name, email, country, password_hash, broker_server,
                        account_number, investor_password_sealed, terms_accepted_at, terms_version, created_at, updated_at)
    values (${trader.trader_id}, ${trader.username}, ${trader.display_name}, ${trader.email}, ${trader.country},
            ${trader.password_hash}, ${trader.broker_server}, ${trader.account_number},
            ${trader.investor_password_sealed}, ${trader.now}, ${trader.terms_version}, ${trader.now}, ${trader.now})`
}

/** False where the e-mail or the username is taken: another instance of the server may be doing the same. */
export async function insertAdmin(
  sql: Queryable,
  admin: Pick<
    NewTrader,
    'trader_id' | 'username' | 'display_name' | 'email' | 'password_hash' | 'terms_version' | 'now'
  >,
): Promise<boolean> {
  const { count } = await sql`
    insert into trader (trader_id, username, display_name, email, country, password_hash, is_admin, broker_server,
                        account_number, terms_accepted_at, terms_version, created_at, updated_at)
    values (${admin.trader_id}, ${admin.username}, ${admin.display_name}, ${admin.email}, 'IT', ${admin.password_hash},
            true, '', '', ${admin.now}, ${admin.terms_version}, ${admin.now}, ${admin.now})
    on conflict do nothing`
  return count === 1
}

/** The user as the frame of the site shows it, with the plans as they stand at `now`. */
export async function signedInUser(sql: Queryable, traderId: string, now: string): Promise<SignedInUser | null> {
  const rows = await sql<SignedInUser[]>`
    select trader.trader_id, trader.username, trader.display_name, trader.email, trader.country, trader.is_admin,
           coalesce(trader_plan.diamond_expires > ${now}, false) as is_diamond,
           trader_plan.diamond_expires, trader_plan.leaderboard_expires, trader.created_at
      from trader join trader_plan using (trader_id)
     where trader.trader_id = ${traderId}`
  return rows[0] ?? null
}

export interface Credentials {
  trader_id: string
  username: string
  display_name: string
  email: string
  is_admin: boolean
  password_hash: string
}

/** By e-mail or username, without regard to case: a username holds no @, so that the two never meet. */
export async function credentialsOf(sql: Queryable, identifier: string): Promise<Credentials | null> {
  const rows = await sql<Credentials[]>`
    select trader_id, username, display_name, email, is_admin, password_hash
      from trader
     where deactivated_at is null
       and (lower(email) = lower(${identifier}) or lower(username) = lower(${identifier}))`
  return rows[0] ?? null
}

export async function credentialsById(sql: Queryable, traderId: string): Promise<Credentials | null> {
  const rows = await sql<Credentials[]>`
    select trader_id, username, display_name, email, is_admin, password_hash from trader where trader_id = ${traderId}`
  return rows[0] ?? null
}

export async function traderByEmail(sql: Queryable, email: string): Promise<{ is_admin: boolean } | null> {
  const rows = await sql<{ is_admin: boolean }[]>`select is_admin from trader where lower(email) = lower(${email})`
  return rows[0] ?? null
}

/** False where the hash is no longer the one that was checked: another change of password came first. */
export async function updatePasswordHash(
  sql: Queryable,
  traderId: string,
  hash: { checked: string; next: string },
  now: string,
): Promise<boolean> {
  const { count } = await sql`
    update trader set password_hash = ${hash.next}, updated_at = ${now}
     where trader_id = ${traderId} and password_hash = ${hash.checked}`
  return count === 1
}

export interface NewSession {
  session_id: string
  token_hash: Buffer
  trader_id: string
  user_agent: string | null
  now: string
}

/** False where the user is gone or deactivated since the password was checked. */
export async function insertSession(sql: Queryable, session: NewSession): Promise<boolean> {
  const { count } = await sql`
    insert into session (session_id, token_hash, trader_id, created_at, last_used_at, user_agent)
    select ${session.session_id}, ${session.token_hash}, trader_id, ${session.now}, ${session.now}, ${session.user_agent}
      from trader where trader_id = ${session.trader_id} and deactivated_at is null
       for share`
  return count === 1
}

export interface SessionRow {
  session_id: string
  created_at: string
  last_used_at: string
  user_agent: string | null
}

export async function sessionsOf(sql: Queryable, traderId: string, usedAfter: string): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    select session_id, created_at, last_used_at, user_agent
      from session
     where trader_id = ${traderId} and last_used_at >= ${usedAfter}
     order by last_used_at desc, session_id desc`
}

/** True where there was such a session of this trader. */
export async function deleteSession(sql: Queryable, traderId: string, sessionId: string): Promise<boolean> {
  const { count } = await sql`delete from session where session_id = ${sessionId} and trader_id = ${traderId}`
  return count === 1
}

export async function deleteOtherSessions(sql: Queryable, traderId: string, keep: string): Promise<number> {
  const { count } = await sql`delete from session where trader_id = ${traderId} and session_id <> ${keep}`
  return count
}

export async function deleteIdleSessions(sql: Queryable, usedBefore: { user: string; admin: string }): Promise<number> {
  const { count } = await sql`
    delete from session using trader
     where trader.trader_id = session.trader_id
       and session.last_used_at < case when trader.is_admin then ${usedBefore.admin}::timestamptz
                                       else ${usedBefore.user}::timestamptz end`
  return count
}
