import type { Queryable } from '#server/database/database.ts'
import { instantText } from '#shared/dates.ts'
import type { MadeBackup } from './make.ts'

export interface BackupRow {
  name: string
  made_at: string
  duration_ms: number
  bytes: number
  row_count: number
  verified_at: string | null
  verification: 'failed' | 'no_key' | 'no_database' | null
}

export async function insertBackup(tx: Queryable, made: MadeBackup): Promise<void> {
  await tx`
    insert into backup (name, made_at, duration_ms, bytes, tables, row_count, files)
    values (${made.name}, ${made.made_at}, ${made.duration_ms}, ${made.bytes}, ${made.tables}, ${made.rows}, ${made.files})`
}

export function backupRows(sql: Queryable): Promise<BackupRow[]> {
  return sql<BackupRow[]>`
    select name, made_at, duration_ms, bytes, row_count, verified_at, verification from backup order by made_at desc, name desc`
}

export async function deleteBackupRows(sql: Queryable, names: readonly string[]): Promise<void> {
  if (names.length > 0) await sql`delete from backup where name in ${sql([...names])}`
}

export async function recordVerification(
  sql: Queryable,
  name: string,
  { at, verification }: { at: number | null; verification: BackupRow['verification'] },
): Promise<void> {
  await sql`
    update backup set verified_at = ${instantText(at)}, verification = ${verification} where name = ${name}`
}

/** Times in milliseconds, null when unknown. `since`: when the first migration ran on this database. */
export async function latestBackups(
  sql: Queryable,
): Promise<{ made: number | null; verified: number | null; since: number | null }> {
  const [row] = await sql<{ made: string | null; verified: string | null; since: string | null }[]>`
    select (select max(made_at) from backup) as made, (select max(made_at) from backup where verified_at is not null) as verified,
           (select min(applied_at) from schema_migration) as since`
  const time = (text: string | null | undefined) => (text ? Date.parse(text) : null)
  return { made: time(row?.made), verified: time(row?.verified), since: time(row?.since) }
}
