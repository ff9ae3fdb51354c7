import type { Trader } from './types.ts'

type Reason = Trader['not_ranked_reasons'][number]

/** The reasons why a profile has no rank, as its owner and a visitor read them. */
export const reasonTexts: Record<Reason, string> = {
  not_verified: 'I dati del conto non sono ancora verificati.',
  demo_account: 'Il conto è demo: non usa denaro reale.',
  no_active_plan: 'Il piano è scaduto.',
  no_sync: 'Il conto non si è ancora sincronizzato.',
  stale: 'Il conto non si sincronizza da più di 72 ore.',
  no_trades: 'Nessuna operazione chiusa dalla prima sincronizzazione.',
  inactive: 'Nessuna operazione negli ultimi 90 giorni.',
  no_funds: 'Il conto non ha capitale proprio.',
  under_review: 'Una segnalazione esclude il trader.',
  account_closed: 'Il trader ha chiuso questo conto.',
}

/** Why a profile has no link to copy the trader. */
export function whyNoCopyLink({ rank, can_use_trader_links: isFirst, trader_links: links }: Trader): string {
  if (rank === null) return 'Da qui non si copia: i link compaiono solo per chi è in classifica.'
  if (!isFirst) return 'Da qui non si copia: i link compaiono solo per i primi tre della classifica.'
  if (links === null) return 'Da qui non si copia: i link compaiono quando il trader prova che il conto è suo.'
  return 'Questo trader non offre copy trading da qui.'
}

export const loadingProfile = 'Caricamento profilo...'
/** A link to the public page of the method. */
export const howScoreIsMade = 'Come si calcola il punteggio'
export const noScoreYet = 'Il punteggio nasce con la prima sincronizzazione completa.'
