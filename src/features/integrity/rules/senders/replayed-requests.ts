import type { SyncRequest } from '#features/ea/sync-contract.ts'
import { found, notedRule } from '../rule.ts'

/** An older request of a start that went on since: it is answered and changes nothing. */
export const replayedRequests = notedRule({
  thresholds: {},
  findings: {
    requests_replayed: {
      rule: 'R3',
      consequence: 'info',
      audience: 'silent',
      life: 'event',
      when: 'A request carries an older number of a known start. Noted at most once a minute.',
      name: 'Richieste ripetute',
      admin: 'Arrivate richieste vecchie o ripetute: ignorate. Rete instabile, o corpo registrato e rispedito.',
    },
  },
  terms: { seq: 'Numero della richiesta' },
  detect({ sync }: Pick<SyncRequest, 'sync'>) {
    return found('requests_replayed', { seq: sync.seq })
  },
})
