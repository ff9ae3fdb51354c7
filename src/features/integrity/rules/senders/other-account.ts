import type { SyncRequest } from '#features/ea/sync-contract.ts'
import { found, notedRule } from '../rule.ts'

/** The token of a bound account sends another account. */
export const otherAccount = notedRule({
  thresholds: {},
  findings: {
    other_account_sent: {
      rule: 'R1',
      consequence: 'refusal',
      audience: 'owner',
      life: 'event',
      when: 'A request names another platform, server or number than the bound account. Noted at most once a minute.',
      name: 'Altro conto inviato',
      owner: {
        observed: 'Il tuo token è stato usato su un altro conto MetaTrader. I dati di quel conto sono stati rifiutati.',
        answer: 'Se sei stato tu, rimetti l’EA sul conto collegato o usa «Cambia conto». Se no, rigenera il token.',
      },
      admin: 'Il token di questo conto ha inviato i dati di un altro conto: rifiutati. Errore o token condiviso.',
    },
  },
  detect({ ea: { platform }, account: { server, login } }: Pick<SyncRequest, 'ea' | 'account'>) {
    return found('other_account_sent', { platform, server, login })
  },
})
