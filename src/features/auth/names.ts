import { graphemes } from '#shared/graphemes.ts'
import { hidesMarks, pilesMarks } from '#shared/marks.ts'
import { isImpersonation, isReservedUsername } from './reserved-names.ts'

/** What people may call themselves. `docs/security.md`, look-alike names. */

/** Signs that elsewhere say that somebody was checked, chosen or won, and here the place, plan and level beside a name do. */
const badges =
  /[\u2605\u2606\u2611\u2705\u2713\u2714\u2726-\u2730\u269d\u2b50\u{1f5f8}\u{1f5f9}\u{1f31f}\u{1f320}\u{1f396}\u{1f3c5}\u{1f3c6}\u{1f451}\u{1f48e}\u{1f530}\u{1f6e1}\u{1f947}-\u{1f949}®©™]/u

/** As many as a person sees, and as much as a column of a page holds: a letter may carry two marks. */
const displayNameLength = { minimum: 2, maximum: 50, stored: 150 }

/** Scripts that people write names in, each by itself. Others hold letters that are drawn like Latin ones. */
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
/** Chinese, Japanese and Korean are written with several, and beside Latin: nothing in them looks like it. */
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
  // Or it could pass for another.
  if (hidesMarks(name)) return 'Il nome contiene caratteri invisibili o di controllo.'
  const seen = graphemes(name)
  if (seen < displayNameLength.minimum) return `Minimo ${displayNameLength.minimum} caratteri`
  if (seen > displayNameLength.maximum || name.length > displayNameLength.stored) {
    return `Al massimo ${displayNameLength.maximum} caratteri.`
  }
  if (!/[\p{L}\p{N}]/u.test(name)) return 'Il nome deve contenere almeno una lettera o una cifra.'
  if (pilesMarks(name)) return 'Il nome contiene troppi segni sovrapposti.'
  // As it reads once compatibility forms are what they stand for: letters in circles are Latin letters.
  const plain = name.normalize('NFKC')
  if (!wholeNames.some((whole) => whole.test(plain))) return 'Il nome mescola alfabeti diversi: usane uno solo.'
  return isImpersonation(plain) ? 'Questo nome è riservato.' : null
}

/** Why a username is refused, or null. Its alphabet and length are the contract's matter; being taken is the database's. */
export function usernameProblem(username: string): string | null {
  if (isReservedUsername(username)) return 'Questo nome utente è riservato.'
  if (!/[a-z0-9]/i.test(username)) return 'Il nome utente deve contenere almeno una lettera o una cifra.'
  // "." and ".." are steps in an address, not names.
  if (/^\.|\.$|\.\./.test(username)) return 'Il punto non può stare all’inizio, alla fine o due volte di seguito.'
  return null
}
