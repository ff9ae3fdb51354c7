import type { Queryable, Sql, Transaction } from '#server/database.ts'
import type { Actor, AuditLine } from './service.ts'

export async function insertAudit(tx: Transaction, actor: Actor, line: AuditLine): Promise<void> {
  await tx`
    insert into audit_log (at, actor, action, subject, details, address, request_id)
    values (${line.at}, ${actor.trader_id}, ${line.action}, ${line.subject}, ${tx.json(line.details as never)},
            ${actor.address}, ${actor.request_id})`
}

/**
 * The first line that was changed, removed or put in; null where the chain holds.
 * @param pieceLines lines checked in one statement: the whole log would outgrow the time that a statement has
 */
export async function firstBrokenAuditLine(sql: Queryable, pieceLines = 50_000): Promise<number | null> {
  let after = 0
  let hash: Buffer | null = null
  for (;;) {
    const [piece]: AuditPiece[] = await sql<AuditPiece[]>`
      select count(*) as lines, max(audit_id) as last,
             (array_agg(entry_hash order by audit_id desc))[1] as hash,
             min(audit_id) filter (where audit_id <> place or entry_hash <>
               audit_hash(previous, audit_id, at, actor, action, subject, details, address, request_id)) as broken
        from (select *, coalesce(lag(entry_hash) over by_id, ${hash}) as previous,
                     ${after} + row_number() over by_id as place
                from (select * from audit_log where audit_id > ${after} order by audit_id limit ${pieceLines}) as piece
              window by_id as (order by audit_id)) as line`
    if (piece === undefined || piece.lines === 0) return null
    if (piece.broken !== null) return piece.broken
    after = piece.last
    hash = piece.hash
  }
}

interface AuditPiece {
  lines: number
  last: number
  hash: Buffer
  broken: number | null
}

export interface AuditRow {
  audit_id: number
  at: string
  actor: string | null
  actor_username: string | null
  action: string
  subject: string | null
  subject_username: string | null
  details: Record<string, unknown>
  address: string | null
  request_id: string | null
}

export interface AuditFilter {
  action: string | null
  subject: string | null
}

const auditWhere = (sql: Sql, { action, subject }: AuditFilter) => sql`
  (${action}::text is null or line.action = ${action}) and (${subject}::uuid is null or line.subject = ${subject})`

export async function auditLines(
  sql: Sql,
  filter: AuditFilter,
  page: { before: number | null; limit: number },
): Promise<AuditRow[]> {
  return sql<AuditRow[]>`
    select line.audit_id, line.at, line.actor, actor.username as actor_username, line.action, line.subject,
           subject.username as subject_username, line.details, line.address, line.request_id
      from audit_log line
      left join trader actor on actor.trader_id = line.actor
      left join trader subject on subject.trader_id = line.subject
     where ${auditWhere(sql, filter)} and (${page.before}::bigint is null or line.audit_id < ${page.before})
     order by line.audit_id desc
     limit ${page.limit}`
}

export async function auditCount(sql: Sql, filter: AuditFilter): Promise<number> {
  const rows = await sql<{ total: number }[]>`
    select count(*) as total from audit_log line where ${auditWhere(sql, filter)}`
  return rows[0]?.total ?? 0
}

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
  const pattern = q === null ? null : `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql`
    (${pattern}::text is null or lower(trader.username) like ${pattern} or lower(trader.display_name) like ${pattern}
       or lower(trader.email) like ${pattern} or trader.trader_id::text = lower(${q}) or trader.account_number = ${q})
    and case ${plan}::text
          when 'diamond' then trader_plan.diamond_expires > ${now}
          when 'basic' then trader_plan.leaderboard_expires > ${now} and trader_plan.diamond_expires > ${now} is not true
          when 'free' then trader_plan.leaderboard_expires > ${now} is not true
          else true
        end`
}

export async function users(
  sql: Sql,
  filter: UserFilter,
  page: { before: string | null; limit: number },
): Promise<UserRow[]> {
  return sql<UserRow[]>`
    select trader.trader_id, trader.user_sequential_id, trader.username, trader.display_name, trader.email,
           trader.country, trader.is_admin, coalesce(trader_plan.diamond_expires > ${filter.now}, false) as is_diamond,
           exists (select from ea_token where ea_token.trader_id = trader.trader_id) as has_ea_token,
           trader.broker_server, trader.account_number,
           (select nullif(account.intake -> 'replaced', 'null') from trading_account account
             where account.trader_id = trader.trader_id and account.closed_at is null) as replaced_account,
           trader.investor_password_sealed is not null as has_investor_password,
           trader_plan.diamond_expires, trader_plan.leaderboard_expires, trader.created_at, trader.deactivated_at
      from trader join trader_plan using (trader_id)
     where ${userWhere(sql, filter)} and (${page.before}::uuid is null or trader.trader_id < ${page.before})
     order by trader.trader_id desc
     limit ${page.limit}`
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
    select username, is_admin, deactivated_at from trader where trader_id = ${traderId} for update`
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
