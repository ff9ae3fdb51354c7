import type { LeaderboardEntry } from '#features/leaderboard/contract.ts'

export interface Group {
  /** Null: rows in an order of their own have no groups. */
  name: string | null
  note: string | null
  entries: LeaderboardEntry[]
}

/** Podio, Top 10, the rest and the traders without a place, in rank order only. Empty groups are left out. */
export function groupsOf(entries: readonly LeaderboardEntry[], byRank: boolean): Group[] {
  if (!byRank) return [{ name: null, note: null, entries: [...entries] }]
  const within = (first: number, last: number) =>
    entries.filter(({ rank }) => rank !== null && rank >= first && rank <= last)
  const groups = [
    { name: 'Podio', note: null, entries: within(1, 3) },
    { name: 'Top 10', note: null, entries: within(4, 10) },
    { name: 'Dall’11ª posizione', note: null, entries: within(11, Number.POSITIVE_INFINITY) },
    {
      name: 'Fuori classifica',
      note: 'il motivo è in ogni riga',
      entries: entries.filter(({ rank }) => rank === null),
    },
  ]
  return groups.filter((group) => group.entries.length > 0)
}

type Reason = LeaderboardEntry['not_ranked_reasons'][number]

/** The text of a row for each reason why a listed trader has no place. */
export const reasonTexts: Record<Reason, string> = {
  not_verified: 'Dati non verificati',
  demo_account: 'Conto demo',
  no_active_plan: 'Piano non attivo',
  no_sync: 'Mai sincronizzato',
  stale: 'Nessuna sincronizzazione da 72 ore',
  no_trades: 'Nessuna operazione chiusa',
  inactive: 'Nessuna operazione negli ultimi 90 giorni',
  no_funds: 'Conto senza fondi',
  under_review: 'Escluso: segnalazione in verifica',
}
