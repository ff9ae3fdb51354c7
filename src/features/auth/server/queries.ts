import type { Queryable, Transaction } from '#server/database/database.ts'
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
  /** 'awaited' where a link for the proof is sent by mail. */
  email_proof: 'unasked' | 'awaited'
  now: string
}

export async function insertTrader(sql: Queryable, trader: NewTrader): Promise<void> {
  await sql`
    insert into trader (trader_id, username, display_name, email, country, password_hash, broker_server,
                        account_number, investor_password_sealed, terms_accepted_at, terms_version, email_proof, created_at, updated_at)
    values (${trader.trader_id}, ${trader.username}, ${trader.display_name}, ${trader.email}, ${trader.country},
            ${trader.password_hash}, ${trader.broker_server}, ${trader.account_number},
            ${trader.investor_password_sealed}, ${trader.now}, ${trader.terms_version}, ${trader.email_proof}, ${trader.now}, ${trader.now})`
}

/** Compares as the unique indexes do: without regard to case and to digits that look like letters. */
export async function isUsernameTaken(sql: Queryable, username: string): Promise<boolean> {
  const rows = await sql`
    select from trader
     where lower(username) = lower(${username})
        or translate(lower(username), '01i', 'oll') = translate(lower(${username}), '01i', 'oll')`
  return rows.length > 0
}

export interface EmailOwner {
  trader_id: string
  email: string
}

export async function ownerOfEmail(sql: Queryable, email: string): Promise<EmailOwner | null> {
  const rows = await sql<EmailOwner[]>`select trader_id, email from trader where lower(email) = lower(${email})`
  return rows[0] ?? null
}

/** @returns false where the e-mail or the username is taken: another instance of the server may do the same at once */
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

/** The user as the frame of the site shows it, with the plans at `now`. */
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

/**
 * By e-mail or username. A username holds no @, so one is never the other.
 * @param identifier a result of `foldedName`: the database folds the stored name, never the typed one
 */
export async function credentialsOf(sql: Queryable, identifier: string): Promise<Credentials | null> {
  const rows = await sql<Credentials[]>`
    select trader_id, username, display_name, email, is_admin, password_hash
      from trader
     where deactivated_at is null
       and (lower(email) = ${identifier} or lower(username) = ${identifier})`
  return rows[0] ?? null
}

