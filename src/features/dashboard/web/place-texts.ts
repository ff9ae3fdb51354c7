import * as format from '#shared/format/format.ts'
import type { Dashboard } from './notices.ts'

type EarlierPlace = Dashboard['standing']['yesterday']

const ordinals = ['Primo', 'Secondo', 'Terzo', 'Quarto', 'Quinto', 'Sesto', 'Settimo', 'Ottavo', 'Nono', 'Decimo']

/** `Secondo su 148`, `12ª su 148`, `Non in classifica` */
export function globalPlace(rank: number | null, ranked: number | null): string {
  if (rank === null) return 'Non in classifica'
  const place = ordinals[rank - 1] ?? `${format.count(rank)}ª`
  return ranked === null ? place : `${place} su ${format.count(ranked)}`
}

export interface PlaceChange {
  /** Positive when the place is a better one. */
  direction: 1 | 0 | -1
  text: string
}

/**
 * The change since an earlier place; null without a record, and when there was and is no place.
 * @param since `da ieri`, `in 7 giorni`
 * @param then `Ieri`, `7 giorni fa`
 */
export function placeChange(
  rank: number | null,
  earlier: EarlierPlace,
  since: string,
  then: string,
): PlaceChange | null {
  if (earlier === null) return null
  if (earlier.rank === null) {
    return rank === null ? null : { direction: 1, text: `${then} non eri in classifica` }
  }
  if (rank === null) return { direction: -1, text: `${then} eri alla ${format.count(earlier.rank)}ª posizione` }
  const moved = earlier.rank - rank
  if (moved === 0) return { direction: 0, text: `Nessun cambio ${since}` }
  const places = format.counted(Math.abs(moved), 'posizione', 'posizioni')
  return moved > 0
    ? { direction: 1, text: `Su di ${places} ${since}` }
    : { direction: -1, text: `Giù di ${places} ${since}` }
}

/** From yesterday and from a week ago. */
export function placeChanges({ current_rank: rank, standing }: Dashboard): PlaceChange[] {
  return [
    placeChange(rank, standing.yesterday, 'da ieri', 'Ieri'),
    placeChange(rank, standing.week_ago, 'in 7 giorni', '7 giorni fa'),
  ].filter((change) => change !== null)
}
