import { isCommonPassword } from './common-passwords.ts'

/** Whose password it is: words that it may not be made of. Unknown ones are ''. */
export interface PasswordContext {
  username: string
  display_name: string
  email: string
}

/** What must be left of a password once the owner's own names are taken out of it: as much as the shortest password. */
const leastOwnCharacters = 8

/**
 * Why a new password is refused, or null. Length is the contract's matter. Any character is allowed and none is demanded: what
 * makes a password weak is that others use it, or that it is the owner's name.
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
 * An e-mail or a username as it is looked up and counted: only A to Z have small letters here. Languages fold other signs otherwise
 * than the database does, and a spelling that finds an account must never have a count of its own.
 */
export const foldedName = (typed: string): string => typed.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const SECOND_MS = 1000
/** Wrong guesses of one account's password before the next one must wait. */
const freeGuesses = 5
const firstDelayMs = 30 * SECOND_MS
const longestDelayMs = 15 * 60 * SECOND_MS

/** How long after the last of `attempts` wrong guesses the next one is looked at: 0 for four, then 30 s, doubling up to 15 minutes. */
export function guessDelayMs(attempts: number): number {
  if (attempts < freeGuesses) return 0
  return Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(10, attempts - freeGuesses))
}

/**
 * Wrong guesses in a row, however slow, after which a name opens nothing more until its owner sets a new password by mail. An
 * account has two names, e-mail and username, which are counted apart so that nobody learns which belong together: 100 in all.
 */
export const guessesInRow = 50

/** How long a link for a new password holds. */
export const resetLinkMs = 3600 * SECOND_MS
