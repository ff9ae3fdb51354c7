import type * as z from 'zod/mini'
import { badCursor } from '#shared/wire.ts'
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
