import { randomBytes } from 'node:crypto'
import type { Queryable, Transaction } from '#server/database/database.ts'
import { instantText } from '#shared/dates.ts'
import type { ShowcaseContent } from '../../rules/fields.ts'
import { otherSites } from '../../rules/visit-sources.ts'
import { tallyKey, type Counted, type Tally, type HashedVisit } from './countable.ts'

/** The key of a day. The first instance that needs it creates it. */
export async function visitorKey(sql: Queryable, day: string): Promise<Buffer> {
  await sql`insert into visitor_key (day, key) values (${day}, ${randomBytes(32)}) on conflict (day) do nothing`
  const [row] = await sql<{ key: Buffer }[]>`select key from visitor_key where day = ${day}`
  if (row === undefined) throw new Error('the key of a day is gone')
  return Buffer.from(row.key)
}

/** One instance counts at a time: the result depends on the counts of the others. */
export async function lockCounting(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('showcase visits'))`
}

export interface PublicShowcase {
  showcase_id: string
  trader_id: string
  myfxbook_url: string | null
  content: ShowcaseContent
}

/** The showcases among the ids that are public now, locked until the transaction ends. */
export async function publicShowcases(tx: Transaction, ids: readonly string[], now: string): Promise<PublicShowcase[]> {
  return tx<PublicShowcase[]>`
    select showcase.showcase_id, showcase.trader_id, trader.myfxbook_url, version.content
      from showcase
      join showcase_version version
        on version.showcase_id = showcase.showcase_id and version.version = showcase.published_version
      join trader on trader.trader_id = showcase.trader_id
      join subscription diamond on diamond.trader_id = showcase.trader_id and diamond.tier = 'diamond'
     where showcase.showcase_id = any(${[...ids]}::uuid[]) and diamond.until > ${now}
       and trader.deactivated_at is null and trader.email_proof <> 'awaited' and trader.erasing_at is null
     order by showcase.showcase_id
       for no key update of showcase`
}

/** All counted visits of visitors on their day. */
export async function countedVisits(
  tx: Transaction,
  visitors: readonly Pick<HashedVisit, 'day' | 'visitor'>[],
): Promise<(Omit<HashedVisit, 'at' | 'origins'> & Counted)[]> {
  const rows = await tx<(Omit<HashedVisit, 'at' | 'origins'> & { counted_at: string; earlier_at: string | null })[]>`
    select to_char(visit.day, 'YYYY-MM-DD') as day, visit.showcase_id, encode(visit.visitor, 'hex') as visitor,
           visit.target, visit.counted_at, visit.earlier_at
      from unnest(${visitors.map(({ day }) => day)}::date[], ${visitors.map(({ visitor }) => visitor)}::text[])
             as given (day, visitor)
      join showcase_visit visit on visit.visitor = decode(given.visitor, 'hex') and visit.day = given.day`
  return rows.map(({ counted_at, earlier_at, ...visit }) => {
    return { ...visit, counted: Date.parse(counted_at), earlier: earlier_at === null ? null : Date.parse(earlier_at) }
  })
}

/** Stores the moments at which these visits counted. */
export async function storeVisits(
  tx: Transaction,
  visits: readonly (Omit<HashedVisit, 'at' | 'origins'> & Counted)[],
): Promise<void> {
  await tx`
    insert into showcase_visit (day, showcase_id, visitor, target, counted_at, earlier_at)
    select day, showcase_id, decode(visitor, 'hex'), target, counted_at, earlier_at
      from unnest(
             ${visits.map(({ day }) => day)}::date[], ${visits.map(({ showcase_id }) => showcase_id)}::uuid[],
             ${visits.map(({ visitor }) => visitor)}::text[], ${visits.map(({ target }) => target)}::text[],
             ${visits.map(({ counted }) => instantText(counted))}::timestamptz[],
             ${visits.map(({ earlier }) => instantText(earlier))}::timestamptz[]
           ) as visit (day, showcase_id, visitor, target, counted_at, earlier_at)
    on conflict (day, showcase_id, visitor, target)
    do update set counted_at = excluded.counted_at, earlier_at = excluded.earlier_at`
}

/** Counts of the origins of these visits, by `tallyKey`. */
export async function countedTallies(
  tx: Transaction,
  visits: readonly Pick<HashedVisit, 'day' | 'showcase_id' | 'origins'>[],
): Promise<Map<string, Tally>> {
  const given = rowsOf(visits)
  const rows = await tx<(Tally & { day: string; showcase_id: string; origin: string })[]>`
    select to_char(known.day, 'YYYY-MM-DD') as day, known.showcase_id, given.origin, visitors, views, clicks
      from unnest(${given.map(({ day }) => day)}::date[], ${given.map(({ showcase_id }) => showcase_id)}::uuid[],
                  ${given.map(({ origin }) => origin)}::text[]) as given (day, showcase_id, origin)
      join showcase_origin known
        on known.day = given.day and known.showcase_id = given.showcase_id and known.origin = decode(given.origin, 'hex')`
  return new Map(rows.map(({ origin, ...row }) => [tallyKey(row, origin), row]))
}

/** Stores the counts of the origins of these visits. */
export async function storeTallies(
  tx: Transaction,
  counted: readonly { visit: Pick<HashedVisit, 'day' | 'showcase_id' | 'origins'> }[],
  tallies: ReadonlyMap<string, Tally>,
): Promise<void> {
  const rows = rowsOf(counted.map(({ visit }) => visit))
  const stored = rows.map((row) => ({ ...tallies.get(tallyKey(row, row.origin)), ...row }))
  await tx`
    insert into showcase_origin (day, showcase_id, origin, visitors, views, clicks)
    select day, showcase_id, decode(origin, 'hex'), visitors, views, clicks
      from jsonb_to_recordset(${JSON.stringify(stored)}::text::jsonb)
             as stored (day date, showcase_id uuid, origin text, visitors int, views int, clicks int)
    on conflict (day, showcase_id, origin)
    do update set visitors = excluded.visitors, views = excluded.views, clicks = excluded.clicks`
}

function rowsOf(visits: readonly Pick<HashedVisit, 'day' | 'showcase_id' | 'origins'>[]) {
  const rows = visits.flatMap(({ day, showcase_id, origins }) =>
    origins.map((origin) => ({ day, showcase_id, origin })),
  )
  return [...new Map(rows.map((row) => [tallyKey(row, row.origin), row])).values()]
}

/** Figures that one visit adds. */
export interface Addition {
  day: string
  showcase_id: string
  source: string
  views: number
  visitors: number
  /** First visitors of a subscriber on the day. */
  households: number
  /** Null for a view. */
  click: { type: string; target: string; position: number } | null
}

/** Adds these figures to the counts of their days, sources, targets and showcases. */
export async function addFigures(tx: Transaction, additions: readonly Addition[]): Promise<void> {
  const rows = JSON.stringify(
    additions.map(({ click, ...rest }) => ({ ...rest, ...click, clicks: click === null ? 0 : 1 })),
  )
  const added = tx`
    jsonb_to_recordset(${rows}::text::jsonb) as added (
      day date, showcase_id uuid, source text, views int, visitors int, households int, clicks int, type text, target text, position smallint
    )`
  await tx`
    insert into showcase_day as known (showcase_id, day, views, visitors, clicks)
    select showcase_id, day, sum(views), sum(visitors), sum(clicks) from ${added} group by showcase_id, day
    on conflict (showcase_id, day) do update
       set views = known.views + excluded.views, visitors = known.visitors + excluded.visitors,
           clicks = known.clicks + excluded.clicks`
  await tx`
    insert into showcase_source_day as known (showcase_id, day, source, views, visitors, clicks)
    select showcase_id, day, source, sum(views), sum(households), sum(clicks) from ${added} group by showcase_id, day, source
    on conflict (showcase_id, day, source) do update
       set views = known.views + excluded.views, visitors = known.visitors + excluded.visitors,
           clicks = known.clicks + excluded.clicks`
  await tx`
    insert into showcase_click_day as known (showcase_id, day, type, target, position, clicks)
    select showcase_id, day, type, target, position, sum(clicks) from ${added}
     where clicks > 0 group by showcase_id, day, type, target, position
    on conflict (showcase_id, day, type, target, position) do update set clicks = known.clicks + excluded.clicks`
  await tx`
    update showcase
       set views_count = views_count + added.visitors, clicks_count = clicks_count + added.clicks
      from (select showcase_id, sum(visitors) as visitors, sum(clicks) as clicks from ${added} group by showcase_id) added
     where showcase.showcase_id = added.showcase_id`
}

/** Hosts with a row of their own on a showcase's day. */
const hostsPerDay = 200

/**
 * Adds up the hosts beyond the limit as one, fewest visitors first; a lot decides among equals. Invented hosts thus displace each other as
 * often as a real one, and never a better known one.
 */
export async function foldSources(
  tx: Transaction,
  of: readonly Pick<HashedVisit, 'day' | 'showcase_id'>[],
): Promise<void> {
  const days = [...new Map(of.map((each) => [`${each.day} ${each.showcase_id}`, each])).values()]
  await tx`
    with changed as (
      select * from unnest(${days.map(({ day }) => day)}::date[], ${days.map(({ showcase_id }) => showcase_id)}::uuid[])
                      as changed (day, showcase_id)
    ), ranked as (
      select showcase_id, day, source,
             row_number() over (partition by showcase_id, day order by visitors desc, random()) as place
        from showcase_source_day join changed using (showcase_id, day) where strpos(source, '.') > 0
    ), folded as (
      delete from showcase_source_day known using ranked
       where place > ${hostsPerDay} and known.showcase_id = ranked.showcase_id and known.day = ranked.day and known.source = ranked.source
      returning known.*
    )
    insert into showcase_source_day as known (showcase_id, day, source, views, visitors, clicks)
    select showcase_id, day, ${otherSites}, sum(views), sum(visitors), sum(clicks) from folded group by showcase_id, day
    on conflict (showcase_id, day, source) do update
       set views = known.views + excluded.views, visitors = known.visitors + excluded.visitors,
           clicks = known.clicks + excluded.clicks`
}
