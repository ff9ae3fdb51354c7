import { onlyRow, type Queryable } from '#server/database/database.ts'

/** Distinguishes this database from every other one: a restored copy, or itself set back to an earlier moment. */
export async function databaseIdentity(sql: Queryable): Promise<string> {
  const rows = await sql<{ identity: string }[]>`
    select concat_ws(' ', system_identifier, timeline_id, own.oid) as identity
      from pg_control_system(), pg_control_checkpoint(), pg_database own where own.datname = current_database()`
  return onlyRow(rows).identity
}

/** The active traders whose own row is as it was at a position of the log of changes. @param snapshot of the position */
export async function unchangedTraders(sql: Queryable, snapshot: string): Promise<Set<string>> {
  // One text: a row for each of them would cost ten times as much.
  const rows = await sql<{ ids: string }[]>`
    select coalesce(string_agg(trader_id::text, ' '), '') as ids
      from trader, pg_snapshot_xmin(${snapshot}::pg_snapshot) as horizon
     where deactivated_at is null and email_proof <> 'awaited' and age(xmin) > age(xid(horizon))
       -- A database that was set back to an earlier moment knows no such transaction.
       and horizon <= pg_snapshot_xmax(pg_current_snapshot())`
  return new Set(onlyRow(rows).ids.split(' '))
}
