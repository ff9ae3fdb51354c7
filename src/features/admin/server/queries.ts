import type { Queryable, Sql, Transaction } from '#server/database.ts'
import { containing } from '#server/search.ts'

export interface UserRow {
  trader_id: string
  user_sequential_id: number | null
  username: string
  display_name: string
  email: string
  country: string
  is_admin: boolean
  is_diamond: boolean
  has_ea_token: boolean
  broker_server: string
  account_number: string
  replaced_account: { server: string; number: string } | null
  has_investor_password: boolean
  diamond_expires: string | null
  leaderboard_expires: string | null
  created_at: string
  deactivated_at: string | null
}

export interface UserFilter {
  q: string | null
  plan: 'diamond' | 'basic' | 'free' | null
  /** The moment that tells a running plan from a past one. */
  now: string
}

/** Users of the filter: `q` is searched as it is written, its wildcards are plain characters. */
const userWhere = (sql: Sql, { q, plan, now }: UserFilter) => {
  const pattern = q === null ? null : containing(q)
  return sql`
    trader.erasing_at is null
    and (${pattern}::text is null or lower(trader.username) like ${pattern} or lower(trader.display_name) like ${pattern}
       or lower(trader.email) like ${pattern} or trader.trader_id::text = lower(${q}) or trader.account_number = ${q})
    and case ${plan}::text
          when 'diamond' then trader_plan.diamond_expires > ${now}
          when 'basic' then trader_plan.leaderboard_expires > ${now} and trader_plan.diamond_expires > ${now} is not true
          when 'free' then trader_plan.leaderboard_expires > ${now} is not true
          else true
        end`
}

const userColumns = (sql: Sql, now: string) => sql`
  trader.trader_id, trader.user_sequential_id, trader.username, trader.display_name, trader.email,
  trader.country, trader.is_admin, coalesce(trader_plan.diamond_expires > ${now}, false) as is_diamond,
  exists (select from ea_token where ea_token.trader_id = trader.trader_id) as has_ea_token,
  trader.broker_server, trader.account_number,
  (select nullif(account.intake -> 'replaced', 'null') from trading_account account
    where account.trader_id = trader.trader_id and account.closed_at is null) as replaced_account,
  trader.investor_password_sealed is not null as has_investor_password,
  trader_plan.diamond_expires, trader_plan.leaderboard_expires, trader.created_at, trader.deactivated_at`

export async function users(
  sql: Sql,
  filter: UserFilter,
  page: { before: string | null; limit: number },
): Promise<UserRow[]> {
  return sql<UserRow[]>`
    select ${userColumns(sql, filter.now)}
      from trader join trader_plan using (trader_id)
     where ${userWhere(sql, filter)} and (${page.before}::uuid is null or trader.trader_id < ${page.before})
     order by trader.trader_id desc
     limit ${page.limit}`
}

export async function userById(sql: Sql, traderId: string, now: string): Promise<UserRow | null> {
  const rows = await sql<UserRow[]>`
    select ${userColumns(sql, now)}
      from trader join trader_plan using (trader_id)
     where trader.trader_id = ${traderId} and trader.erasing_at is null`
  return rows[0] ?? null
}

/** From the first registered on, page after page, each read for itself. */
export async function* usersInOrder(sql: Sql, filter: UserFilter, pageRows = 1_000): AsyncGenerator<UserRow[]> {
  let after: string | null = null
  for (;;) {
    const rows: UserRow[] = await sql<UserRow[]>`
      select ${userColumns(sql, filter.now)}
        from trader join trader_plan using (trader_id)
       where ${userWhere(sql, filter)} and (${after}::uuid is null or trader.trader_id > ${after})
       order by trader.trader_id
       limit ${pageRows}`
    if (rows.length > 0) yield rows
    if (rows.length < pageRows) return
    after = rows.at(-1)?.trader_id ?? null
  }
}

export async function userCount(sql: Sql, filter: UserFilter): Promise<number> {
  const rows = await sql<{ total: number }[]>`
    select count(*) as total from trader join trader_plan using (trader_id) where ${userWhere(sql, filter)}`
  return rows[0]?.total ?? 0
}

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
