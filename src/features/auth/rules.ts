import { isCommonPassword } from './common-passwords.ts'

/** The owner of a password: it may not be made of these names. Unknown ones are ''. */
export interface PasswordContext {
  username: string
  display_name: string
  email: string
}

/** Characters that must remain of a password without the owner's names: as many as the shortest password has. */
const leastOwnCharacters = 8

/**
 * Why a new password is refused, or null. The contract checks the length. Any character is allowed and none is required: a password
 * is weak because others use it, or because it is the owner's name.
 */
export function passwordProblem(password: string, context: PasswordContext): string | null {
  if (isCommonPassword(password)) return 'Questa password è tra le più usate: scegline un’altra.'
  let rest = password.toLowerCase()
  for (const word of contextWords(context)) rest = rest.replaceAll(word, '')
  if (rest.length < password.length && rest.length < leastOwnCharacters) {
    return 'La password non deve contenere il tuo nome, la tua email o il nome del sito.'
  }
  return null
}

/** The owner's names and their parts, and the product's: longest first, in small letters, of 4 letters or more. */
export function contextWords({ username, display_name: displayName, email }: PasswordContext): string[] {
  const [mailbox = '', domain = ''] = email.toLowerCase().split('@')
  const whole = [
    username,
    displayName,
    email,
    mailbox,
    domain.split('.')[0] ?? '',
    'toptrader',
    'top trader',
    'classifica',
  ]
  const parts = [username, displayName, mailbox].flatMap((name) => name.split(/[\s_.-]+/))
  return [...new Set([...whole, ...parts].map((word) => word.toLowerCase()))]
    .filter((word) => word.length >= 4)
    .toSorted((a, b) => b.length - a.length)
}

/**
 * An e-mail or a username as it is looked up and counted. Only A to Z are folded: JavaScript folds other letters differently from the
 * database, and two spellings that find one account must share its count.
 */
export const foldedName = (typed: string): string => typed.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const SECOND_MS = 1000
/** Wrong guesses of one account's password before the next one must wait. */
const freeGuesses = 5
const firstDelayMs = 30 * SECOND_MS
const longestDelayMs = 15 * 60 * SECOND_MS

/** Milliseconds from the last of `attempts` wrong guesses to the next one that is checked: 0 for four, then 30 s, doubling up to 15 minutes. */
export function guessDelayMs(attempts: number): number {
  if (attempts < freeGuesses) return 0
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(10, attempts - freeGuesses))
}

/**
 * Wrong guesses in a row, at any pace, after which a name is locked until its owner sets a new password by mail. An account has two
 * names, e-mail and username. They are counted separately, so that a lock does not show which belong together: 100 guesses in all.
 */
export const guessesInRow = 50

/** Lifetime of a link for a new password. */
export const resetLinkMs = 3600 * SECOND_MS

/** Lifetime of a link that confirms an e-mail: a mailbox may be read in the evening. */
export const proofLinkMs = 48 * 3600 * SECOND_MS
