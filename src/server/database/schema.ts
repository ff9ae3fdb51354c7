import type { Sql } from './database.ts'

interface Relation {
  oid: number
  name: string
  kind: 'table' | 'view'
  definition: string
}

interface Column {
  relation: number
  name: string
  type: string
  not_null: boolean
  preset: string | null
  identity: 'always' | 'by default' | null
  generated: boolean
}

/** Objects of extensions are left out. */
const owned = "select objid from pg_depend where deptype = 'e'"

/** The schema `public` as SQL that makes it again, always in the same order and words. For reading, and to compare two databases. */
export async function describeSchema(sql: Sql): Promise<string> {
  const relations = await sql<Relation[]>`
    select oid::int8, relname as name, case relkind when 'r' then 'table' else 'view' end as kind,
           case relkind when 'r' then '' else pg_get_viewdef(oid) end as definition
      from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') and relname <> 'schema_migration'
       and oid not in (${sql.unsafe(owned)})
     order by kind, case relkind when 'v' then oid end, relname`
  const columns = await sql<Column[]>`
    select attrelid::int8 as relation, attname as name, format_type(atttypid, atttypmod) as type, attnotnull as not_null,
           pg_get_expr(adbin, adrelid) as preset, attgenerated <> '' as generated,
           case attidentity when 'a' then 'always' when 'd' then 'by default' end as identity
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
     where attnum > 0 and not attisdropped and attrelid = any(${relations.map(({ oid }) => oid)}::oid[])
     order by attrelid, attnum`
  const constraints = await sql<{ relation: number; name: string; definition: string; foreign: boolean }[]>`
    select conrelid::int8 as relation, conname as name, contype = 'f' as foreign, pg_get_constraintdef(oid) as definition
      from pg_constraint
     where connamespace = 'public'::regnamespace and contype not in ('n', 't') and conrelid <> 0
     order by conrelid, array_position(array['p', 'u', 'x', 'c', 'f'], contype::text), conname`
  const indexes = await sql<{ relation: number; definition: string }[]>`
    select indrelid::int8 as relation, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indexrelid
     where relnamespace = 'public'::regnamespace and not exists (select from pg_constraint where conindid = indexrelid)
     order by indrelid, relname`
  const triggers = await sql<{ relation: number; definition: string }[]>`
    select tgrelid::int8 as relation, pg_get_triggerdef(oid) as definition
      from pg_trigger where not tgisinternal order by tgrelid, tgname`
  const routines = await sql<{ definition: string }[]>`
    select pg_get_functiondef(oid) as definition from pg_proc
     where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and oid not in (${sql.unsafe(owned)})
     order by proname, pg_get_function_identity_arguments(oid)`
  const sequences = await sql<{ name: string; type: string; start: number; step: number }[]>`
    select sequencename as name, data_type::text as type, start_value as start, increment_by as step
      from pg_sequences
     where schemaname = 'public'
       and not exists (select from pg_depend
                        where objid = format('%I.%I', schemaname, sequencename)::regclass and deptype in ('i', 'a'))
     order by sequencename`
  const extensions = await sql<{ name: string }[]>`
    select extname as name from pg_extension where extname <> 'plpgsql' order by extname`

  const of = <T extends { relation: number }>(rows: readonly T[], { oid }: Relation) =>
    rows.filter(({ relation }) => relation === oid)
  const describeTable = (table: Relation) => {
    const lines = [
      ...of(columns, table).map(describeColumn),
      ...of(constraints, table)
        .filter((constraint) => !constraint.foreign)
        .map(({ name, definition }) => `constraint ${name} ${definition}`),
    ]
    const parts = [`create table ${table.name} (\n  ${lines.join(',\n  ')}\n);`]
    for (const { definition } of [...of(indexes, table), ...of(triggers, table)]) parts.push(`${definition};`)
    return parts.join('\n')
  }
  const describeReferences = (table: Relation) =>
    of(constraints, table)
      .filter((constraint) => constraint.foreign)
      .map(({ name, definition }) => `alter table ${table.name} add constraint ${name} ${definition};`)
      .join('\n')
  const tables = relations.filter(({ kind }) => kind === 'table')
  const views = relations.filter(({ kind }) => kind === 'view')
  return [
    '-- The schema after all migrations, for reading: npm run schema:write makes this file, a test keeps it true.',
    'set check_function_bodies = off;',
    ...extensions.map(({ name }) => `create extension ${name};`),
    ...sequences.map(
      ({ name, type, start, step }) => `create sequence ${name} as ${type} start ${start} increment ${step};`,
    ),
    ...routines.map(({ definition }) => `${definition.trim()};`),
    ...tables.map(describeTable),
    // Last, since tables name one another.
    ...tables.map(describeReferences).filter((text) => text !== ''),
    ...views.map(({ name, definition }) => `create view ${name} as\n${definition.trim()}`),
    '',
  ].join('\n\n')
}

function describeColumn({ name, type, not_null, preset, identity, generated }: Column): string {
  const parts = [name, type]
  if (not_null) parts.push('not null')
  if (identity) parts.push(`generated ${identity} as identity`)
  if (preset !== null) parts.push(generated ? `generated always as (${preset}) stored` : `default ${preset}`)
  return parts.join(' ')
}
