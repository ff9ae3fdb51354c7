import { noticed, syncRule } from '../sync-rule.ts'

/** Records from before the first snapshot that come after it. The intake counts them nowhere. */
export const lateRecords = syncRule({
  thresholds: {},
  findings: {
    late_records: {
      rule: 'R25',
      consequence: 'info',
      audience: 'public',
      life: 'event',
      when: 'A record from before the first snapshot comes after it. It counts nowhere.',
      name: 'Movimenti in ritardo',
      public: 'Sono comparse in ritardo operazioni precedenti alla prima sincronizzazione: non contano.',
      owner: {
        observed: 'Sono comparse in ritardo operazioni precedenti alla prima sincronizzazione: non contano.',
        answer: 'Non devi fare nulla. Con un riscontro esterno lo storico precedente conta.',
      },
      admin: 'Movimenti anteriori alla prima sincronizzazione arrivati dopo. Non contano.',
    },
  },
  section: 'history',
  memory: {},
  detect: (memory, facts) => ({ memory, findings: noticed(facts, ['late_records']), checked: [] }),
})
