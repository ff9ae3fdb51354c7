import { maskedNumber } from '#features/ea/account-number.ts'
import type { EaStatus } from '#features/ea/contract.ts'
import * as format from '#shared/format/format.ts'
import { isTokenNew } from './setup.ts'

/** The obstacle to an account's syncs, from the server's own observations. Pure. */
export interface Problem {
  tone: 'danger' | 'warn' | 'info'
  lead: string
  text: string
  /** The points to check, the likeliest first. */
  checks: readonly string[]
}

/** Null where there is nothing to do. Only for traders with a plan: without one the offer is the only step. */
export function problemOf(ea: EaStatus): Problem | null {
  if (!ea.has_ea_token) {
    return ea.last_error === null
      ? null
      : { tone: 'danger', lead: 'Abbiamo disattivato il token.', text: ea.last_error, checks: [] }
  }
  if (ea.last_error !== null) {
    const remedy = remedyOf(ea.last_error)
    return {
      tone: 'danger',
      lead: 'Il server segnala un problema.',
      text: withMaskedNumber(ea.last_error),
      checks: remedy === null ? [] : [remedy],
    }
  }
  // The current step says it all: no terminal can have sent anything with this token.
  if (isTokenNew(ea)) return null
  if (!ea.account_connected) {
    return {
      tone: 'info',
      lead: 'Con questo token non è ancora arrivato nulla.',
      text: 'Il grafico in MetaTrader dice che cosa manca. Se non scrive nulla, controlla:',
      checks: nothingReceived,
    }
  }
  if (!ea.ea_active) {
    return {
      tone: 'warn',
      lead: 'L’Expert Advisor non sincronizza.',
      text: `L’ultima volta: ${format.dateTime(ea.last_ea_sync)}. Controlla:`,
      checks: stopped,
    }
  }
  // The step itself shows the progress of an import.
  if (ea.message !== '' && !ea.message.startsWith('Importazione in corso')) {
    const remedy = remedyOf(ea.message)
    const checks = remedy === null ? [] : [remedy]
    return { tone: 'warn', lead: 'L’Expert Advisor mostra sul grafico:', text: ea.message, checks }
  }
  return null
}

/** `Il token è legato al conto MT5 •••••001 (Broker-Live).`: masked as everywhere else on the page. */
function withMaskedNumber(text: string): string {
  return text.replace(/\b(MT[45] )(\d+)/, (_, platform: string, number: string) => platform + maskedNumber(number))
}

const nothingReceived = [
  'L’indirizzo è in Strumenti > Opzioni > Expert Advisor, con la casella WebRequest spuntata.',
  'Il token è incollato per intero nel campo InpToken.',
  'L’EA è su un grafico (in MT5 il file va prima compilato con F7) e il trading automatico è acceso.',
  'Il terminale è collegato al broker: in basso a destra non c’è «Nessuna connessione».',
]

const stopped = [
  'Il computer è acceso e MetaTrader è aperto. Se lo spegni spesso, usa un VPS.',
  'Il grafico con l’EA è ancora aperto, e il trading automatico è acceso.',
  'Il terminale è sul conto collegato, non su un altro.',
  'Se hai rigenerato il token, quello nuovo è incollato nell’EA.',
]

/** Beginnings of the intake's messages, and the owner's remedy for each. */
const remedies: readonly (readonly [beginning: string, remedy: string])[] = [
  ['Abbonamento scaduto', 'Rinnova il piano: l’EA riprende da solo, al più dopo 30 minuti.'],
  [
    'Il terminale invia ancora',
    'In MetaTrader premi F7 sul grafico di TopTrader e incolla in InpToken il token che leggi qui.',
  ],
  ['Il token è legato', 'In MetaTrader torna al conto collegato: l’EA riprende da solo.'],
  ['Questo conto è già collegato', 'Se non è tuo, usa un altro conto.'],
  ['Questo conto è stato chiuso da un altro', 'Se non è tuo, usa un altro conto.'],
  ['Expert Advisor superato', 'Scarica il file qui sotto e mettilo al posto di quello vecchio.'],
  [
    'Scheda Storico conto',
    'MetaTrader 4 mostra all’EA solo lo storico che è aperto in quella scheda: senza il resto le cifre non tornano. Poi non serve altro.',
  ],
  ['Storico incompleto', 'Il broker non mostra un’operazione vecchia. I risultati da ora in poi contano lo stesso.'],
  ['Due terminali inviano', 'Togli l’EA dal grafico di tutti i terminali tranne uno.'],
  ['Dati non validi', 'Se resta, scrivi all’assistenza con questo testo.'],
  ['Richiesta non leggibile', 'Se resta, scrivi all’assistenza.'],
  ['Richiesta troppo grande', 'Non serve fare nulla.'],
  ['Troppe richieste', 'Tieni un solo EA acceso, su un solo terminale.'],
  ['Account TopTrader disattivato', 'Il tuo account è disattivato: solo l’assistenza può riattivarlo.'],
  ['Errore interno', 'Non serve fare nulla: l’EA riprova da solo.'],
  ['Servizio momentaneamente', 'Non serve fare nulla: l’EA riprova da solo.'],
]

/** Null where the message itself names the remedy. */
export function remedyOf(message: string): string | null {
  return remedies.find(([beginning]) => message.startsWith(beginning))?.[1] ?? null
}
