import type { Role } from './cast.ts'
import type { Kind } from './parts.ts'

/** What the console points at. */
export interface Sight {
  who: string
  path: string
  /** What one sees there. */
  see: string
  /** Words that stand on that page. */
  shows: readonly string[]
}

interface Failing {
  kind: Kind
  see: string
  shows: readonly string[]
}

const failing: readonly Failing[] = [
  { kind: 'blown', see: 'conto bruciato: oltre il 90 % perso dal massimo', shows: ['bruciato'] },
  { kind: 'negative', see: 'saldo sotto zero dopo un salto di prezzo: fuori classifica', shows: ['-100'] },
  { kind: 'martingale', see: 'martingala: dopo ogni perdita la posizione cresce', shows: ['martingala'] },
  {
    kind: 'hidden',
    see: 'perdite nascoste: quasi tutte operazioni vinte, equity lontana dal balance',
    shows: ['perdita importante'],
  },
  { kind: 'grid', see: 'griglia: molti ingressi nella stessa direzione', shows: [] },
  { kind: 'deep', see: 'drawdown profondo', shows: ['Drawdown'] },
  { kind: 'losing', see: 'in perdita dall’inizio, senza altro da segnalare', shows: [] },
  { kind: 'cent', see: 'conto cent: gli importi sono centesimi', shows: ['USC'] },
  { kind: 'yen', see: 'conto in yen, in profitto', shows: ['JPY'] },
  { kind: 'held', see: 'fuori classifica: conto reale su un server di prova, in verifica', shows: [] },
  { kind: 'case', see: 'verifica aperta: il balance si è mosso senza registrazioni', shows: [] },
  { kind: 'gaps', see: 'due periodi senza dati, in grigio sul grafico', shows: [] },
  { kind: 'newest', see: 'collegato da meno di un giorno', shows: [] },
]

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
        see: `${rank}º posto: più di un anno di storia, ${role.proof === 'matched' ? 'livello L3 con il riscontro di Myfxbook' : 'livello L2'}, vetrina e link`,
        shows: [role.person.displayName],
      })),
  )
  const names = leaderboard.map(({ username }) => username)
  const kinds = failing.flatMap(({ kind, see, shows }) =>
    roles
      .filter((role) => role.kind === kind)
      .slice(0, 1)
      .map((role) => ({
        who: role.person.displayName,
        path: profile(role),
        see,
        shows: [...shows, role.person.displayName],
      })),
  )
  return [
    { who: 'Classifica', path: '/', see: 'sessanta trader; filtri, liste pronte e colonne', shows: ['Classifica'] },
    ...first,
    {
      who: 'Confronto',
      path: `/confronta?t=${names.join(',')}`,
      see: 'i primi tre uno accanto all’altro',
      shows: names.slice(0, 1),
    },
    { who: 'Vetrine', path: '/vetrine', see: 'le vetrine Diamond pubblicate', shows: ['Vetrine'] },
    ...kinds,
  ]
}
