import type { Queryable, Sql } from '#server/database/database.ts'

export type Row = Record<string, unknown>

/** The trader whose data are exported. */
export interface Exported {
  trader_id: string
  email: string
  accounts: readonly string[]
}

export interface ExportTable {
  /** The database's own table; the key in the JSON document. */
  table: string
  /** The file in the archive, without its ending. */
  file: string
  /** Columns of texts that are decimals, of more places than a number has. */
  decimals?: readonly string[]
  pages: (sql: Sql, who: Exported) => AsyncIterable<readonly Row[]>
}

/** Few rows, read at once. */
export function whole(
  table: string,
  file: string,
  read: (sql: Queryable, who: Exported) => PromiseLike<readonly Row[]>,
  decimals: readonly string[] = [],
): ExportTable {
  return {
    table,
    file,
    decimals,
    async *pages(sql, who) {
      yield await read(sql, who)
    },
  }
}
