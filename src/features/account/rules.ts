import { graphemes } from '#shared/graphemes.ts'
import { hidesMarks, pilesMarks } from '#shared/marks.ts'

/** What traders may write about themselves. Pure: the server and the form ask the same. */

/** In graphemes: what a reader counts as one sign. */
export const BIO_MAX = 500
export const SOCIAL_TEXT_MAX = 140
/** A text this long in code units is not counted any further: emoji of families take eleven a sign. */
const longestText = 8_000

/** Their joiners hide nothing. */
const emoji = /\p{RGI_Emoji}/gv

/** Line ends are `\n`, at most one line stays empty, nothing stands around the text; null where nothing is left. */
export function tidyBio(text: string): string | null {
  const lines = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\S\n]+/g, ' ')
  return (
    lines
      .replaceAll(/ ?\n ?/g, '\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .normalize('NFC')
      .trim() || null
  )
}

/** The same on one line. */
export function tidySocialText(text: string): string | null {
  return text.replaceAll(/\s+/g, ' ').normalize('NFC').trim() || null
}

function textProblem(text: string, maximum: number): string | null {
  if (text.length > longestText || graphemes(text) > maximum) return `Al massimo ${maximum} caratteri.`
  if (hidesMarks(text.replaceAll('\n', ' ').replaceAll(emoji, ''))) {
    return 'Il testo contiene caratteri invisibili o di controllo.'
  }
  if (pilesMarks(text)) return 'Il testo contiene troppi segni sovrapposti.'
  return null
}

/** Why a tidy text is refused, or null. */
export const bioProblem = (text: string) => textProblem(text, BIO_MAX)
export const socialTextProblem = (text: string) => textProblem(text, SOCIAL_TEXT_MAX)
