import { onlyRow, type Queryable } from '#server/database/database.ts'

/** Tells this database from every other one, a restored copy of it included. */
export async function databaseIdentity(sql: Queryable): Promise<string> {
  const rows = await sql<{ identity: string }[]>`
    select concat_ws(' ', system_identifier, own.oid) as identity
      from pg_control_system(), pg_database own where own.datname = current_database()`
  return onlyRow(rows).identity
}

/** The active traders whose own row is as it was. @param horizon of `changedTraders` */
export async function unchangedTraders(sql: Queryable, horizon: string): Promise<Set<string>> {
  // One text: a row for each of them would cost ten times as much.
  const rows = await sql<{ ids: string }[]>`
    select coalesce(string_agg(trader_id::text, ' '), '') as ids
      from trader
     where deactivated_at is null and age(xmin) > age(xid(${horizon}::xid8))
       -- A database that was set back to an earlier moment knows no such transaction.
       and ${horizon}::xid8 <= pg_snapshot_xmax(pg_current_snapshot())`
  return new Set(onlyRow(rows).ids.split(' '))
}
