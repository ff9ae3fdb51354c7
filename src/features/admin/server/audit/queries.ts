import { inBatches } from '#server/http/batches.ts'
import type { Sql } from '#server/database/database.ts'
import { containing, idIn } from '#server/database/text-search.ts'
import { dayOfText, dayText } from '#shared/dates.ts'

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
  /** One action, or all of an area: `user.*`. */
  action: string | null
  /** Ids. */
  actor: string | null
  subject: string | null
  /** `YYYY-MM-DD` in UTC, both included. */
  from: string | null
  to: string | null
  /** ISO-8601; null for no bound. */
  until: string | null
  q: string | null
}

/** Only the conditions that are set: an empty one would prevent the use of the indexes. */
function auditWhere(sql: Sql, { action, actor, subject, from, to, until, q }: AuditFilter) {
  const parts = [
    action === null ? null : whichAction(sql, action),
    actor === null ? null : sql`line.actor = ${actor}`,
    subject === null ? null : sql`line.subject = ${subject}`,
    from === null ? null : sql`line.at >= ${`${from}T00:00:00.000Z`}`,
    to === null ? null : sql`line.at < ${`${dayText(dayOfText(to) + 1)}T00:00:00.000Z`}`,
    until === null ? null : sql`line.at <= ${until}`,
    q === null ? null : whichText(sql, q),
  ].filter((part) => part !== null)
  return parts.reduce((all, part) => sql`${all} and ${part}`, sql`true`)
}

/** All actions of an area lie between its dot and the next character. */
const whichAction = (sql: Sql, action: string) =>
  action.endsWith('.*')
    ? sql`line.action collate "C" >= ${action.slice(0, -1)} and line.action collate "C" < ${`${action.slice(0, -2)}/`}`
    : sql`line.action collate "C" = ${action}`

const whichText = (sql: Sql, q: string) => sql`
  (lower(line.details::text) like ${containing(q, '%"')} or line.request_id = ${q}
   or line.audit_id = ${/^\d{1,15}$/.test(q) ? Number(q) : null} or line.actor = ${idIn(q)} or line.subject = ${idIn(q)})`

const auditColumns = (sql: Sql) => sql`
  line.audit_id, line.at, line.actor, actor.username as actor_username, line.action, line.subject,
  subject.username as subject_username, line.details, line.address, line.request_id`

const named = (sql: Sql) => sql`
  left join trader actor on actor.trader_id = line.actor
  left join trader subject on subject.trader_id = line.subject`

export interface AuditPlace {
  descends: boolean
  /** The line before the first one. */
  after: number | null
  skip: number
  limit: number
}

/** The usernames are joined for the lines of the page alone. */
export function auditLines(sql: Sql, filter: AuditFilter, place: AuditPlace): Promise<AuditRow[]> {
  const { descends, after, skip, limit } = place
  const direction = descends ? sql`desc` : sql`asc`
  const beyond = descends ? sql`and line.audit_id < ${after}` : sql`and line.audit_id > ${after}`
  return sql<AuditRow[]>`
    select ${auditColumns(sql)}
      from (select * from audit_log line
             where ${auditWhere(sql, filter)} ${after === null ? sql`` : beyond}
             order by line.audit_id ${direction} limit ${limit} offset ${skip}) as line ${named(sql)}
     order by line.audit_id ${direction}`
}

export async function auditCount(sql: Sql, filter: AuditFilter): Promise<number> {
  const rows = await sql<{ total: number }[]>`
    select count(*) as total from audit_log line where ${auditWhere(sql, filter)}`
  return rows[0]?.total ?? 0
}

/** Reads all lines in batches of a query each. */
export function auditInOrder(sql: Sql, filter: AuditFilter, descends: boolean): AsyncIterable<readonly AuditRow[]> {
  return inBatches(
    (after: number | null, limit) => auditLines(sql, filter, { descends, after, skip: 0, limit }),
    (line) => line.audit_id,
  )
}

/** The id of a username; the text itself, in lower case, where it is an id. Null for an unknown username. */
export async function idOf(sql: Sql, person: string): Promise<string | null> {
  const id = idIn(person)
  if (id !== null) return id
  const rows = await sql<{ trader_id: string }[]>`
    select trader_id from trader where lower(username) = lower(${person}) and erasing_at is null`
  return rows[0]?.trader_id ?? null
}

export interface AuditCheck {
  checked_at: string
  lines: number
  broken_at: number | null
  differs_from: string | null
  exported: boolean
}

export async function lastAuditCheck(sql: Sql): Promise<AuditCheck | null> {
  const rows = await sql<AuditCheck[]>`
    select checked_at, lines, broken_at, to_char(differs_from, 'YYYY-MM-DD') as differs_from, exported
      from audit_check order by checked_at desc limit 1`
  return rows[0] ?? null
}
