import { graphemes } from '#shared/text/graphemes.ts'
import { hidesMarks, pilesMarks } from '#shared/text/marks.ts'
import { isImpersonation, isReservedUsername } from './reserved-names.ts'

/** Names that people may choose. `docs/security.md`, look-alike names. */

/** Signs of verification, choice or victory on other sites. Here place, plan and level beside a name have that meaning. */
const badges =
  /[\u2605\u2606\u2611\u2705\u2713\u2714\u2726-\u2730\u269d\u2b50\u{1f5f8}\u{1f5f9}\u{1f31f}\u{1f320}\u{1f396}\u{1f3c5}\u{1f3c6}\u{1f451}\u{1f48e}\u{1f530}\u{1f6e1}\u{1f947}-\u{1f949}®©™]/u

/** Bounds of a name in characters and in code points, as a column of a page holds them: a letter may carry two marks. */
const displayNameLength = { minimum: 2, maximum: 50, stored: 150 }

/** Scripts that may stand in a name, one at a time. The others hold letters that look like Latin ones. */
const scripts = [
  'Latin',
  'Arabic',
  'Armenian',
  'Bengali',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Hebrew',
  'Kannada',
  'Khmer',
  'Lao',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
]
const scx = (script: string) => String.raw`\p{Script_Extensions=${script}}`
/** Chinese, Japanese and Korean mix several scripts, and Latin: none of their letters looks like a Latin one. */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
]
const wholeNames = [...scripts.map((script) => [script]), ...together].map(
  (allowed) =>
    new RegExp(
      String.raw`^(?:${allowed.map(scx).join('|')}|[^\p{L}\p{M}\p{N}]|\p{Script=Common}|\p{Script=Inherited})*$`,
      'u',
    ),
)

/** Why a display name is refused, or null. */
export function displayNameProblem(name: string): string | null {
  if (badges.test(name)) return 'Il nome contiene un segno di riconoscimento, come ✓ o ★: toglilo.'
  // A name without letters and digits passes for another one.
  if (hidesMarks(name)) return 'Il nome contiene caratteri invisibili o di controllo: toglili.'
  const visible = graphemes(name)
  if (visible < displayNameLength.minimum) return `Minimo ${displayNameLength.minimum} caratteri`
  if (visible > displayNameLength.maximum || name.length > displayNameLength.stored) {
    return `Al massimo ${displayNameLength.maximum} caratteri.`
  }
  if (!/[\p{L}\p{N}]/u.test(name)) return 'Il nome deve contenere almeno una lettera o una cifra.'
  if (pilesMarks(name)) return 'Il nome contiene troppi segni sovrapposti: toglili.'
  // Compatibility forms count as the letters that they stand for: letters in circles are Latin letters.
  const plain = name.normalize('NFKC')
  if (!wholeNames.some((whole) => whole.test(plain))) return 'Il nome mescola alfabeti diversi: usane uno solo.'
  return isImpersonation(plain) ? 'Questo nome è riservato: scegline un altro.' : null
}

/** Why a username is refused, or null. The contract checks alphabet and length, the database whether it is taken. */
export function usernameProblem(username: string): string | null {
  if (isReservedUsername(username)) return 'Questo username è riservato: scegline un altro.'
  if (!/[a-z0-9]/i.test(username)) return 'Lo username deve contenere almeno una lettera o una cifra.'
  // "." and ".." are steps in an address, not names.
  if (/^\.|\.$|\.\./.test(username)) return 'Il punto non può stare all’inizio, alla fine o due volte di seguito.'
  return null
}
