import type { Role } from './cast.ts'
import type { Kind } from './parts.ts'

/** An address that the console names. */
export interface Sight {
  who: string
  path: string
  /** The sight there, in Italian. */
  see: string
  /** Findings that everybody reads on that profile. */
  codes: readonly string[]
}

interface Failing {
  kind: Kind
  see: string
  codes: readonly string[]
}

/** The kinds that go wrong, one of each, with the findings that everybody reads. */
export const failing: readonly Failing[] = [
  { kind: 'blown', see: 'conto bruciato: oltre il 90% perso dal massimo', codes: ['blown_account'] },
  { kind: 'negative', see: 'balance sotto zero dopo un salto di prezzo: fuori classifica', codes: ['blown_account'] },
  { kind: 'martingale', see: 'martingala: dopo ogni perdita la posizione cresce', codes: ['martingale'] },
  {
    kind: 'hidden',
    see: 'perdite nascoste: quasi tutte operazioni vinte, equity lontana dal balance',
    codes: ['hidden_loss'],
  },
  {
    kind: 'grid',
    see: 'griglia: quasi ogni giorno un piccolo guadagno, mai uno stop, poi più di metà del conto in una volta',
    codes: ['no_stop_loss', 'extreme_drawdown'],
  },
  { kind: 'deep', see: 'drawdown profondo negli ultimi mesi', codes: ['deep_drawdown'] },
  { kind: 'losing', see: 'in perdita dall’inizio, un passo alla volta', codes: [] },
  { kind: 'cent', see: 'conto in centesimi: gli importi sono centesimi', codes: ['cent_account'] },
  { kind: 'yen', see: 'conto in yen, in profitto', codes: [] },
  { kind: 'held', see: 'in verifica e fuori classifica: conto reale su un server di prova', codes: ['demo_server'] },
  { kind: 'case', see: 'il balance si è mosso senza movimenti: verifica aperta', codes: ['unexplained_balance'] },
  { kind: 'gaps', see: 'due periodi senza dati, in grigio sul grafico', codes: [] },
  { kind: 'newest', see: 'collegato da meno di un giorno', codes: [] },
]

/** One of each is in every cast. */
export const failingKinds: readonly Kind[] = failing.map(({ kind }) => kind)

/** The console's list, in its order. @param list the first places of the ranking */
export function sightsOf(
  roles: readonly Role[],
  { leaderboard }: { leaderboard: readonly { username: string; rank: number | null }[] },
): Sight[] {
  const profile = ({ person }: Pick<Role, 'person'>) => `/trader/${person.username}`
  const first = leaderboard.flatMap(({ username, rank }) =>
    roles
      .filter(({ person }) => person.username === username)
      .map((role) => ({
        who: role.person.displayName,
        path: profile(role),
        see: `${rank}º posto: più di un anno di storia, ${role.proof === 'matched' ? 'livello L3 con il riscontro di MyFxBook' : 'livello L2'}, vetrina e link`,
        codes: [],
      })),
  )
  const names = leaderboard.map(({ username }) => username)
  const kinds = failing.flatMap(({ kind, see, codes }) =>
    roles
      .filter((role) => role.kind === kind)
      .slice(0, 1)
      .map((role) => ({
        who: role.person.displayName,
        path: profile(role),
        see,
        codes,
      })),
  )
  return [
    { who: 'Classifica', path: '/', see: 'sessanta trader; filtri, liste pronte e colonne', codes: [] },
    ...first,
    {
      who: 'Confronto',
      path: `/confronta?t=${names.join(',')}`,
      see: 'i primi tre uno accanto all’altro',
      codes: [],
    },
    { who: 'Vetrine', path: '/vetrine', see: 'le vetrine Diamond pubblicate', codes: [] },
    ...kinds,
  ]
}
