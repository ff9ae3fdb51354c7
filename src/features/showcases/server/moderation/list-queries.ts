import { onlyRow, type Queryable } from '#server/database/database.ts'
import { containing } from '#server/database/text-search.ts'
import type { ModeratedOrder } from '../../admin-contract.ts'
import { showcaseStatuses, waitingStatuses, type ModeratedFilter, type ShowcaseStatus } from '../../rules/moves.ts'

/** A row of the moderators' list; instants are ISO texts. */
export interface ModeratedRow {
  showcase_id: string
  trader_id: string
  username: string
  display_name: string
  title: string | null
  status: ShowcaseStatus
  version: number | null
  published_version: number | null
  waiting_since: string | null
  diamond_expires: string | null
  owner_deactivated: boolean
  owner_email_awaited: boolean
  views_count: number
  created_at: string
  updated_at: string
  /** Position in the order `waiting` (`placeOf`): an integer, unique together with the id. */
  place: number
}

/** Added to the place of showcases that do not wait, so that they come after the waiting ones. Milliseconds. */
const others = 1e15

const waits = (sql: Queryable) => sql`showcase.status = any(${[...waitingStatuses]}::text[])`

/** When the waiting version was submitted; null where none waits. */
const waitingSince = (sql: Queryable) => sql`
  case when ${waits(sql)} then coalesce((
    select max(at) from showcase_event
     where showcase_event.showcase_id = showcase.showcase_id and event = 'submit'), showcase.updated_at) end`

/** Waiting showcases come first, the longest waiting one at the top; the others follow by their last save, newest first. */
const placeOf = (sql: Queryable) => sql`
  case when ${waits(sql)} then (extract(epoch from ${waitingSince(sql)}) * 1000)::bigint
       else ${others}::bigint - (extract(epoch from showcase.updated_at) * 1000)::bigint end`

const title = (sql: Queryable) => sql`(submitted.content #>> '{profile,subtitle}')`

/** Contents are read for shown rows alone, unless titles are sorted or searched. */
const source = (sql: Queryable) => sql`
  showcase
    join trader using (trader_id)
    join trader_plan plan using (trader_id)
    left join showcase_version submitted
      on submitted.showcase_id = showcase.showcase_id and submitted.version = showcase.submitted_version`

const columns = (sql: Queryable) => sql`
  showcase.showcase_id, trader_id, username, display_name, ${title(sql)} as title, status, submitted_version as version,
  published_version, ${waitingSince(sql)} as waiting_since, plan.diamond_expires,
  deactivated_at is not null as owner_deactivated, email_proof = 'awaited' as owner_email_awaited, views_count, showcase.created_at, showcase.updated_at,
  ${placeOf(sql)} as place`

export interface Filter {
  status: ModeratedFilter | null
  /** The search as typed; null for none. */
  q: string | null
  /** ISO-8601; null for no bound. */
  until: string | null
  /** A showcase comes into this list, or to another place of it, when it is submitted. */
  entersBySubmission: boolean
  /** The instant at which plans are compared, ISO text. */
  now: string
}

const isPublic = (sql: Queryable, now: string) =>
  sql`(plan.diamond_expires > ${now}::timestamptz and deactivated_at is null and email_proof <> 'awaited')`

/** Each half has its index; one condition on both tables would read every showcase with its content. */
const showcasesWith = (sql: Queryable, pattern: string) => sql`
  select showcase_id from showcase join trader using (trader_id)
   where lower(username) like ${pattern} or lower(display_name) like ${pattern}
   union all
  select showcase_id from showcase_version submitted join showcase using (showcase_id)
   where version = submitted_version and lower(${title(sql)}) like ${pattern}`

function matches(sql: Queryable, { status, q, until, entersBySubmission, now }: Filter) {
  const ofStatus =
    status === null
      ? sql`true`
      : status === 'waiting'
        ? waits(sql)
        : status === 'public'
          ? sql`published_version is not null and ${isPublic(sql, now)}`
          : status === 'hidden'
            ? sql`published_version is not null and ${isPublic(sql, now)} is not true`
            : sql`status = ${status}`
  const found = q === null ? sql`true` : sql`showcase.showcase_id in (${showcasesWith(sql, containing(q))})`
  const enteredAt = entersBySubmission
    ? sql`greatest(showcase.created_at, ${waitingSince(sql)})`
    : sql`showcase.created_at`
  const arrived = until === null ? sql`true` : sql`${enteredAt} <= ${until}`
  return sql`${ofStatus} and ${found} and ${arrived}`
}

