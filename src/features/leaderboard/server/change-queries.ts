import { onlyRow, type Queryable } from '#server/database/database.ts'

/** Up to where the log of changes was read: PostgreSQL's own snapshot, and its time. Both are opaque texts. */
export interface Position {
  snapshot: string
  at: string
}

/** Entries are deleted after two hours. A position of the last hour misses none. */
const positionLife = '1 hour'
const entryLife = '2 hours'

/** The end of the log. Read it before the traders: the next read finds the changes that are written meanwhile. */
export async function endOfChanges(sql: Queryable): Promise<Position> {
  const rows = await sql<Position[]>`select pg_current_snapshot()::text as snapshot, now()::text as at`
  return onlyRow(rows)
}

/** Who changed. */
export interface Changes {
  /** Traders of whom anything may have changed. */
  traders: string[]
  /** The others: of these the row of the account alone was written. */
  accounts: string[]
}

/**
 * The changes since a position: those of transactions that were not over at that moment, and are now. So a long transaction
 * hides no other one, and no change is returned twice. One look-up by index. `docs/decisions/027-log-of-changes.md`
 * @returns null for `changes` where the log no longer reaches back to the position, or never knew it
 */
export async function changesSince(
  sql: Queryable,
  { snapshot, at }: Position,
): Promise<{ position: Position; changes: Changes | null }> {
  const rows = await sql<(Position & Changes & { complete: boolean })[]>`
    with changed as materialized (
      select trader_id, bool_and(account_alone) as account_alone from trader_change, unnest(trader_ids) as trader_id
       where at_xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot)
         and not pg_visible_in_snapshot(at_xid, ${snapshot}::pg_snapshot)
         -- A restored backup holds numbers of another server's transactions.
         and at_xid < pg_snapshot_xmax(pg_current_snapshot())
       group by trader_id)
    select pg_current_snapshot()::text as snapshot, now()::text as at,
           ${at}::timestamptz > now() - ${positionLife}::interval
             -- A database that was set back to an earlier moment knows no such transaction.
             and pg_snapshot_xmax(${snapshot}::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()) as complete,
           array(select trader_id from changed where not account_alone) as traders,
           array(select trader_id from changed where account_alone) as accounts`
  const { complete, traders, accounts, ...position } = onlyRow(rows)
  return { position, changes: complete ? { traders, accounts } : null }
}

/** Deletes old entries of the log. */
export async function pruneChanges(sql: Queryable): Promise<void> {
  await sql`delete from trader_change where at < now() - ${entryLife}::interval`
}
