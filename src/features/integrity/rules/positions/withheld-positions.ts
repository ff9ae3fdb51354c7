import { listedByFirst, listedPositions, type SyncRequest } from '#features/ea/sync-contract.ts'
import { found } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

/** An advisor lists what is open, as far as a request may hold it: else the rules on positions see nothing. */
export const withheldPositions = syncRule({
  thresholds: {},
  findings: {
    positions_withheld: {
      rule: 'R53',
      consequence: 'warning',
      audience: 'public',
      life: 'state',
      when: 'Fewer positions are listed than are open, up to 500. Trades that span such a list count for `positions_invented`.',
      name: 'Posizioni non elencate',
      public: 'Il terminale non elenca tutte le posizioni che dice aperte.',
      owner: {
        observed: 'Il terminale non elenca tutte le posizioni che dice aperte.',
        answer: 'Usa l’Expert Advisor scaricato da qui, senza modifiche: le elenca da solo.',
      },
      admin: 'Elenca meno posizioni di quante dice aperte: le regole R53 e R54 non vedono. Non è il nostro EA.',
    },
    too_many_positions: {
      rule: 'R53',
      consequence: 'warning',
      audience: 'public',
      life: 'state',
      when: 'More than 500 positions are open, which no request can list.',
      name: 'Troppe posizioni',
      public: 'Le posizioni aperte sono più di quante il terminale possa elencarci: non le controlliamo una per una.',
      owner: {
        observed: 'Hai più di 500 posizioni aperte: il terminale non può elencarcele tutte.',
        answer: 'Si toglie da sola quando scendono a 500 o meno. Se ti viene chiesto, rispondi con l’estratto conto.',
      },
      admin: 'Più di 500 posizioni aperte: R53 non vede quelle fuori elenco. Griglia, o elenco riempito.',
    },
  },
  terms: { listed_positions: 'Posizioni elencate' },
  section: 'positions',
  memory: {},
  detect(memory, { request, outcome }) {
    if (outcome.snapshot === null) return { memory, findings: [], checked: [] }
    const { open_count, positions = [] } = request.snapshot
    const evidence = { open_positions: open_count, listed_positions: positions.length }
    // A list that is full no longer shows what is missing from it.
    const isFull = open_count > mostListed(request) && positions.length >= mostListed(request)
    return {
      memory,
      findings: [
        ...(withholds(request) ? [found('positions_withheld', evidence)] : []),
        ...(isFull ? [found('too_many_positions', evidence)] : []),
      ],
      checked: ['positions_withheld', 'too_many_positions'],
    }
  },
})

/** Fewer positions are listed than are open, though the request may hold them. */
export function withholds(request: Pick<SyncRequest, 'ea' | 'snapshot'>): boolean {
  const { open_count, positions = [] } = request.snapshot
  return positions.length < Math.min(open_count, mostListed(request))
}

function mostListed({ ea }: Pick<SyncRequest, 'ea'>): number {
  return ea.version === '1.0.0' ? listedByFirst : listedPositions
}
