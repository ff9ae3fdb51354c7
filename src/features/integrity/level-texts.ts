/** The sentences of verification levels. `docs/integrity.md`, levels. */

/** Each level names what was checked, and what was not. */
export const levelSentences = {
  L0: {
    checked: 'Il conto è demo, non ha ancora inviato dati, oppure una segnalazione grave è stata confermata.',
    unchecked: 'Le sue cifre non valgono come verificate.',
  },
  L1: {
    checked: 'Dati inviati dal terminale del trader ed esaminati dai controlli automatici.',
    unchecked: 'Non abbiamo controllato di chi è il conto, né chiesto conferma al broker.',
  },
  L2: {
    checked:
      'Dati inviati dal terminale del trader, che ha provato di poter operare sul conto: ha inserito e poi annullato un ordine con un nostro codice.',
    unchecked: 'Nessun riscontro di una fonte esterna è in vigore, e nessuno ha chiesto conferma al broker.',
  },
  L3: {
    checked:
      'Una persona di TopTrader ha confrontato balance, operazioni e guadagno con una fonte esterna, e le cifre coincidevano, o quasi. La titolarità è provata.',
    unchecked: 'Il confronto vale per il giorno in cui è stato fatto. Non è una conferma del broker.',
  },
}

/** The first words on a page of a demo account, and what follows from it. */
export const demoNotice = {
  lead: 'DATI DEMO.',
  text: 'Il conto non usa denaro reale e non entra in classifica.',
}

/** True where the match in force compared this page: a trader may connect another one afterwards. */
export const isComparedPage = (page: string | null, match: { link: string | null } | null) =>
  page !== null && match?.link === page

/** Who answers for the link to the page that verifies results elsewhere. */
export const outsideCheckText = (matched: boolean) =>
  matched ? 'confrontata da una persona di TopTrader' : 'collegata dal trader'

/** Lies that no check finds in the data of a terminal, and what they gained in the forger's suite. `docs/decisions/028-what-no-rule-can-see.md`. */
export const beyondChecks =
  'I controlli automatici vedono soltanto ciò che il terminale invia. Un programma che non è il nostro può mentire su due cose senza che una regola lo scopra. La prima è il denaro che nessun elenco di posizioni spiega: una posizione mai mostrata, con la perdita taciuta o raccontata come prelievo, o un altro balance all’inizio, che moltiplica il rendimento. La seconda è ciò che il mercato ha fatto: operazioni inventate tra due sincronizzazioni, posizioni mostrate per ore a prezzi inventati, chiusure a prezzi un po’ migliori, entro quanto il mercato si muove, o poche a prezzi molto migliori. Nelle nostre prove di due settimane la prima ha aggiunto fino a 150 punti di rendimento, i prezzi migliori fino a 91; chi inventa le operazioni sceglie il risultato. Le scopre soltanto il confronto con una fonte esterna, al livello L3.'

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

/** An account without a level reads what was checked and what was not: one sentence for each cause. */
const unverifiedSentences: Record<Unverified, { checked: string; unchecked: string }> = {
  importing: {
    checked: 'Il terminale non ha ancora finito di inviare lo storico.',
    unchecked: 'Fino ad allora le sue cifre non contano in classifica.',
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

/** Names of the sources of an external match. */
export const sourceNames: Record<string, string> = {
  myfxbook: 'MyFxBook',
  fxblue: 'FX Blue',
  mql5: 'MQL5',
  investor_login: 'Accesso in sola lettura al conto',
  other: 'Altra fonte',
}

export const ledgerTitle = 'Registro delle sincronizzazioni'

/** The badge of an account that a case holds out of the ranking, for visitors. */
export const heldLabels = { open: 'In verifica', upheld: 'Segnalazione confermata' } as const

/** The same for admins. */
export const heldForAdmins = {
  open: 'Fuori classifica: verifica in corso',
  upheld: 'Fuori classifica: segnalazione confermata',
} as const
