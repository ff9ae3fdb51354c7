import { hasProfile } from '#features/integrity/server/accounts/has-profile.ts'
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
  has_profile: boolean
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

/** The traders whose plan of a tier runs. */
const running = (sql: Queryable, tier: 'basic' | 'diamond', now: string) =>
  sql`select trader_id from subscription where tier = ${tier} and until > ${now}`

/** Diamond runs, Basic alone runs, one has ended and none runs, or there never was one. */
function onPlan(sql: Queryable, plan: UserFilter['plan'], now: string) {
  if (plan === null) return sql`true`
  const [basic, diamond] = [running(sql, 'basic', now), running(sql, 'diamond', now)]
  if (plan === 'diamond') return sql`trader.trader_id in (${diamond})`
  if (plan === 'basic') return sql`trader.trader_id in (${basic}) and trader.trader_id not in (${diamond})`
  const never = sql`trader.trader_id not in (select trader_id from subscription)`
  return plan === 'free'
    ? never
    : sql`not (${never}) and trader.trader_id not in (${basic}) and trader.trader_id not in (${diamond})`
}

/** Only the conditions that are set: an empty one would prevent the use of the indexes. */
const userWhere = (sql: Queryable, { q, plan, state, ea, until, now }: UserFilter) => {
  // Each part has its index; beside the condition on the trader the planner may take that one's.
  const found = (text: string) => sql`trader.trader_id in (
    select trader_id from trader where ${nameContains(sql, text)}
     union all
    select trader_id from trader where trader_id = ${idIn(text)} or account_number = ${text})`
  const synced = sql`trader.trader_id in (
    select trader_id from trading_account where closed_at is null and first_snapshot_at is not null)`
  const inState = {
    active: sql`trader.deactivated_at is null`,
    deactivated: sql`trader.deactivated_at is not null`,
    admin: sql`trader.is_admin`,
  }
  return sql`
    trader.erasing_at is null
    and ${q === null ? sql`true` : found(q)}
    and ${until === null ? sql`true` : sql`trader.created_at <= ${until}`}
    and ${onPlan(sql, plan, now)}
    and ${state === null ? sql`true` : inState[state]}
    and ${ea === null ? sql`true` : ea === 'verified' ? synced : sql`not (${synced})`}`
}

const userColumns = (sql: Queryable, now: string) => sql`
  trader.trader_id, trader.user_sequential_id, trader.username, trader.display_name, trader.email,
  trader.country, trader.is_admin, coalesce(trader_plan.diamond_expires > ${now}, false) as is_diamond,
  exists (select from ea_token where ea_token.trader_id = trader.trader_id) as has_ea_token,
  trader.broker_server, trader.account_number, nullif(account.intake -> 'replaced', 'null') as replaced_account,
  trader.investor_password_sealed is not null as has_investor_password,
  account.account_id is not null as has_account, ${levelColumns(sql)},
  trader_plan.diamond_expires, trader_plan.leaderboard_expires, trader.created_at, trader.deactivated_at,
  trader.email_proof,
  ${hasProfile(sql)} as has_profile`

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
  const direction = descends ? sql`desc` : sql`asc`
  const limit = page?.limit ?? null
  const skip = page === null ? 0 : (page.number - 1) * page.limit
  const part = ({ place, from, where }: SortPart) => sql`
    (select trader.trader_id, ${place} as place from ${from}
      where ${userWhere(sql, filter)} and ${where}
      order by place ${direction}, trader.trader_id ${direction}
      limit ${limit === null ? null : skip + limit})`
  const [first, missing] = sortParts(sql, by, filter.now)
  const rows = await sql<{ trader_id: string }[]>`
    select trader_id from (${part(first)} ${missing === undefined ? sql`` : sql`union all ${part(missing)}`}) as listed
     order by place ${direction} nulls last, trader_id ${direction}
     limit ${limit} offset ${skip}`
  return rows.map((row) => row.trader_id)
}

type Piece = ReturnType<typeof running>

interface SortPart {
  place: Piece
  from: Piece
  where: Piece
}

