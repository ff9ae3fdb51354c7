import type { Sql } from '#server/database/database.ts'

/**
 * Gives the lines of the audit log that the start wrote the time of the story. The database writes the line of a new admin by its own
 * clock, so that no program can date it: the story's clock does not reach it.
 * @param owner the role that owns the log; the log refuses a change by any other
 * @param at ISO-8601
 */
export async function dateFirstLines(owner: Sql, at: string): Promise<void> {
  await owner.begin(async (tx) => {
    await tx`create temporary table first_line on commit drop as select audit_id, action, subject, details from audit_log`
    await tx`alter table audit_log disable trigger audit_log_append_only`
    await tx`delete from audit_log`
    await tx`alter table audit_log enable trigger audit_log_append_only`
    // Written anew, and not changed: the chain takes their hashes again.
    await tx`
      insert into audit_log (at, action, subject, details)
      select ${at}::timestamptz, action, subject, details from first_line order by audit_id`
  })
}
