import { officialAdvisors } from '#features/ea/sync-contract.ts'
import { found } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

/** The advisor is no version that was ever handed out. */
export const unofficialVersion = syncRule({
  thresholds: {},
  findings: {
    unofficial_version: {
      rule: 'R8',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The version of the advisor was never handed out.',
      name: 'Versione non ufficiale',
      public: 'L’Expert Advisor in uso non è una versione che abbiamo distribuito.',
      owner: {
        observed: 'L’EA che usi non è una versione che abbiamo distribuito.',
        answer: 'Scarica l’EA da questa pagina, compilalo e rimettilo sul grafico: la segnalazione si toglie da sola.',
      },
      admin: 'La versione dell’EA non è tra quelle distribuite. Aggiornamento mancato o programma proprio.',
    },
  },
  terms: { official: 'Versioni distribuite', version: 'Versione' },
  section: 'senders',
  memory: {},
  detect(memory, { request: { ea } }) {
    const isOfficial = officialAdvisors.includes(ea.version)
    return {
      memory,
      findings: isOfficial ? [] : [found('unofficial_version', { version: ea.version, official: officialAdvisors })],
      checked: ['unofficial_version'],
    }
  },
})