/** Showcases in the order `waiting`, after a position. */
export function moderatedAfter(
  sql: Queryable,
  filter: Filter,
  { after, limit }: { after: { place: number; id: string } | null; limit: number },
): Promise<ModeratedRow[]> {
  return sql<ModeratedRow[]>`
    with chosen as materialized (
      select showcase.showcase_id from ${source(sql)}
       where ${matches(sql, filter)}
         and ${after === null ? sql`true` : sql`(${placeOf(sql)}, showcase.showcase_id) > (${after.place}::bigint, ${after.id}::uuid)`}
       order by ${placeOf(sql)}, showcase.showcase_id
       limit ${limit}
    )
    select ${columns(sql)} from ${source(sql)} where showcase.showcase_id in (select showcase_id from chosen)
     order by place, showcase.showcase_id`
}

export interface ModeratedSorting {
  by: ModeratedOrder
  descends: boolean
}

const orders = (sql: Queryable): Record<ModeratedOrder, ReturnType<typeof placeOf>> => ({
  waiting: placeOf(sql),
  updated_at: sql`showcase.updated_at`,
  created_at: sql`showcase.created_at`,
  username: sql`lower(username)`,
  title: sql`lower(${title(sql)})`,
  status: sql`array_position(${[...showcaseStatuses]}::text[], status)`,
  views: sql`views_count`,
})

/** The showcases of any order; ties by id, missing titles last. @param page null for all of them */
export async function moderatedIds(
  sql: Queryable,
  filter: Filter,
  { by, descends }: ModeratedSorting,
  page: { skip: number; limit: number } | null,
): Promise<string[]> {
  const direction = descends ? sql`desc` : sql`asc`
  const rows = await sql<{ showcase_id: string }[]>`
    select showcase.showcase_id from ${source(sql)}
     where ${matches(sql, filter)}
     order by ${orders(sql)[by]} ${direction} nulls last, showcase.showcase_id ${direction}
     limit ${page?.limit ?? null} offset ${page?.skip ?? 0}`
  return rows.map((row) => row.showcase_id)
}

/** The showcases of these ids, in their order. */
export function moderatedOfIds(sql: Queryable, ids: readonly string[]): Promise<ModeratedRow[]> {
  return sql<ModeratedRow[]>`
    select ${columns(sql)} from ${source(sql)}
      join unnest(${[...ids]}::uuid[]) with ordinality as listed (showcase_id, number)
        on listed.showcase_id = showcase.showcase_id
     order by listed.number`
}

/** One row of the moderators' list; null where there is none. */
export async function moderatedShowcase(sql: Queryable, showcaseId: string): Promise<ModeratedRow | null> {
  const [row] = await sql<ModeratedRow[]>`
    select ${columns(sql)} from ${source(sql)} where showcase.showcase_id = ${showcaseId}`
  return row ?? null
}

export async function waitingShowcases(sql: Queryable): Promise<number> {
  const rows = await sql<{ waiting: number }[]>`
    select count(*) filter (where ${waits(sql)}) as waiting from ${source(sql)}`
  return onlyRow(rows).waiting
}

export interface ModerationCounts {
  total: number
  published_count: number
  draft_count: number
  review_count: number
  counts: Record<ModeratedFilter, number>
}

/** `total` counts the filter, the others count everything. */
export async function moderationCounts(sql: Queryable, filter: Filter): Promise<ModerationCounts> {
  const rows = await sql<({ total: number; approved: number } & Record<ModeratedFilter, number>)[]>`
    select count(*) filter (where ${matches(sql, filter)}) as total,
           count(*) filter (where published_version is not null) as approved,
           count(*) filter (where status = 'draft') as draft,
           count(*) filter (where status = 'pending_review') as pending_review,
           count(*) filter (where status = 'published') as published,
           count(*) filter (where status = 'published_with_pending') as published_with_pending,
           count(*) filter (where status = 'changes_requested') as changes_requested,
           count(*) filter (where status = 'rejected') as rejected,
           count(*) filter (where ${waits(sql)}) as waiting,
           count(*) filter (where published_version is not null and ${isPublic(sql, filter.now)}) as public,
           count(*) filter (where published_version is not null and ${isPublic(sql, filter.now)} is not true) as hidden
      from ${source(sql)}`
  const { total, approved, ...counts } = onlyRow(rows)
  return {
    total,
    published_count: approved,
    draft_count: counts.draft,
    review_count: counts.waiting,
    counts,
  }
}
