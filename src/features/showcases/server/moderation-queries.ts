import { heldOf } from '#features/integrity/server/service.ts'
import type { Queryable, Transaction } from '#server/database.ts'
import { containing } from '#server/search.ts'
import type { ModeratedDetail } from '../admin-contract.ts'
import type { ShowcaseContent } from '../contract.ts'
import type { FileKind } from '../rules/files.ts'
import type { ShowcaseStatus } from '../rules/moves.ts'

/** A showcase as the table of moderators has it; instants are ISO texts. */
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
  created_at: string
  updated_at: string
  /** Its place in the order: whole, and unlike another's together with the id. */
  place: number
}

/** Those that wait come first, by when they were handed in; the others by their owner's last save, newest first. Milliseconds. */
const others = 1e15

const moderated = (sql: Queryable) => sql`
  select showcase.showcase_id, trader_id, username, display_name, submitted.content #>> '{profile,subtitle}' as title, status,
         submitted_version as version, published_version, waiting.since as waiting_since, plan.diamond_expires,
         deactivated_at is not null as owner_deactivated, showcase.created_at, showcase.updated_at,
         case when waiting.since is null then ${others}::bigint - (extract(epoch from showcase.updated_at) * 1000)::bigint
              else (extract(epoch from waiting.since) * 1000)::bigint end as place
    from showcase
    join trader using (trader_id)
    join trader_plan plan using (trader_id)
    left join showcase_version submitted
      on submitted.showcase_id = showcase.showcase_id and submitted.version = showcase.submitted_version
    cross join lateral (
      select case when showcase.status in ('pending_review', 'published_with_pending') then coalesce(max(at), showcase.updated_at) end as since
        from showcase_event
       where showcase_event.showcase_id = showcase.showcase_id and event = 'submit'
    ) waiting`

interface Filter {
  status: ShowcaseStatus | null
  /** As it was typed; null for none. */
  q: string | null
}

const matches = (sql: Queryable, { status, q }: Filter) => sql`
  (${status}::text is null or status = ${status})
  and ${
    q === null
      ? sql`true`
      : sql`(lower(username) like ${containing(q)} or lower(display_name) like ${containing(q)}
             or lower(title) like ${containing(q)})`
  }`

export function moderatedShowcases(
  sql: Queryable,
  filter: Filter,
  { after, limit }: { after: { place: number; id: string } | null; limit: number },
): Promise<ModeratedRow[]> {
  return sql<ModeratedRow[]>`
    select * from (${moderated(sql)}) as listed
     where ${matches(sql, filter)}
       and ${after === null ? sql`true` : sql`(place, showcase_id) > (${after.place}::bigint, ${after.id}::uuid)`}
     order by place, showcase_id
     limit ${limit}`
}

export async function moderatedShowcase(sql: Queryable, showcaseId: string): Promise<ModeratedRow | null> {
  const [row] = await sql<ModeratedRow[]>`
    select * from (${moderated(sql)}) as listed where showcase_id = ${showcaseId}`
  return row ?? null
}

export interface ModerationCounts {
  total: number
  published_count: number
  draft_count: number
  review_count: number
}

export async function moderationCounts(sql: Queryable, filter: Filter): Promise<ModerationCounts> {
  const [row] = await sql<ModerationCounts[]>`
    select count(*) filter (where ${matches(sql, filter)}) as total,
           count(*) filter (where published_version is not null) as published_count,
           count(*) filter (where status = 'draft') as draft_count,
           count(*) filter (where waiting_since is not null) as review_count
      from (${moderated(sql)}) as listed`
  return row ?? { total: 0, published_count: 0, draft_count: 0, review_count: 0 }
}

export function eventsOf(sql: Queryable, showcaseId: string): Promise<ModeratedDetail['events']> {
  return sql<ModeratedDetail['events']>`
    select event_id, at, username as actor_username, event, from_status, to_status, version, message
      from showcase_event left join trader on trader.trader_id = actor
     where showcase_id = ${showcaseId}
     order by event_id desc
     limit 100`
}

export async function ownerState(
  sql: Queryable,
  traderId: string,
): Promise<Pick<ModeratedDetail['owner'], 'has_connected_account' | 'held'>> {
  const [row] = await sql<Pick<ModeratedDetail['owner'], 'has_connected_account' | 'held'>[]>`
    select exists (select from trading_account account
                    where account.trader_id = trader.trader_id and closed_at is null) as has_connected_account,
           ${heldOf(sql, 'trader')} as held
      from trader where trader_id = ${traderId}`
  return row ?? { has_connected_account: false, held: null }
}

export interface ShownFile {
  file_key: string
  kind: FileKind
  name: string
  bytes: number
  created_at: string
}

/** Uploads of a trader that a content names. */
export function shownFiles(sql: Queryable, traderId: string, content: ShowcaseContent): Promise<ShownFile[]> {
  return sql<ShownFile[]>`
    select file_key, kind, name, bytes, created_at from showcase_file
     where trader_id = ${traderId} and position(file_key in ${JSON.stringify(content)}) > 0
     order by created_at, file_key`
}

/** Who is told of a decision; null for somebody who is being erased. */
export async function decidedOwner(
  tx: Transaction,
  traderId: string,
): Promise<{ username: string; email: string; diamond_expires: string | null; deactivated: boolean } | null> {
  const [row] = await tx<{ username: string; email: string; diamond_expires: string | null; deactivated: boolean }[]>`
    select username, email, diamond_expires, deactivated_at is not null as deactivated
      from trader join trader_plan plan using (trader_id)
     where trader_id = ${traderId} and erasing_at is null`
  return row ?? null
}

/** Puts a decision down: what waited becomes public where it was approved. */
export async function storeDecision(
  tx: Transaction,
  showcaseId: string,
  { status, published, at }: { status: ShowcaseStatus; published: boolean; at: string },
): Promise<void> {
  await tx`
    update showcase set status = ${status},
           published_version = ${published ? tx`submitted_version` : tx`published_version`},
           published_at = ${published ? tx`${at}::timestamptz` : tx`published_at`}
     where showcase_id = ${showcaseId}`
}
