import * as format from '#shared/format/format.ts'
import type { CompareWindow } from '#shared/compare-address.ts'
import type { Comparison, Pair } from './types.ts'

export const windowNames: Record<CompareWindow, string> = {
  '7': '7 giorni',
  '30': '30 giorni',
  '90': '90 giorni',
  '365': '1 anno',
  all: 'Tutto',
}

/** Letters that tell lines and columns apart where colours do not. */
export const letters = ['A', 'B', 'C', 'D'] as const

/** How two accounts move, from the correlation of their daily returns. The bounds are those of `docs/ranking.md` 8.7. */
function correlationText(value: number): string {
  if (value >= 0.7) return 'Si muovono quasi insieme'
  if (value >= 0.3) return 'Vanno spesso nella stessa direzione'
  if (value > -0.3) return 'Si muovono ognuno per conto suo'
  return value > -0.7 ? 'Vanno spesso in direzioni opposte' : 'Si muovono quasi al contrario'
}

/** The sentence on the daily returns of a pair, with its number. */
export function movesText({ correlation, moved_days: days }: Pair): string {
  if (correlation !== null) {
    return `${correlationText(correlation)}: ${format.decimal(correlation)} su ${format.days(days)} con movimenti.`
  }
  if (days < 20) {
    return `${days === 0 ? 'Nessun giorno' : `Solo ${format.days(days)}`} con movimenti: per una correlazione ne servono 20. Scegli una finestra più lunga.`
  }
  return 'Nessuna correlazione: il risultato di uno dei due non è cambiato.'
}

/** The sentence on the falls of a pair. */
export function fallsText({ fallen_days: either, both_fallen_days: both }: Pair): string {
  if (either === 0) return 'Nessuno dei due è stato sotto il suo massimo del 5% o più.'
  const days = `${either === 1 ? 'Nell’unico giorno' : `Nei ${format.count(either)} giorni`} in cui almeno uno era sotto il suo massimo del 5% o più`
  if (both === 0) return `${days}, non lo erano mai insieme.`
  if (both === either) return `${days}, lo erano sempre tutti e due.`
  return `${days}, lo erano tutti e due in ${format.count(both)} (${format.sharePercent((100 * both) / either, 0)}).`
}

/** Names of the address that are left out, one sentence for each reason. */
export function refusalsOf({ repeated, beyond }: Comparison): string[] {
  return [
    ...(repeated.length === 0 ? [] : [`Hai scritto due volte ${listed(repeated)}: conta una volta sola.`]),
    ...(beyond.length === 0 ? [] : [`Si confrontano al massimo quattro trader: per ${listed(beyond)} non c’è posto.`]),
  ]
}

const listed = (names: readonly string[]) => names.map((name) => `@${name}`).join(', ')
