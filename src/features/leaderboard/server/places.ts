import type { Queryable } from '#server/database/database.ts'
import { fail, retrySeconds } from '#server/http/failure.ts'
import type { Kernel } from '#server/kernel.ts'
import { dayText, utcDay } from '#shared/dates.ts'
import type { EarlierRanks } from '../climbs.ts'
import type { Snapshot } from './ranking/snapshot.ts'
import { createIdMap, type IdMap } from './ranking/table/id-map.ts'

/** A dashboard looks back this far, besides yesterday. */
const weekDays = 7
/** No screen reads older places. */
const retentionDays = 400

/**
 * Records today's places (UTC). A row is written where the place differs from the last earlier one; null stands for a lost place.
 * It may run any number of times a day: the last run decides how the day ended.
 * @returns how many rows were written or removed
 * @throws Failure UNAVAILABLE before the first ranking is loaded, or when the ranking is outdated
 */
export async function recordPlaces(
  { sql, clock }: Pick<Kernel, 'sql' | 'clock'>,
  leaderboard: { snapshot: () => Snapshot },
): Promise<number> {
  const snapshot = leaderboard.snapshot()
  const today = utcDay(clock.now())
  // Old places under a new day would be a change that never happened. An instance that was stopped for a while does not know that its
  // ranking is old.
  if (snapshot.staleSince !== null || utcDay(snapshot.generatedAt) !== today)
    return fail('UNAVAILABLE', { retryAfter: retrySeconds })
  const ranks = await snapshot.ranks()
  let changed = 0
  for await (const traders of pagesOfTraders(sql, sql`trader_id`)) {
    changed += await writePlaces(sql, idsOf(traders), ranks, dayText(today))
  }
  return changed
}

/** Traders of one statement: some milliseconds of work here and in the database. */
const tradersAtOnce = 1_000

/** All traders, read page by page: one statement for all of them would take longer than a statement may. @param columns of `trader` */
async function* pagesOfTraders<Row extends { trader_id: string }>(
  sql: Queryable,
  columns: ReturnType<Queryable>,
): AsyncGenerator<Row[]> {
  let after: string | undefined = '00000000-0000-0000-0000-000000000000'
  while (after !== undefined) {
    const rows: Row[] = await sql<Row[]>`
      select ${columns} from trader where trader_id > ${after} order by trader_id limit ${tradersAtOnce}`
    yield rows
    after = rows.length === tradersAtOnce ? rows.at(-1)?.trader_id : undefined
  }
}

const idsOf = (traders: readonly { trader_id: string }[]) => traders.map(({ trader_id }) => trader_id)

/** @param ranks the places of the ranked traders, of these and of others */
async function writePlaces(
  sql: Queryable,
  ids: readonly string[],
  ranks: IdMap<number>,
  today: string,
): Promise<number> {
  const places = ids.map((id) => ranks.get(id) ?? null)
  const [row] = await sql<{ changed: number }[]>`
    with compared as (
      -- A trader who was erased meanwhile has no row to refer to.
      select trader_id, place.rank, earlier.rank as before
        from unnest(${[...ids]}::uuid[], ${places}::int[]) as place (trader_id, rank)
        join trader using (trader_id)
        left join lateral (
          select rank from rank_change change
           where change.trader_id = place.trader_id and change.day < ${today}::date
           order by change.day desc limit 1
        ) earlier on true
    ),
    returned as (
      delete from rank_change
       using compared
       where rank_change.trader_id = compared.trader_id and rank_change.day = ${today}::date
         and compared.rank is not distinct from compared.before
      returning 1
    ),
    moved as (
      insert into rank_change as stored (trader_id, day, rank)
      select trader_id, ${today}::date, rank from compared where rank is distinct from before
      on conflict (trader_id, day) do update set rank = excluded.rank where stored.rank is distinct from excluded.rank
      returning 1
    )
    select ((select count(*) from returned) + (select count(*) from moved))::int as changed`
  return row?.changed ?? 0
}

/** Prunes old places. The last one of each trader stays, since it may still be current. */
export async function prunePlaces({ sql, clock }: Pick<Kernel, 'sql' | 'clock'>): Promise<void> {
  const before = dayText(utcDay(clock.now()) - retentionDays)
  for await (const traders of pagesOfTraders(sql, sql`trader_id`)) {
    await sql`
      delete from rank_change old
       where trader_id = any (${idsOf(traders)}) and day < ${before}::date
         and exists (
           select from rank_change later
            where later.trader_id = old.trader_id and later.day > old.day and later.day < ${before}::date)`
  }
}

/** A place at the end of a day: null where there was none. */
export interface EarlierPlace {
  rank: number | null
}

/** A trader's place at the end of yesterday and of the day a week ago (UTC); null when nothing was recorded by then. */
export interface EarlierPlaces {
  yesterday: EarlierPlace | null
  week_ago: EarlierPlace | null
}

/** @param now milliseconds UTC */
export async function earlierPlaces(sql: Queryable, traderId: string, now: number): Promise<EarlierPlaces> {
  const today = utcDay(now)
  const [row] = await sql<EarlierPlaces[]>`
    select ${placeAt(sql, traderId, today - 1)} as yesterday, ${placeAt(sql, traderId, today - weekDays)} as week_ago`
  return row ?? { yesterday: null, week_ago: null }
}

/**
 * The places at the end of yesterday and of the day a week ago, of every trader who had one of them. The list needs them once a day.
 * @param today UTC day
 */
export async function earlierRanks(sql: Queryable, today: number): Promise<IdMap<EarlierRanks>> {
  const ranks = createIdMap<EarlierRanks>()
  const rankAt = (day: number) => sql`
    (select rank from rank_change change
      where change.trader_id = trader.trader_id and change.day <= ${dayText(day)}::date
      order by change.day desc limit 1)`
  const columns = sql`trader_id, ${rankAt(today - 1)} as yesterday, ${rankAt(today - weekDays)} as week_ago`
  for await (const traders of pagesOfTraders<EarlierRanks & { trader_id: string }>(sql, columns)) {
    for (const { trader_id, yesterday, week_ago } of traders)
      if (yesterday !== null || week_ago !== null) ranks.set(trader_id, { yesterday, week_ago })
  }
  return ranks
}

/** A trader's place at the end of each day from `from` to `to` (UTC days, both included); null without a place or a record. */
export async function placesByDay(
  sql: Queryable,
  traderId: string,
  from: number,
  to: number,
): Promise<(number | null)[]> {
  const changes = await sql<{ day: number; rank: number | null }[]>`
    select day - '1970-01-01'::date as day, rank from rank_change
     where trader_id = ${traderId} and day <= ${dayText(to)}::date
       and day >= coalesce(
         (select max(day) from rank_change where trader_id = ${traderId} and day <= ${dayText(from)}::date),
         ${dayText(from)}::date)
     order by day`
  const places: (number | null)[] = []
  let rank: number | null = null
  let next = 0
  for (let day = from; day <= to; day++) {
    for (; (changes[next]?.day ?? Infinity) <= day; next++) rank = changes[next]?.rank ?? null
    places.push(rank)
  }
  return places
}

/** @param day UTC day */
const placeAt = (sql: Queryable, traderId: string, day: number) => sql`
  (
    select json_build_object('rank', change.rank) from rank_change change
     where change.trader_id = ${traderId} and change.day <= ${dayText(day)}::date
     order by change.day desc limit 1
  )`
