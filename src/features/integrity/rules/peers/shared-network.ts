import { nightRule } from '../night-rule.ts'
import { count } from '../rule.ts'

/** Accounts that a finding names. */
const accountsNamed = 20

/** Several people sent last from the same network. Hosts of rented terminals are networks that many strangers share. */
export const sharedNetwork = nightRule({
  thresholds: { network_review: count(3) },
  findings: {
    shared_network: {
      rule: 'R43',
      consequence: 'warning',
      audience: 'silent',
      life: 'state',
      when: 'Accounts of `network_review` people or more, this one included, sent last from the same network.',
      name: 'Rete condivisa',
      admin: 'Più conti di persone diverse dalla stessa rete. I VPS condividono gli indirizzi: non basta da solo.',
    },
  },
  terms: { network_review: 'Persone, soglia', people: 'Persone' },
  detect({ network }, { network_review }) {
    const people = network.people + 1
    if (people < network_review) return []
    return [
      {
        code: 'shared_network',
        occurrences: people,
        evidence: {
          inputs: { people },
          threshold: { network_review },
          found: { people, accounts: network.accounts.slice(0, accountsNamed) },
        },
      },
    ]
  },
})
