import * as z from 'zod/mini'
import { invalidCharacters, notInteger } from './field-texts.ts'
import { lastingError, lastingHelp } from './text/lasting-text.ts'
import { levels } from './levels.ts'

/** Schemas of values that many answers hold. */

/** ISO-8601 UTC with milliseconds. */
export const instant = z.string()
/** `YYYY-MM-DD` in UTC. */
export const day = z.string()
/** Money in the currency named beside it; null where unknown or hidden. */
export const money = z.nullable(z.number())
/** Percent units: 12.34 is 12,34 %; null where unknown. */
export const percent = z.nullable(z.number())
export const count = z.int()
export const verificationLevel = z.enum(levels)
/**
 * A check for every text that people send. It refuses control characters and halves of surrogate pairs (NUL and the latter cannot be stored
 * in PostgreSQL). It refuses marks of reading direction: they make a text show as another one.
 */
export const printable = z.regex(/^[^\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u, invalidCharacters)
/** The same for texts of more than one line. */
export const printableLines = z.regex(
  /^(?:[^\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]|[\n\r\t])*$/u,
  invalidCharacters,
)
/** A check for texts that only the audit log stores, where nothing can be removed (`docs/operations/audit-log.md`). */
export const lasting = z.refine<string>((text) => lastingError(text) === undefined, lastingHelp)
export const badCursor = 'Il segnalibro della pagina non è valido: ricomincia dalla prima pagina.'
/** The cursor of a list: the id of the last row before. */
export const idCursor = z.optional(z.guid(badCursor))
/** A UTC day of this century in a query string. */
export const queryDay = z.optional(
  z.string().check(
    z.regex(/^20\d\d-\d\d-\d\d$/, 'Scrivi il giorno come AAAA-MM-GG, dal 2000 al 2099.'),
    z.refine((day) => {
      const at = Date.parse(`${day}T00:00:00Z`)
      return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
    }, 'Questo giorno non esiste.'),
  ),
)
/** A number written in a query string; an empty text is not zero. */
export const integerText = (minimum: number, maximum: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/, notInteger)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.gte(minimum, `Almeno ${minimum}.`), z.lte(maximum, `Al massimo ${maximum}.`)),
    ),
  )

/** The number of a list's page in a query string. @param last at most 9,999,999 */
export const pageNumber = (last: number) => {
  const range = `La pagina è un numero da 1 a ${last}: ricomincia dalla prima.`
  return z.pipe(
    z.string().check(z.regex(/^\d{1,7}$/, range)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.number().check(z.gte(1, range), z.lte(last, range)),
    ),
  )
}

/** How a list is written as a file: for people with an Italian spreadsheet, or for programs. */
export const fileQuery = { dialect: z._default(z.enum(['it', 'rfc4180'], 'Scegli it o rfc4180.'), 'it') }

/** The moment when a list's first page was read: rows that arrived since are left out, so that none moves to another page. */
export const listedUntil = z.optional(z.iso.datetime('Scrivi il momento in formato ISO-8601, in UTC.'))

/** @param most UTF-16 units */
export const maxCharacters = (most: number) => z.maxLength(most, `Al massimo ${most} caratteri.`)
