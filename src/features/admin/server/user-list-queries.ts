import { levelColumns, levelSources, type LevelColumns } from '#features/integrity/server/levels/level-columns.ts'
import { onlyRow, type Queryable, type Sql } from '#server/database/database.ts'
import { idIn, nameContains } from '#server/database/text-search.ts'

export interface UserRow extends LevelColumns {
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
  /** Whether an account is bound. */
  has_account: boolean
  diamond_expires: string | null
  leaderboard_expires: string | null
  created_at: string
  deactivated_at: string | null
  email_proof: 'unasked' | 'awaited' | 'proven'
}

export interface UserFilter {
  q: string | null
  plan: 'diamond' | 'basic' | 'free' | 'expired' | null
  state: 'active' | 'deactivated' | 'admin' | null
  ea: 'verified' | 'unverified' | null
  /** Latest registration. */
  until: string | null
  /** A plan runs at this moment. */
  now: string
}

export type UserSort = 'created_at' | 'number' | 'username' | 'email' | 'plan_end'

export interface UserOrder {
  by: UserSort
  descends: boolean
}

const userWhere = (sql: Queryable, { q, plan, state, ea, until, now }: UserFilter) => {
  return sql`
    trader.erasing_at is null
    and ${q === null ? sql`true` : sql`(${nameContains(sql, q)} or trader.trader_id = ${idIn(q)} or trader.account_number = ${q})`}
    and (${until}::timestamptz is null or trader.created_at <= ${until})
    and case ${plan}::text
          when 'diamond' then trader_plan.diamond_expires > ${now}
          when 'basic' then trader_plan.leaderboard_expires > ${now} and trader_plan.diamond_expires > ${now} is not true
          when 'expired' then trader_plan.leaderboard_expires <= ${now}
          when 'free' then trader_plan.leaderboard_expires is null
          else true
        end
    and case ${state}::text
          when 'active' then trader.deactivated_at is null
          when 'deactivated' then trader.deactivated_at is not null
          when 'admin' then trader.is_admin
          else true
        end
    and (${ea}::text is null or (${ea} = 'verified') = exists (
          select from trading_account read
           where read.trader_id = trader.trader_id and read.closed_at is null and read.first_snapshot_at is not null))`
}

const userColumns = (sql: Queryable, now: string) => sql`
  trader.trader_id, trader.user_sequential_id, trader.username, trader.display_name, trader.email,
  trader.country, trader.is_admin, coalesce(trader_plan.diamond_expires > ${now}, false) as is_diamond,
  exists (select from ea_token where ea_token.trader_id = trader.trader_id) as has_ea_token,
  trader.broker_server, trader.account_number, nullif(account.intake -> 'replaced', 'null') as replaced_account,
  trader.investor_password_sealed is not null as has_investor_password,
  account.account_id is not null as has_account, ${levelColumns(sql)},
  trader_plan.diamond_expires, trader_plan.leaderboard_expires, trader.created_at, trader.deactivated_at,
  trader.email_proof`

const userSources = (sql: Queryable) => sql`
  left join trading_account account on account.trader_id = trader.trader_id and account.closed_at is null
  ${levelSources(sql)}`

/** By registration, the newest first, after the user of `before`. */
export async function usersBefore(
  sql: Sql,
  filter: UserFilter,
  page: { before: string | null; limit: number },
): Promise<UserRow[]> {
  return sql<UserRow[]>`
    select ${userColumns(sql, filter.now)}
      from trader join trader_plan using (trader_id) ${userSources(sql)}
     where ${userWhere(sql, filter)} and (${page.before}::uuid is null or trader.trader_id < ${page.before})
     order by trader.trader_id desc
     limit ${page.limit}`
}

/** The users of a total order: equal rows follow their id. Missing values come last in both directions. @param page null for all of them */
export async function userIds(
  sql: Sql,
  filter: UserFilter,
  { by, descends }: UserOrder,
  page: { number: number; limit: number } | null,
): Promise<string[]> {
  const direction = descends ? sql`desc nulls last` : sql`asc nulls last`
  const rows = await sql<{ trader_id: string }[]>`
    select trader.trader_id from trader join trader_plan using (trader_id)
     where ${userWhere(sql, filter)}
     order by ${sortKey(sql, by, filter.now)} ${direction}, trader.trader_id ${direction}
     limit ${page?.limit ?? null} offset ${page === null ? 0 : (page.number - 1) * page.limit}`
  return rows.map((row) => row.trader_id)
}

/** The users of these ids, in their order. */
export async function usersOfIds(sql: Sql, ids: readonly string[], now: string): Promise<UserRow[]> {
  return sql<UserRow[]>`
    select ${userColumns(sql, now)}
      from unnest(${[...ids]}::uuid[]) with ordinality as listed (trader_id, place)
      join trader using (trader_id) join trader_plan using (trader_id) ${userSources(sql)}
     where trader.erasing_at is null
     order by listed.place`
}

function sortKey(sql: Queryable, by: UserSort, now: string) {
  if (by === 'number') return sql`trader.user_sequential_id`
  if (by === 'username') return sql`lower(trader.username)`
  if (by === 'email') return sql`lower(trader.email)`
  // The end that the list shows: of the better running plan, else of the last one.
  if (by === 'plan_end') {
    return sql`case when trader_plan.diamond_expires > ${now} then trader_plan.diamond_expires else trader_plan.leaderboard_expires end`
  }
  return sql`trader.created_at`
}

export async function userById(sql: Sql, traderId: string, now: string): Promise<UserRow | null> {
  const rows = await sql<UserRow[]>`
    select ${userColumns(sql, now)}
      from trader join trader_plan using (trader_id) ${userSources(sql)}
     where trader.trader_id = ${traderId} and trader.erasing_at is null`
  return rows[0] ?? null
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

/** Over all users that are not deactivated, without the list's filter. */
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
  return onlyRow(rows)
}
