import { wait } from '../owner-answers.ts'
import { notedRule, type Finding } from '../rule.ts'

/** The past of a newly bound account: other accounts of its trader, or another trader with its number. ISO texts. */
export type Previous =
  | { kind: 'own'; closed: number; last_closed_at: string; last_platform: 'MT4' | 'MT5' }
  | { kind: 'other'; last_closed_at: string }

/** Found when an account is bound. No rule ends these states. */
export const previousAccounts = notedRule({
  thresholds: {},
  findings: {
    account_changed: {
      rule: 'R40',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The trader closed another account before this one.',
      name: 'Conto cambiato',
      public: 'Il trader ha chiuso un conto precedente. Le sue cifre finali restano su questo profilo.',
      owner: { observed: 'Hai chiuso un conto precedente: le sue cifre finali restano sul profilo.', answer: wait },
      admin: 'Il trader ha chiuso un conto precedente.',
    },
    account_released: {
      rule: 'R7',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'Another trader had this number before, and an admin released it.',
      name: 'Conto passato di profilo',
      public: 'Questo conto è stato collegato a un altro profilo: su questo è ripartito da zero.',
      owner: {
        observed: 'Questo conto era collegato a un altro profilo: dopo un controllo è passato a te, e riparte da zero.',
        answer: 'Non devi fare nulla: resta visibile su questo profilo.',
      },
      admin: 'Il numero era di un altro profilo: una persona lo ha passato a questo. Lo storico di prima resta là.',
    },
  },
  terms: { closed_accounts: 'Conti chiusi', last_closed_at: 'Ultimo chiuso il', last_platform: 'Ultima piattaforma' },
  detect(previous: Previous): Finding<'account_changed' | 'account_released'> {
    const { last_closed_at } = previous
    if (previous.kind === 'other') return { code: 'account_released', occurrences: 1, evidence: { last_closed_at } }
    const { closed, last_platform } = previous
    return {
      code: 'account_changed',
      occurrences: closed,
      evidence: {
        inputs: { last_platform, last_closed_at },
        threshold: { closed_accounts: 1 },
        found: { closed_accounts: closed },
      },
    }
  },
})
