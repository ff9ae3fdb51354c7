import type { Trader } from './types.ts'

type Reason = Trader['not_ranked_reasons'][number]

/** Why a profile has no rank, as its owner and a visitor read it. */
export const reasonWords: Record<Reason, string> = {
  not_verified: 'I dati del conto non sono ancora verificati.',
  demo_account: 'Il conto è demo: non usa denaro reale.',
  no_active_plan: 'Il piano è scaduto.',
  no_sync: 'Il conto non si è ancora sincronizzato.',
  stale: 'Il conto non si sincronizza da più di 72 ore.',
  no_trades: 'Nessuna operazione chiusa dalla prima sincronizzazione.',
  inactive: 'Nessuna operazione negli ultimi 90 giorni.',
  no_funds: 'Il conto non ha capitale proprio.',
  under_review: 'Il conto è in verifica.',
}

const flagWords: Record<string, string> = {
  ledger_mismatch: 'Il terminale mostra uno storico diverso da quello ricevuto.',
  equity_mismatch: 'Saldo, equity e posizioni aperte inviati non tornano: quei dati non contano.',
  late_records: 'Sono comparse in ritardo operazioni precedenti alla prima sincronizzazione: non contano.',
  history_changed: 'Un’operazione passata è stata modificata dal broker.',
  future_time: 'Un’operazione portava un orario futuro: vale l’orario di ricezione.',
  clock_assumed: 'L’orologio del broker non era misurabile: gli orari sono approssimati.',
}

/** The sentence of a flag; a code that this version does not know is shown as it is, never dropped. */
export function flagSentence(code: string): string {
  return flagWords[code] ?? `Segnalazione: ${code}.`
}

/** `Eccellente, oltre il 70%` */
export function winRateNote(percent: number): string {
  if (percent >= 70) return 'Eccellente, oltre il 70%'
  return percent >= 50 ? 'Buono, tra 50% e 70%' : 'Da migliorare, sotto il 50%'
}

/** Drawdown is a fall: shown with its minus, whichever sign the answer gives it. */
export function fall(percent: number | null): number | null {
  return percent === null ? null : -Math.abs(percent)
}
