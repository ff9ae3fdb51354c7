import type { Secrets } from './crypto.ts'
import type { Sql } from '../database/database.ts'

/** A column whose values `Secrets.seal` made, with the row's id as associated data. The table's owner declares it. */
export interface SealedColumn {
  table: string
  /** Primary key, a uuid. */
  id: string
  column: string
  /** A boolean column that says which rows are sealed, where not all are. */
  only?: string
}

export interface Resealed {
  /** How many values were sealed anew. */
  moved: number
  /** Ids of values that no configured key opens, or that were altered: they stay as they are. */
  unreadable: string[]
}

const batchRows = 500

/**
 * Seals the values of other keys under the first key, in batches with a commit each: an interrupted run goes on where it was. Servers may
 * run meanwhile; a value that one of them changes is left to it.
 */
export async function reseal(
  { sql, secrets }: { sql: Sql; secrets: Pick<Secrets, 'seal' | 'open' | 'sealingKey'> },
  { table, id, column, only }: SealedColumn,
): Promise<Resealed> {
  const done: Resealed = { moved: 0, unreadable: [] }
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = await sql<{ id: string; sealed: string }[]>`
      select ${sql(id)} as id, ${sql(column)} as sealed from ${sql(table)}
       where ${sql(id)} > ${after} and ${sql(column)} <> ''
         and split_part(${sql(column)}, ':', 1) <> ${secrets.sealingKey} ${only === undefined ? sql`` : sql`and ${sql(only)}`}
       order by ${sql(id)} limit ${batchRows}`
    if (rows.length === 0) return done
    const anew = rows.flatMap((row) => {
      const plain = opened(secrets, row)
      if (plain === null) done.unreadable.push(row.id)
      return plain === null ? [] : [{ ...row, anew: secrets.seal(plain, row.id) }]
    })
    const { count } = await sql`
      update ${sql(table)} as stored set ${sql(column)} = given.anew
        from json_to_recordset(${JSON.stringify(anew)}::text::json) as given(id uuid, sealed text, anew text)
       where stored.${sql(id)} = given.id and stored.${sql(column)} = given.sealed`
    done.moved += count
    after = rows.at(-1)?.id ?? after
  }
}

function opened({ open }: Pick<Secrets, 'open'>, { id, sealed }: { id: string; sealed: string }): string | null {
  try {
    return open(sealed, id)
  } catch {
    return null
  }
}

/** How many values each key has sealed, by its id: a key without values is not needed any more. */
export async function keysInUse(sql: Sql, { table, column, only }: SealedColumn): Promise<Map<string, number>> {
  const rows = await sql<{ key: string; values: number }[]>`
    select split_part(${sql(column)}, ':', 1) as key, count(*)::int as values from ${sql(table)}
     where ${sql(column)} <> '' ${only === undefined ? sql`` : sql`and ${sql(only)}`}
     group by 1 order by 1`
  return new Map(rows.map(({ key, values }) => [key, values]))
}
