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

export async function hasShowcase(sql: Queryable, traderId: string): Promise<boolean> {
  const rows = await sql`select from showcase where trader_id = ${traderId}`
  return rows.length > 0
}

export interface SealedPassword {
  /** As it was sealed with, however the caller spells it. */
  trader_id: string
  username: string
  email: string
  investor_password_sealed: string | null
}

/** Kept as it is until the transaction ends. */
export async function sealedPassword(tx: Transaction, traderId: string): Promise<SealedPassword | null> {
  const rows = await tx<SealedPassword[]>`
    select trader_id, username, email, investor_password_sealed
      from trader where trader_id = ${traderId} and erasing_at is null for share`
  return rows[0] ?? null
}

/** Two that number at once would give the same numbers. Until the transaction ends. */
export async function lockNumbering(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('user_sequential_id'))`
}

/** Goes on after the highest number; how many got one. */
export async function numberTheRest(tx: Transaction): Promise<number> {
  const { count } = await tx`
    update trader set user_sequential_id = numbered.number
      from (select trader_id,
                   (select coalesce(max(user_sequential_id), 0) from trader)
                     + row_number() over (order by created_at, trader_id) as number
              from trader where user_sequential_id is null) as numbered
     where trader.trader_id = numbered.trader_id`
  return count
}

export async function everybody(sql: Queryable): Promise<number> {
  const rows = await sql<{ total: number }[]>`select count(*) as total from trader`
  return rows[0]?.total ?? 0
}
