import { found, notedRule } from '../rule.ts'

/** A trader who claims the account, as the finding names them. */
export interface Claimant {
  trader_id: string
  username: string
  /** ISO text. */
  at: string
  /** When a terminal that may trade showed the claimant's code; null before. ISO text. */
  code_seen_at: string | null
}

/** Another trader sends an account that is bound or closed. A person decides whose it is. */
export const claimedAccount = notedRule({
  thresholds: {},
  findings: {
    account_claimed: {
      rule: 'R7',
      consequence: 'warning',
      audience: 'silent',
      life: 'event',
      when: 'Another trader sends an account that is bound or closed. Found once for each claimant, and once more when their code is shown.',
      name: 'Conto rivendicato',
      admin:
        'Un altro utente vuole questo conto: i suoi dati sono rifiutati. Due account, o un estraneo lo ha collegato prima.',
    },
  },
  detect(claimants: readonly Claimant[]) {
    return found('account_claimed', { claimants })
  },
})
