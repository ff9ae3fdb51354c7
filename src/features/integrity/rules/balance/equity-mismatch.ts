import { noticed, syncRule } from '../sync-rule.ts'

/** Equity is not balance, credit and floating result together. The intake decides it, since such figures do not count (`docs/ea-protocol.md`). */
export const equityMismatch = syncRule({
  thresholds: {},
  findings: {
    equity_mismatch: {
      rule: 'R16',
      consequence: 'warning',
      audience: 'public',
      life: 'sync',
      when: 'Balance, credit and floating result do not add up to the equity within 1%. The figures of that sync do not count.',
      name: 'Equity che non torna',
      public: 'Saldo, equity e posizioni aperte inviati non tornano: quei dati non contano.',
      owner: {
        observed: 'Saldo, equity e posizioni aperte inviati non tornano: quei dati non contano.',
        answer:
          'Di solito passa da solo. Se resta, riavvia il terminale e controlla di usare l’ultima versione dell’EA.',
      },
      admin:
        'Equity diversa da saldo + credito + flottante oltre la tolleranza. Ritardo dei prezzi, o cifre ritoccate.',
    },
  },
  section: 'balance',
  memory: {},
  detect: (memory, facts) => ({ memory, findings: noticed(facts, ['equity_mismatch']), checked: [] }),
})
