import * as z from 'zod/mini'
import { badCursor, printable } from '#shared/wire.ts'
import { fail } from './failure.ts'

/** Cursors of lists: the place of a page's last row as text. Each list defines the content of its cursor. */

export const cursorOf = (cells: readonly unknown[]): string => Buffer.from(JSON.stringify(cells)).toString('base64url')

/** Refuses (422) cursors that this server did not write, and cursors of other lists. */
export function cellsOf<T extends readonly unknown[]>(
  cursor: string,
  shape: z.ZodMiniType<T>,
  isOwn: (cells: T) => boolean,
): T {
  const parsed = shape.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success || !isOwn(parsed.data)) fail('VALIDATION', { fields: { cursor: badCursor }, errors: [badCursor] })
  return parsed.data
}

interface Sorting {
  by: string
  order: 'asc' | 'desc'
}
interface Place {
  /** The value by which the list is sorted, as text. */
  place: string
  id: string
}

const placeText = z.string().check(z.maxLength(200), printable)

/** The cursor of a list that is sorted by one of several columns. */
export const placeCursor = ({ by, order }: Sorting, { place, id }: Place): string => cursorOf([by, order, place, id])

/**
 * Reads a cursor of `placeCursor`. One of another sort is refused (422).
 * @param form what a place of this sort looks like
 */
export function placeAfter(cursor: string, { by, order }: Sorting, form: RegExp, rowId: z.ZodMiniType<string>): Place {
  const cells = z.tuple([z.literal(by), z.literal(order), placeText.check(z.regex(form)), rowId])
  const [, , place, id] = cellsOf(cursor, cells, () => true)
  return { place, id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
