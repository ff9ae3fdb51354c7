import type { Queryable } from '#server/database/database.ts'

/** How many cases wait for a decision. */
export async function waitingCases(sql: Queryable): Promise<number> {
  const [row] = await sql<{ waiting: number }[]>`
    select count(*) as waiting from integrity_case where decision is null`
  return row?.waiting ?? 0
}
