import type { Queryable } from './database.ts'

/**
 * The LIKE pattern that finds `q` anywhere in a lower-case text; its wildcards are plain characters. A `q` of one or two characters is
 * found at a text's beginning alone: anywhere else no index finds so little (docs/decisions/039-text-search.md).
 * @param begins what stands before it there, where the column is not the text itself
 */
export function containing(q: string, begins = ''): string {
  const plain = q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)
  return Array.from(q).length < 3 ? `${begins}${plain}%` : `%${plain}%`
}

/** The row of `trader` has `q` in its username, display name or e-mail: as the index `trader_text` finds it. */
export const nameContains = (sql: Queryable, q: string) => {
  const pattern = containing(q)
  return sql`
    (lower(trader.username) like ${pattern} or lower(trader.display_name) like ${pattern} or lower(trader.email) like ${pattern})`
}

/** The id that a text is, in lower case; null where it is none. A column compared with it keeps its index, as text it would not. */
export const idIn = (text: string): string | null =>
  /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text.toLowerCase() : null
