import type { ShowcaseContent } from '../rules/fields.ts'
import type { ShowcaseEvent, ShowcaseStatus } from '../rules/moves.ts'
import type { Queryable, Transaction } from '#server/database/database.ts'

/** A showcase with its pointers to the latest, the submitted and the published version. Instants are ISO texts. */
export interface ShowcaseRow {
  showcase_id: string
  trader_id: string
  status: ShowcaseStatus
  latest_version: number
  /** The highest number that a version ever had. */
  last_number: number
  submitted_version: number | null
  published_version: number | null
  published_at: string | null
  views_count: number
  clicks_count: number
  created_at: string
  updated_at: string
}

const columns = (sql: Queryable) => sql`
  showcase_id, trader_id, status, latest_version, last_number, submitted_version, published_version, published_at, views_count, clicks_count,
  created_at, updated_at`

/** A showcase by its id; null where there is none. */
export async function showcaseById(sql: Queryable, showcaseId: string): Promise<ShowcaseRow | null> {
  const [row] = await sql<ShowcaseRow[]>`select ${columns(sql)} from showcase where showcase_id = ${showcaseId}`
  return row ?? null
}

/** The showcase of a trader; null where there is none. */
export async function showcaseOf(sql: Queryable, traderId: string): Promise<ShowcaseRow | null> {
  const [row] = await sql<ShowcaseRow[]>`select ${columns(sql)} from showcase where trader_id = ${traderId}`
  return row ?? null
}

/** The same, locked until the transaction ends, so that the second of two simultaneous decisions or saves reads the result of the first. */
export async function lockShowcase(tx: Transaction, showcaseId: string): Promise<ShowcaseRow | null> {
  const [row] = await tx<
    ShowcaseRow[]
  >`select ${columns(tx)} from showcase where showcase_id = ${showcaseId} for update`
  return row ?? null
}

/** The content of a version; null where a save in between removed the version. */
export async function findContent(
  sql: Queryable,
  showcaseId: string,
  version: number,
): Promise<ShowcaseContent | null> {
  const [row] = await sql<{ content: ShowcaseContent }[]>`
    select content from showcase_version where showcase_id = ${showcaseId} and version = ${version}`
  return row?.content ?? null
}

/** The content of a version. Call it in the transaction that read the pointer to the version. @throws where there is no such version */
export async function versionContent(tx: Queryable, showcaseId: string, version: number): Promise<ShowcaseContent> {
  const content = await findContent(tx, showcaseId, version)
  if (content === null) throw new Error(`showcase ${showcaseId} has no version ${version}`)
  return content
}

/** Stores a version. @param at ISO-8601 */
export async function insertVersion(
  tx: Transaction,
  { showcaseId, version, content, at }: { showcaseId: string; version: number; content: ShowcaseContent; at: string },
): Promise<void> {
  await tx`
    insert into showcase_version (showcase_id, version, content, created_at)
    values (${showcaseId}, ${version}, ${tx.json(content as never)}, ${at})`
}

/** Removes the versions without a pointer. Call it after the pointers moved. */
export async function pruneVersions(tx: Transaction, showcaseId: string): Promise<void> {
  await tx`
    delete from showcase_version
     using showcase
     where showcase.showcase_id = showcase_version.showcase_id and showcase_version.showcase_id = ${showcaseId}
       and showcase_version.version not in
           (latest_version, coalesce(submitted_version, latest_version), coalesce(published_version, latest_version))`
}

export interface RecordedEvent {
  showcase_id: string
  /** ISO-8601. */
  at: string
  /** Null for an event of the server itself. */
  actor: string | null
  event: ShowcaseEvent
  from_status: ShowcaseStatus | null
  to_status: ShowcaseStatus
  version: number
  /** The owner reads it. */
  message: string | null
}

/** Adds an event to the history of a showcase. */
export async function recordEvent(tx: Transaction, event: RecordedEvent): Promise<void> {
  const { showcase_id, at, actor, event: name, from_status, to_status, version, message } = event
  await tx`
    insert into showcase_event (showcase_id, at, actor, event, from_status, to_status, version, message)
    values (${showcase_id}, ${at}, ${actor}, ${name}, ${from_status}, ${to_status}, ${version}, ${message})`
}

export interface OwnerMessage {
  created_at: string
  message: string
  event: 'request_changes' | 'reject'
}

/** Messages of moderators to the owner, newest first. */
export function moderationMessages(sql: Queryable, showcaseId: string): Promise<OwnerMessage[]> {
  return sql<OwnerMessage[]>`
    select at as created_at, message, event from showcase_event
     where showcase_id = ${showcaseId} and message is not null and event in ('request_changes', 'reject')
     order by event_id desc limit 50`
}
