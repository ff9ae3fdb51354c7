import * as format from '#shared/format/format.ts'
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
  under_review: 'Una segnalazione tiene fuori il trader.',
  account_closed: 'Il trader ha chiuso questo conto.',
}

/** The band of a win rate. It praises none: a high one says nothing of the losses. */
export function winRateNote(percent: number): string {
  if (percent >= 70) return 'Dal 70% in su'
  return percent >= 50 ? 'Tra il 50% e il 70%' : 'Sotto il 50%'
}

/** Why a profile has no link to copy the trader. */
export function whyNoCopyLink({ rank, can_use_trader_links: isFirst, trader_links: links }: Trader): string {
  if (rank === null) return 'Da qui non si copia: i link compaiono solo per chi è in classifica.'
  if (!isFirst) return 'Da qui non si copia: i link compaiono solo per i primi tre della classifica.'
  if (links === null) return 'Da qui non si copia: i link compaiono quando il trader prova che il conto è suo.'
  return 'Questo trader non offre copy trading da qui.'
}

/** The UTC day of an instant. Figures and chart count these days (`docs/ranking.md` 3) and name the same one. */
export function utcDate(instant: string): string {
  return format.day(instant.slice(0, 10))
}

export const loadingProfile = 'Caricamento profilo...'
/** A link to the public page of the method. */
export const howScoreIsMade = 'Come si calcola il punteggio'
export const noScoreYet = 'Il punteggio nasce con la prima sincronizzazione completa.'
