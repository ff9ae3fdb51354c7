import type { Queryable, Transaction } from '#server/database/database.ts'

export interface RunningSubscription {
  subscription_id: string
  subscription_type: 'basic' | 'diamond'
  end_date: string
}

export async function runningSubscriptions(
  sql: Queryable,
  traderId: string,
  now: string,
): Promise<RunningSubscription[]> {
  return sql<RunningSubscription[]>`
    select subscription_id, tier as subscription_type, until as end_date
      from subscription
     where trader_id = ${traderId} and status = 'active' and until > ${now}
     order by until desc, tier desc`
}

export interface SealedPassword {
  /** The spelling with which the password was sealed. */
  trader_id: string
  username: string
  email: string
  investor_password_sealed: string | null
}

/** Locks the row until the transaction ends. */
export async function sealedPassword(tx: Transaction, traderId: string): Promise<SealedPassword | null> {
  const rows = await tx<SealedPassword[]>`
    select trader_id, username, email, investor_password_sealed
      from trader where trader_id = ${traderId} and erasing_at is null for share`
  return rows[0] ?? null
}

/**
 * Numbers the users without a number in order of registration, by the counter that also numbers each registration. The second of
 * two concurrent runs finds those of the first numbered.
 * @returns how many users got one
 */
export async function numberRemainingUsers(tx: Transaction): Promise<number> {
  const { count } = await tx`
    update trader set user_sequential_id = numbered.number
      from (select trader_id, nextval('trader_number') as number
              from (select trader_id from trader
                     where user_sequential_id is null order by created_at, trader_id) as unnumbered) as numbered
     where trader.trader_id = numbered.trader_id and trader.user_sequential_id is null`
  return count
}

export async function countUsers(sql: Queryable): Promise<number> {
  const rows = await sql<{ total: number }[]>`select count(*) as total from trader`
  return rows[0]?.total ?? 0
}

export async function lockUser(
  tx: Transaction,
  traderId: string,
): Promise<{ username: string; is_admin: boolean; deactivated_at: string | null } | null> {
  const rows = await tx<{ username: string; is_admin: boolean; deactivated_at: string | null }[]>`
    select username, is_admin, deactivated_at
      from trader where trader_id = ${traderId} and erasing_at is null for update`
  return rows[0] ?? null
}

export async function setDeactivated(tx: Transaction, traderId: string, at: string | null, now: string): Promise<void> {
  await tx`update trader set deactivated_at = ${at}, updated_at = ${now} where trader_id = ${traderId}`
}

/** Deletes the sessions and the advisor's tokens of a user. @returns how many of each */
export async function deleteSessionsAndTokens(
  tx: Transaction,
  traderId: string,
): Promise<{ sessions: number; tokens: number }> {
  const { count: sessions } = await tx`delete from session where trader_id = ${traderId}`
  const { count: tokens } = await tx`delete from ea_token where trader_id = ${traderId}`
  return { sessions, tokens }
}

/** @returns false where it was proven already */
export async function setEmailProven(tx: Transaction, traderId: string, now: string): Promise<boolean> {
  const { count } = await tx`
    update trader set email_proof = 'proven', updated_at = ${now} where trader_id = ${traderId} and email_proof <> 'proven'`
  return count === 1
}
