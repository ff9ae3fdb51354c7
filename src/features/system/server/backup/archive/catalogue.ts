import { onlyRow, type Queryable } from '#server/database/database.ts'
import type { SequenceState, TableContent } from './contents.ts'

/** PostgreSQL's own catalogue, so that a table of a new migration is part of backups by itself. */

/** SQL for a transaction that reads or writes a backup: texts of values do not depend on the settings of a server or role, and no statement is cut off. */
export const plainSettings = `
  set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local search_path = public;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`

export interface Table {
  name: string
  /** The columns with stored values. Generated ones are computed again. */
  columns: string[]
}

/** Deleted after a day, as promised: a backup with this key would show who viewed which page. */
const excludedTables = ['showcase_visit', 'showcase_origin', 'visitor_key']

/** Every table of the schema `public` that outlasts a day, by name. The job queue has a schema of its own, and makes its jobs again at each start. */
export function tablesOf(sql: Queryable): Promise<Table[]> {
  return sql<Table[]>`
    select relname as name, array_agg(attname::text order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all(${excludedTables}) and attnum > 0 and not attisdropped and attgenerated = ''
       and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')
     group by relname
     order by relname`
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const listed = ({ name, columns }: Table) => `public.${quoted(name)} (${columns.map(quoted).join(', ')})`

/** The number of rows of a table, and a sum of their hashes: equal for equal rows in any order. */
export async function contentOf(sql: Queryable, table: Table): Promise<TableContent> {
  const row = `row(${table.columns.map((name) => `t.${quoted(name)}`).join(', ')})`
  const rows = await sql.unsafe<TableContent[]>(`
    select count(*)::int8 as rows, coalesce(sum(hashtextextended(${row}::text, 0)), 0)::text as hash
      from public.${quoted(table.name)} as t`)
  return onlyRow(rows)
}

/** The position of each sequence, those of identity columns too. Sequences are outside of snapshots, and never behind the rows of a snapshot. */
export async function sequencesOf(sql: Queryable): Promise<SequenceState[]> {
  const named = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`
  const states: SequenceState[] = []
  for (const { name } of named) {
    const [state] = await sql.unsafe<Omit<SequenceState, 'name'>[]>(
      `select last_value::text, is_called from public.${quoted(name)}`,
    )
    if (state !== undefined) states.push({ name, ...state })
  }
  return states
}

export async function setSequences(sql: Queryable, states: readonly SequenceState[]): Promise<void> {
  for (const { name, last_value: last, is_called: isCalled } of states) {
    await sql`select setval(${`public.${quoted(name)}`}::regclass, ${last}::text::int8, ${isCalled})`
  }
}

/** SQL that removes the constraints and triggers of the tables, and SQL that restores them. */
export interface Guards {
  lift: string[]
  restore: string[]
}

/**
 * Foreign keys and triggers. Disabling them for a session needs a superuser. The owner of the tables may drop and create them, and the
 * keys are checked in full when they are created.
 */
export async function guardsOf(sql: Queryable): Promise<Guards> {
  const keys = await sql<{ table: string; name: string; definition: string }[]>`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
      from pg_constraint join pg_class on pg_class.oid = conrelid
     where connamespace = 'public'::regnamespace and contype = 'f' and conparentid = 0
     order by relname, conname`
  const triggers = await sql<{ table: string; name: string }[]>`
    select relname as table, tgname as name
      from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'O'
     order by relname, tgname`
  const alter = (table: string, change: string) => `alter table public.${quoted(table)} ${change}`
  return {
    lift: [
      ...keys.map(({ table, name }) => alter(table, `drop constraint ${quoted(name)}`)),
      ...triggers.map(({ table, name }) => alter(table, `disable trigger ${quoted(name)}`)),
    ],
    restore: [
      ...keys.map(({ table, name, definition }) => alter(table, `add constraint ${quoted(name)} ${definition}`)),
      ...triggers.map(({ table, name }) => alter(table, `enable trigger ${quoted(name)}`)),
    ],
  }
}
