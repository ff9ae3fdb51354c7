import { noticed, syncRule } from '../sync-rule.ts'

/** Findings of the intake about the broker's clock. `docs/ea-protocol.md`. */
export const brokerClock = syncRule({
  thresholds: {},
  findings: {
    future_time: {
      rule: 'R21',
      consequence: 'info',
      audience: 'public',
      life: 'event',
      when: 'A record is dated in the future. Its time is that of the receipt.',
      name: 'Orario futuro',
      public: 'Un’operazione portava un orario futuro: vale l’orario di ricezione.',
      owner: {
        observed: 'Un’operazione portava un orario futuro: vale l’orario di ricezione.',
        answer: 'Controlla data e ora del computer o del VPS.',
      },
      admin: 'Orario del movimento nel futuro: vale la ricezione.',
    },
    clock_assumed: {
      rule: 'R21',
      consequence: 'info',
      audience: 'public',
      life: 'event',
      when: 'The clock of the broker could not be measured, and is assumed.',
      name: 'Orologio assunto',
      public: 'L’orologio del broker non era misurabile: gli orari sono approssimati.',
      owner: {
        observed: 'L’orologio del broker non era misurabile: gli orari sono approssimati.',
        answer: 'Non devi fare nulla. Tieni l’EA su un simbolo che riceve prezzi tutto il giorno.',
      },
      admin: 'Fuso del broker non misurabile: assunto.',
    },
    clock_unfitted: {
      rule: 'R21',
      consequence: 'info',
      audience: 'owner',
      life: 'event',
      when: 'The measurements of the clock fit no known time zone.',
      name: 'Orologio senza fuso',
      owner: {
        observed: 'L’orologio del broker non segue nessun fuso conosciuto: gli orari sono approssimati.',
        answer: 'Controlla data e ora del computer o del VPS.',
      },
      admin: 'Le misure dell’orologio non stanno in nessun fuso conosciuto.',
    },
    clock_refused: {
      rule: 'R21',
      consequence: 'info',
      audience: 'owner',
      life: 'event',
      when: 'A change of the clock is not plausible, and is refused.',
      name: 'Cambio d’ora rifiutato',
      owner: {
        observed: 'Un cambio dell’orologio del broker non era plausibile, e non lo abbiamo seguito.',
        answer: 'Controlla data e ora del computer o del VPS.',
      },
      admin: 'Cambio di fuso non plausibile: rifiutato.',
    },
  },
  section: 'history',
  memory: {},
  detect: (memory, facts) => ({
    memory,
    findings: noticed(facts, ['future_time', 'clock_assumed', 'clock_unfitted', 'clock_refused']),
    checked: [],
  }),
})
