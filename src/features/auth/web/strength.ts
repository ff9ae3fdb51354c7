import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { commonWords } from '../common-passwords.ts'
import { contextWords, passwordProblem, type PasswordContext } from '../rules.ts'

/** The strength of a password, as a program estimates it. Loaded at the first typed letter, since its lists are long. */

export interface Strength {
  /** 1 to 4, as long as the bar. */
  level: 1 | 2 | 3 | 4
  word: 'Debole' | 'Discreta' | 'Buona' | 'Ottima'
  /** The advice, or the reason why the server would refuse it; '' without any. */
  advice: string
}

const words = { 1: 'Debole', 2: 'Discreta', 3: 'Buona', 4: 'Ottima' } as const
const shortestPassword = 8
/** The number of guesses from which a password has the best rating. */
const recommendedLength = 12
/** Longer passwords are strong by their length, and would take long to rate. */
const estimatedLength = 64

const estimator = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  dictionary: { ...dictionary, italian: [...commonWords] },
  maxLength: estimatedLength,
})

/** @param owner whose names make a password weaker; '' for unknown ones */
export function strengthOf(password: string, owner: PasswordContext): Strength {
  const refused = password.length < shortestPassword ? 'Almeno 8 caratteri.' : passwordProblem(password, owner)
  const { score, feedback, sequence } = estimator.check(password.slice(0, estimatedLength), contextWords(owner))
  if (refused !== null) return strength(1, refused)
  const level = Math.max(1, Math.min(password.length < recommendedLength ? 3 : 4, score)) as Strength['level']
  if (level === 4) return strength(4, '')
  const isGuessed = sequence.some(({ pattern }) => pattern !== 'bruteforce')
  return strength(level, warnings[feedback.warning ?? ''] ?? (isGuessed ? mixed : longer))
}

function strength(level: Strength['level'], advice: string): Strength {
  return { level, word: words[level], advice }
}

const longer = 'Meglio 12 caratteri o più: per esempio tre o quattro parole a caso.'
const mixed = 'Aggiungi parole a caso: più è lunga, meglio è.'
const walk = 'Le file di tasti vicini si indovinano in fretta: aggiungi parole a caso.'
const known = 'Somiglia a una password molto usata: aggiungi parole a caso.'
const name = 'Nomi e cognomi da soli si indovinano in fretta: aggiungi parole a caso.'

/** The advice by the library's finding. */
const warnings: Record<string, string | undefined> = {
  straightRow: walk,
  keyPattern: walk,
  simpleRepeat: 'Le ripetizioni come «aaa» si indovinano in fretta: aggiungi parole a caso.',
  extendedRepeat: 'Le ripetizioni come «abcabc» si indovinano in fretta: aggiungi parole a caso.',
  sequences: 'Le sequenze come «abc» o «6543» si indovinano in fretta: aggiungi parole a caso.',
  recentYears: 'Gli anni recenti si indovinano in fretta: evitali.',
  dates: 'Le date si indovinano in fretta: evitale.',
  topTen: known,
  topHundred: known,
  common: known,
  similarToCommon: known,
  wordByItself: 'Una parola sola si indovina in fretta: aggiungine altre a caso.',
  namesByThemselves: name,
  commonNames: name,
  userInputs: 'Contiene il tuo nome o la tua email: meglio altre parole.',
}
