import * as z from 'zod/mini'
import { fail } from '#server/failure.ts'
import { badCursor } from '#shared/wire.ts'
import { sortFields, type SortField } from '../contract.ts'
import type { RankedTrader } from '../rules/rank.ts'

/** The last row of a page: all that its place in the order depends on, so that the walk goes on right though others moved. */
export interface Position extends RankedTrader {
  sortBy: SortField
  /** What the list is sorted by; null for unknown and for `rank`. */
  value: number | null
}

const nullable = z.nullable(z.number())
const cells = z.tuple([
  z.enum(sortFields),
  nullable,
  z.boolean(),
  nullable,
  nullable,
  z.number(),
  z.number(),
  z.string().check(z.maxLength(64)),
])

export function writeCursor(position: Position): string {
  const { sortBy, value, eligible, score, roi_90, total_trades, member_since, trader_id } = position
  const values: z.infer<typeof cells> = [sortBy, value, eligible, score, roi_90, total_trades, member_since, trader_id]
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

/** Refuses (422) what this server did not write, and the cursor of another sort. */
export function readCursor(cursor: string, sortBy: SortField): Position {
  const parsed = cells.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success || parsed.data[0] !== sortBy) {
    fail('VALIDATION', { fields: { cursor: badCursor }, errors: [badCursor] })
  }
  const [, value, eligible, score, roi_90, total_trades, member_since, trader_id] = parsed.data
  return { sortBy, value, eligible, score, roi_90, total_trades, member_since, trader_id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