/** The users with a value to sort by, and those without one: each is limited by itself, so that an index leads to its first rows. */
function sortParts(sql: Queryable, by: UserSort, now: string): [SortPart] | [SortPart, SortPart] {
  const trader = sql`trader`
  if (by === 'number') {
    const number = sql`trader.user_sequential_id`
    return [
      { place: number, from: trader, where: sql`${number} is not null` },
      { place: number, from: trader, where: sql`${number} is null` },
    ]
  }
  if (by === 'plan_end') {
    const planned = sql`subscription join trader using (trader_id)`
    const unplanned = sql`not exists (select from subscription where subscription.trader_id = trader.trader_id)`
    return [
      { place: sql`subscription.until`, from: planned, where: isShownPlan(sql, now) },
      { place: sql`null::timestamptz`, from: trader, where: unplanned },
    ]
  }
  const place = {
    username: sql`lower(trader.username)`,
    email: sql`lower(trader.email)`,
    created_at: sql`trader.created_at`,
  }
  return [{ place: place[by], from: trader, where: sql`true` }]
}

/** The plan whose end the list shows: Diamond while it runs, else the one that ends last. */
const isShownPlan = (sql: Queryable, now: string) => sql`
  not exists (
    select from subscription other
     where other.trader_id = subscription.trader_id and other.tier <> subscription.tier
       and case subscription.tier when 'basic' then other.until > least(subscription.until, ${now}::timestamptz)
                                  else subscription.until <= ${now} and other.until >= subscription.until end)`

/** The users of these ids, in their order. */
export async function usersOfIds(sql: Sql, ids: readonly string[], now: string): Promise<UserRow[]> {
  return sql<UserRow[]>`
    select ${userColumns(sql, now)}
      from unnest(${[...ids]}::uuid[]) with ordinality as listed (trader_id, place)
      join trader using (trader_id) join trader_plan using (trader_id) ${userSources(sql)}
     where trader.erasing_at is null
     order by listed.place`
}

export async function userById(sql: Sql, traderId: string, now: string): Promise<UserRow | null> {
  const rows = await sql<UserRow[]>`
    select ${userColumns(sql, now)}
      from trader join trader_plan using (trader_id) ${userSources(sql)}
     where trader.trader_id = ${traderId} and trader.erasing_at is null`
  return rows[0] ?? null
}

export async function userCount(sql: Sql, filter: UserFilter): Promise<number> {
  const { q, plan, state, ea, until } = filter
  const isSyncedAlone = ea === 'verified' && q === null && plan === null && state === null
  const rows = await sql<{ total: number }[]>`
    select count(*) as total from ${isSyncedAlone ? syncedBy(sql, until) : sql`trader where ${userWhere(sql, filter)}`}`
  return rows[0]?.total ?? 0
}

/** Accounts in place of their users: an index holds them, and no user's row is read. */
const syncedBy = (sql: Queryable, until: string | null) => sql`
  trading_account
  where closed_at is null and first_snapshot_at is not null
    and trader_id not in (select trader_id from trader where erasing_at is not null)
    and ${until === null ? sql`true` : sql`trader_id not in (select trader_id from trader where erasing_at is null and created_at > ${until})`}`

export interface UserStats {
  total_users: number
  diamond_users: number
  ea_verified_count: number
  total_traders: number
}

/** Over all users that are not deactivated, without the list's filter. */
export async function userStats(sql: Queryable, now: string): Promise<UserStats> {
  const deactivated = sql`select trader_id from trader where deactivated_at is not null`
  const rows = await sql<UserStats[]>`
    select (select count(*) from trader) - (select count(*) from (${deactivated}) as those) as total_users,
           (select count(*) from (${running(sql, 'diamond', now)}) as those where trader_id not in (${deactivated}))
             as diamond_users,
           account.synced as ea_verified_count, account.planned as total_traders
      from (select count(first_snapshot_at) as synced,
                   count(*) filter (where trader_id in (${running(sql, 'basic', now)})
                                       or trader_id in (${running(sql, 'diamond', now)})) as planned
              from trading_account where closed_at is null and trader_id not in (${deactivated})) as account`
  return onlyRow(rows)
}
