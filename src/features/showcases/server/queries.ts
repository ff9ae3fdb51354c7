import type { Queryable, Transaction } from '#server/database/database.ts'
import type { ShowcaseStatus } from '../rules/moves.ts'

/** A showcase with its owner and pointers; instants are ISO texts. */
export interface OwnedRow {
  showcase_id: string
  trader_id: string
  username: string
  display_name: string
  country: string
  bio: string | null
  avatar_key: string | null
  is_admin: boolean
  diamond_expires: string | null
  /** The owner is deactivated, or the e-mail waits for its proof. */
  is_hidden: boolean
  status: ShowcaseStatus
  latest_version: number
  submitted_version: number | null
  published_version: number | null
  published_at: string | null
  created_at: string
  updated_at: string
  views_count: number
  clicks_count: number
  /** Changes with every change of the public page, except for counts and figures. */
  revision: string
}

const revision = (sql: Queryable) => sql`
  concat_ws(' ', showcase.published_version, showcase.published_at, trader.xmin, plan.diamond_expires)`

/** A showcase with its owner, as committed. This is one look-up by index. */
export async function ownedShowcase(sql: Queryable, showcaseId: string): Promise<OwnedRow | null> {
  const [row] = await sql<OwnedRow[]>`
    select showcase_id, trader_id, username, display_name, country, bio, avatar_key, is_admin, diamond_expires,
           deactivated_at is not null or email_proof = 'awaited' as is_hidden, status, latest_version, submitted_version, published_version, published_at,
           showcase.created_at, showcase.updated_at, views_count, clicks_count, ${revision(sql)} as revision
      from showcase
      join trader using (trader_id)
      join trader_plan plan using (trader_id)
     where showcase_id = ${showcaseId}`
  return row ?? null
}

/** The data of a card of the list, without figures. */
export interface PublishedRow {
  showcase_id: string
  trader_id: string
  username: string
  display_name: string
  country: string
  bio: string | null
  avatar_key: string | null
  is_admin: boolean
  diamond_expires: string
  published_at: string
  views_count: number
  subtitle: string
  shown_name: string
  description: string
  profile_image_url: string | null
  cover_image_url: string | null
  services: string[]
  revision: string
}

/** Published showcases of owners who once had Diamond, of the named traders. Their contents are read in part. */
export function publishedShowcases(sql: Queryable, traderIds: readonly string[]): Promise<PublishedRow[]> {
  return sql<PublishedRow[]>`
    select showcase_id, trader_id, username, display_name, country, bio, avatar_key, is_admin, diamond_expires, published_at,
           views_count, ${revision(sql)} as revision, profile ->> 'subtitle' as subtitle, profile ->> 'display_name' as shown_name,
           profile ->> 'description' as description, profile ->> 'profile_image_url' as profile_image_url,
           profile ->> 'cover_image_url' as cover_image_url, version.content #> '{content,services}' as services
      from showcase
      join trader using (trader_id)
      join trader_plan plan using (trader_id)
      join showcase_version version using (showcase_id)
      cross join lateral (select version.content -> 'profile' as profile) part
     where version.version = showcase.published_version and trader.deactivated_at is null and email_proof <> 'awaited'
       and diamond_expires is not null
       and trader_id = any(${[...traderIds]}::uuid[])`
}

/** A row of `publishedRevisions`. */
type RevisionRow = Pick<PublishedRow, 'trader_id' | 'showcase_id' | 'revision' | 'views_count'>

/** Showcases of one statement: all at once take longer than a statement may. */
const revisionsAtOnce = 2_000

