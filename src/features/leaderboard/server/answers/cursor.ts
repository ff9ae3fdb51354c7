import * as z from 'zod/mini'
import { cellsOf, cursorOf } from '#server/http/cursor.ts'
import { sortFields, type SortField } from '../../contract.ts'
import type { RankedTrader } from '../../rules/rank.ts'

/** The last row of a page: every value that its place depends on, so that paging goes on correctly though other rows moved. */
export interface Position extends RankedTrader {
  sort_by: SortField
  reversed: boolean
  /** The value that the list is sorted by; null for an unknown one and for `rank`. */
  value: number | null
}

const nullable = z.nullable(z.number())
const cells = z.tuple([
  z.enum(sortFields),
  z.boolean(),
  nullable,
  z.boolean(),
  nullable,
  nullable,
  z.number(),
  z.number(),
  z.string().check(z.maxLength(64)),
])

export function writeCursor(position: Position): string {
  const { sort_by, reversed, value, eligible, score, roi_90, total_trades, member_since, trader_id } = position
  const values: z.infer<typeof cells> = [
    sort_by,
    reversed,
    value,
    eligible,
    score,
    roi_90,
    total_trades,
    member_since,
    trader_id,
  ]
  return cursorOf(values)
}

/** Refuses (422) a cursor that this server did not write, and the cursor of another sort. */
export function readCursor(cursor: string, { sort_by, reversed }: Pick<Position, 'sort_by' | 'reversed'>): Position {
  const [, , value, eligible, score, roi_90, total_trades, member_since, trader_id] = cellsOf(
    cursor,
    cells,
    ([ofSort, ofReversed]) => ofSort === sort_by && ofReversed === reversed,
  )
  return { sort_by, reversed, value, eligible, score, roi_90, total_trades, member_since, trader_id }
}
