import * as format from '#shared/format/format.ts'
import { graphemes } from '#shared/text/graphemes.ts'
import { hidesMarksInProse, pilesMarks } from '#shared/text/marks.ts'

/** Rules of the texts that traders write about themselves. Pure: the server and the form use the same ones. */

/** In graphemes: a reader counts each as one sign. */
export const BIO_MAX = 500
export const SOCIAL_TEXT_MAX = 140
/** In code units. Graphemes of a longer text are not counted: a family emoji takes eleven units. */
const longestText = 8_000

function textProblem(text: string, maximum: number): string | null {
  if (text.length > longestText || graphemes(text) > maximum) return `Al massimo ${maximum} caratteri.`
  if (hidesMarksInProse(text)) return 'Il testo contiene caratteri invisibili o di controllo: toglili.'
  if (pilesMarks(text)) return 'Il testo contiene troppi segni sovrapposti: toglili.'
  return null
}

/** Why a normalised text is refused, or null. */
export const bioProblem = (text: string) => textProblem(text, BIO_MAX)
export const socialTextProblem = (text: string) => textProblem(text, SOCIAL_TEXT_MAX)

/** Loss of the showcase by an erasure. */
export const showcaseLostText = 'la vetrina con i suoi file'
/** Where the Privacy page lists what stays after an erasure. */
export const erasureRestAddress = '/privacy/index.html#che-cosa-resta'

/** Loss in the ranking by an erasure. @param days ranked days */
export const daysLostText = (days: number) => `${format.days(days)} di risultati e il posto in classifica`