/** Revisions and views of all published showcases, slice by slice: a reconciliation reads these alone. */
export async function* publishedRevisions(sql: Queryable): AsyncGenerator<RevisionRow[]> {
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await sql<(RevisionRow & { is_listed: boolean })[]>`
      with slice as materialized (
        select trader_id, showcase_id, published_version, published_at, views_count from showcase
         where trader_id > ${last} order by trader_id limit ${revisionsAtOnce}
      )
      select trader_id, showcase_id, ${revision(sql)} as revision, views_count,
             published_version is not null and deactivated_at is null and email_proof <> 'awaited'
             and diamond_expires is not null as is_listed
        from slice showcase
        join trader using (trader_id)
        join trader_plan plan using (trader_id)
       order by trader_id`
    yield rows.filter(({ is_listed }) => is_listed)
    if (rows.length < revisionsAtOnce) return
    last = rows.at(-1)?.trader_id ?? last
  }
}

/** The data that decide what an owner may do. */
export interface OwnerRow {
  username: string
  display_name: string
  email: string
  bio: string | null
  myfxbook_url: string | null
  diamond_expires: string | null
  /** The e-mail waits for its proof. */
  email_awaited: boolean
  has_connected_account: boolean
}

/** The data that decide what this trader may do; null for an erased one. */
export async function ownerRow(sql: Queryable, traderId: string): Promise<OwnerRow | null> {
  const [row] = await sql<OwnerRow[]>`
    select username, display_name, email, bio, myfxbook_url, diamond_expires, email_proof = 'awaited' as email_awaited,
           exists (select from trading_account account
                    where account.trader_id = trader.trader_id and account.closed_at is null) as has_connected_account
      from trader
      join trader_plan plan using (trader_id)
     where trader_id = ${traderId}`
  return row ?? null
}

export interface NewShowcase {
  showcase_id: string
  trader_id: string
  status: ShowcaseStatus
  submitted: boolean
  /** ISO-8601. */
  at: string
}

/** @returns false where the trader has one already. The second of two simultaneous calls gets false too */
export async function insertShowcase(tx: Transaction, showcase: NewShowcase): Promise<boolean> {
  const { showcase_id, trader_id, status, submitted, at } = showcase
  const { count } = await tx`
    insert into showcase (showcase_id, trader_id, status, latest_version, submitted_version, created_at, updated_at)
    values (${showcase_id}, ${trader_id}, ${status}, 1, ${submitted ? 1 : null}, ${at}, ${at})
    on conflict (trader_id) do nothing`
  return count === 1
}

/** Moves status and pointers of an owner's save. */
export async function moveShowcase(
  tx: Transaction,
  showcaseId: string,
  to: Pick<OwnedRow, 'status' | 'latest_version' | 'submitted_version' | 'published_version'> & { at: string },
): Promise<void> {
  await tx`
    update showcase set status = ${to.status}, latest_version = ${to.latest_version},
           last_number = greatest(last_number, ${to.latest_version}), submitted_version = ${to.submitted_version}, published_version = ${to.published_version}, updated_at = ${to.at}
     where showcase_id = ${showcaseId}`
}

/** Deletes a trader's showcase with versions, events and counts. @returns rows by table */
export async function deleteShowcaseRows(tx: Transaction, traderId: string): Promise<Record<string, number>> {
  const [row] = await tx<Record<string, number>[]>`
    select (select count(*)::int from showcase_version where showcase_id = showcase.showcase_id) as showcase_version,
           (select count(*)::int from showcase_event where showcase_id = showcase.showcase_id) as showcase_event,
           (select count(*)::int from showcase_day where showcase_id = showcase.showcase_id) as showcase_day,
           (select count(*)::int from showcase_source_day where showcase_id = showcase.showcase_id) as showcase_source_day,
           (select count(*)::int from showcase_click_day where showcase_id = showcase.showcase_id) as showcase_click_day,
           (select count(*)::int from showcase_visit where showcase_id = showcase.showcase_id) as showcase_visit,
           (select count(*)::int from showcase_origin where showcase_id = showcase.showcase_id) as showcase_origin
      from showcase where trader_id = ${traderId} for update`
  if (row === undefined) return {}
  await tx`delete from showcase where trader_id = ${traderId}`
  return { showcase: 1, ...row }
}
