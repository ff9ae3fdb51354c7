import { levelSentences } from './words.ts'

/** Why an account is at L0 (`docs/integrity.md`, levels); `demo` is one of a contest too. */
export type Unverified = 'importing' | 'demo' | 'upheld'

/**
 * The cause that weighs most; null where none of them is known.
 * - `isUpheld`: a person has confirmed a finding that holds an account of the trader.
 * - `hasFigures`: a first snapshot has come. Before it nobody knows that the account is real.
 */
export function whyUnverified(account: { hasFigures: boolean; isReal: boolean; isUpheld: boolean }): Unverified | null {
  if (account.isUpheld) return 'upheld'
  if (!account.hasFigures) return 'importing'
  return account.isReal ? null : 'demo'
}

/** What was checked of an account without a level, and what was not: one sentence for each cause. */
const unverifiedSentences: Record<Unverified, { checked: string; unchecked: string }> = {
  importing: {
    checked: 'Il terminale non ha ancora finito di inviare lo storico.',
    unchecked: 'Fino ad allora le sue cifre non valgono come verificate.',
  },
  demo: {
    checked: 'Il conto è demo, o di una gara: non usa denaro reale.',
    unchecked: 'Le sue cifre non valgono come verificate.',
  },
  upheld: {
    checked: 'Una persona di TopTrader ha confermato una segnalazione grave.',
    unchecked: 'Le sue cifre non valgono come verificate.',
  },
}

/** @param cause null where it is not known: then all of them are named */
export function levelSentence(level: keyof typeof levelSentences, cause: Unverified | null) {
  return level === 'L0' && cause !== null ? unverifiedSentences[cause] : levelSentences[level]
}
