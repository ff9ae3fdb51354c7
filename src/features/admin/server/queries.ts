import type { Queryable, Transaction } from '#server/database/database.ts'

export interface UserStats {
  total_users: number
  diamond_users: number
  ea_verified_count: number
  total_traders: number
}

/** Over everybody who is not deactivated, whatever the list is filtered by. */
export async function userStats(sql: Queryable, now: string): Promise<UserStats> {
  const rows = await sql<UserStats[]>`
    select count(*) as total_users,
           count(*) filter (where trader_plan.diamond_expires > ${now}) as diamond_users,
           count(*) filter (where account.first_snapshot_at is not null) as ea_verified_count,
           count(*) filter (where account.account_id is not null and trader_plan.leaderboard_expires > ${now})
             as total_traders
      from trader
      join trader_plan using (trader_id)
      left join trading_account account on account.trader_id = trader.trader_id and account.closed_at is null
     where trader.deactivated_at is null`
  const [stats] = rows
  if (stats === undefined) throw new Error('an aggregate without a row')
  return stats
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

/** Every way in of this user; how many sessions and tokens died. */
export async function deleteWaysIn(tx: Transaction, traderId: string): Promise<{ sessions: number; tokens: number }> {
  const { count: sessions } = await tx`delete from session where trader_id = ${traderId}`
  const { count: tokens } = await tx`delete from ea_token where trader_id = ${traderId}`
  return { sessions, tokens }
}
