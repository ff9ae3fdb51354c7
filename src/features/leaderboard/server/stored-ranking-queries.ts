import { onlyRow, type Queryable } from '#server/database/database.ts'

/** Distinguishes this database from every other one: a restored copy, or itself set back to an earlier moment. */
export async function databaseIdentity(sql: Queryable): Promise<string> {
  const rows = await sql<{ identity: string }[]>`
    select concat_ws(' ', system_identifier, timeline_id, own.oid) as identity
      from pg_control_system(), pg_control_checkpoint(), pg_database own where own.datname = current_database()`
  return onlyRow(rows).identity
}

/** Traders of one statement: a million at once take longer than a statement may. */
const tradersAtOnce = 10_000

/** The active traders whose own row is as it was at a position of the log of changes. @param snapshot of the position */
export async function unchangedTraders(sql: Queryable, snapshot: string): Promise<Set<string>> {
  const unchanged = new Set<string>()
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  while (after !== null) {
    // One text: a row for each of them would cost ten times as much.
    const rows: { ids: string | null; last: string | null }[] = await sql`
      with slice as materialized (
        select trader_id, deactivated_at is null and email_proof <> 'awaited' as is_shown, age(xmin) as xmin_age from trader
         where trader_id > ${after} order by trader_id limit ${tradersAtOnce}
      )
      select string_agg(trader_id::text, ' ') filter (
               where is_shown and xmin_age > age(xid(horizon))
                 -- A database that was set back to an earlier moment knows no such transaction.
                 and horizon <= pg_snapshot_xmax(pg_current_snapshot())) as ids,
             (select trader_id from slice order by trader_id desc limit 1) as last
        from slice, pg_snapshot_xmin(${snapshot}::pg_snapshot) as horizon`
    const { ids, last } = onlyRow(rows)
    for (const id of ids?.split(' ') ?? []) unchanged.add(id)
    after = last
  }
  return unchanged
}
