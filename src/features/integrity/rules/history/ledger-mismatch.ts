import { noticed, syncRule } from '../sync-rule.ts'

/** The records that the terminal shows differ from what is stored. The intake compares them at each sync. */
export const ledgerMismatch = syncRule({
  thresholds: {},
  findings: {
    ledger_mismatch: {
      rule: 'R18',
      consequence: 'info',
      audience: 'public',
      life: 'sync',
      when: 'Number or sum of the records that the terminal shows differs from what is stored (`docs/ea-protocol.md`).',
      name: 'Registri diversi',
      public: 'Il terminale mostra uno storico diverso da quello ricevuto.',
      owner: {
        observed: 'Lo storico del terminale non coincide con quello che abbiamo ricevuto.',
        answer: 'In MT4 scegli «Tutta la cronologia». La segnalazione si toglie quando i due tornano uguali.',
      },
      admin: 'Conteggio o somma dello storico del terminale non coincidono con i nostri movimenti.',
    },
    history_rolled_up: {
      rule: 'R18',
      consequence: 'info',
      audience: 'silent',
      life: 'event',
      when: 'Records are gone from the terminal, and new balance rows hold their money to the cent. The rows count nowhere.',
      name: 'Storico riassunto',
      admin:
        'Al posto di movimenti già ricevuti c’è una riga di balance dello stesso importo. Di solito lo fa il broker.',
    },
  },
  section: 'history',
  memory: {},
  detect: (memory, facts) => ({
    memory,
    findings: noticed(facts, ['ledger_mismatch', 'history_rolled_up']),
    checked: [],
  }),
})
