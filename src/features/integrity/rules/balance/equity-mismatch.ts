import { noticed, syncRule } from '../sync-rule.ts'

/** The floating result or the equity does not agree with the rest. The intake decides it, since such figures do not count (`docs/ea-protocol.md`). */
export const equityMismatch = syncRule({
  thresholds: {},
  findings: {
    equity_mismatch: {
      rule: 'R16',
      consequence: 'warning',
      audience: 'public',
      life: 'sync',
      when: 'The floating result is not that of the listed positions, or equity is not balance and floating result, within 1%. The figures of that sync do not count.',
      name: 'Equity che non torna',
      public: 'Balance, equity e posizioni aperte inviati non tornano: quei dati non contano.',
      owner: {
        observed: 'Balance, equity e posizioni aperte inviati non tornano: quei dati non contano.',
        answer:
          'Di solito passa da solo. Se resta, riavvia il terminale e controlla di usare l’ultima versione dell’EA.',
      },
      admin:
        'Flottante diverso dalle posizioni elencate, o equity diversa da balance + flottante, con o senza credito, oltre la tolleranza. Ritardo dei prezzi, o cifre ritoccate.',
    },
  },
  section: 'balance',
  memory: {},
  detect: (memory, facts) => ({ memory, findings: noticed(facts, ['equity_mismatch']), checked: [] }),
})