/** By e-mail alone. @param email a result of `foldedName` */
export async function credentialsByEmail(sql: Queryable, email: string): Promise<Credentials | null> {
  const rows = await sql<Credentials[]>`
    select trader_id, username, display_name, email, is_admin, password_hash
      from trader where deactivated_at is null and lower(email) = ${email}`
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

/** @returns false where the hash is not the checked one any more: another change of password came first */
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

export interface LockedOwner extends Credentials {
  deactivated_at: string | null
  first_signed_in_at: string | null
  email_proof: 'unasked' | 'awaited' | 'proven'
}

/** Locks the trader's row until the transaction ends: changes that open or close the account happen one at a time. */
export async function lockOwner(tx: Transaction, traderId: string): Promise<LockedOwner | null> {
  const rows = await tx<LockedOwner[]>`
    select trader_id, username, display_name, email, is_admin, password_hash, deactivated_at, first_signed_in_at, email_proof
      from trader where trader_id = ${traderId} for no key update`
  return rows[0] ?? null
}

export async function markFirstSignIn(tx: Transaction, traderId: string, now: string): Promise<void> {
  await tx`update trader set first_signed_in_at = ${now} where trader_id = ${traderId}`
}

/** Stores the kind of device of a sign-in. @returns whether it is new */
export async function storeDevice(tx: Transaction, traderId: string, device: string, now: string): Promise<boolean> {
  const [row] = await tx<{ is_new: boolean }[]>`
    insert into known_device (trader_id, device, first_seen_at, last_seen_at) values (${traderId}, ${device}, ${now}, ${now})
    on conflict (trader_id, device) do update set last_seen_at = excluded.last_seen_at
    returning (xmax = 0) as is_new`
  return row?.is_new ?? false
}

export async function deleteUnusedDevices(sql: Queryable, usedBefore: string): Promise<void> {
  await sql`delete from known_device where last_seen_at < ${usedBefore}`
}

/** A link by mail sets a new password or proves the address; one is never the other. */
export type LinkPurpose = 'password' | 'email'

export async function insertReset(
  tx: Transaction,
  reset: { token_hash: Buffer; trader_id: string; purpose: LinkPurpose; now: string; expires_at: string },
): Promise<void> {
  await tx`
    insert into password_reset (token_hash, trader_id, purpose, created_at, expires_at)
    values (${reset.token_hash}, ${reset.trader_id}, ${reset.purpose}, ${reset.now}, ${reset.expires_at})`
}

/** The trader of a valid link; null for any other. */
export async function resetOf(
  sql: Queryable,
  tokenHash: Buffer,
  purpose: LinkPurpose,
  now: string,
): Promise<string | null> {
  const rows = await sql<{ trader_id: string }[]>`
    select password_reset.trader_id from password_reset join trader using (trader_id)
     where token_hash = ${tokenHash} and purpose = ${purpose} and expires_at > ${now} and trader.deactivated_at is null`
  return rows[0]?.trader_id ?? null
}

/** Redeems a link. @returns false where it was used or replaced before, or is too old */
export async function redeemReset(tx: Transaction, tokenHash: Buffer, now: string): Promise<boolean> {
  const { count } = await tx`delete from password_reset where token_hash = ${tokenHash} and expires_at > ${now}`
  return count === 1
}

export async function deleteResetsOf(tx: Transaction, traderId: string, purpose: LinkPurpose): Promise<void> {
  await tx`delete from password_reset where trader_id = ${traderId} and purpose = ${purpose}`
}

export async function deleteOldResets(sql: Queryable, now: string): Promise<void> {
  await sql`delete from password_reset where expires_at <= ${now}`
}

/** @returns false where nothing waited for a proof */
export async function markEmailProven(tx: Transaction, traderId: string, now: string): Promise<boolean> {
  const { count } = await tx`
    update trader set email_proof = 'proven', updated_at = ${now} where trader_id = ${traderId} and email_proof = 'awaited'`
  return count === 1
}

export async function setPasswordHash(tx: Transaction, traderId: string, hash: string, now: string): Promise<void> {
  await tx`update trader set password_hash = ${hash}, updated_at = ${now} where trader_id = ${traderId}`
}

export interface NewSession {
  session_id: string
  token_hash: Buffer
  trader_id: string
  user_agent: string | null
  is_limited: boolean
  /** Null where its idle time alone ends it. */
  ends_at: string | null
  now: string
}

export async function insertSession(tx: Transaction, session: NewSession): Promise<void> {
  await tx`
    insert into session (session_id, token_hash, trader_id, created_at, last_used_at, user_agent, is_limited, ends_at)
    values (${session.session_id}, ${session.token_hash}, ${session.trader_id}, ${session.now}, ${session.now},
            ${session.user_agent}, ${session.is_limited}, ${session.ends_at})`
}

/** Closes the first session of an admin who has no second factor. */
export async function deleteFirstSession(tx: Transaction, traderId: string): Promise<void> {
  await tx`delete from session where trader_id = ${traderId} and ends_at is not null`
}

export interface SessionRow {
  session_id: string
  created_at: string
  last_used_at: string
  user_agent: string | null
  ends_at: string | null
}

export async function sessionsOf(
  sql: Queryable,
  traderId: string,
  usedAfter: string,
  now: string,
): Promise<SessionRow[]> {
  return sql<SessionRow[]>`
    select session_id, created_at, last_used_at, user_agent, ends_at
      from session
     where trader_id = ${traderId} and last_used_at >= ${usedAfter} and (ends_at is null or ends_at > ${now})
     order by last_used_at desc, session_id desc`
}

/** @returns whether the trader had this session */
export async function deleteSession(sql: Queryable, traderId: string, sessionId: string): Promise<boolean> {
  const { count } = await sql`delete from session where session_id = ${sessionId} and trader_id = ${traderId}`
  return count === 1
}

/** @param keep a session that stays; null closes all */
export async function deleteOtherSessions(sql: Queryable, traderId: string, keep: string | null): Promise<number> {
  const { count } = await sql`
    delete from session where trader_id = ${traderId} and (${keep}::uuid is null or session_id <> ${keep}::uuid)`
  return count
}

/** Deletes sessions that were idle for too long, or have ended. @returns how many */
export async function deleteIdleSessions(
  sql: Queryable,
  usedBefore: { user: string; admin: string },
  now: string,
): Promise<number> {
  const { count } = await sql`
    delete from session using trader
     where trader.trader_id = session.trader_id
       and (session.ends_at <= ${now}
            or session.last_used_at < case when trader.is_admin then ${usedBefore.admin}::timestamptz
                                           else ${usedBefore.user}::timestamptz end)`
  return count
}
