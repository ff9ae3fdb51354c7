import type { Finding } from '../../finding.ts'
import type { Thresholds } from '../thresholds.ts'

/**
 * R43: accounts of at least `network_review` people, this one included, sent last from the same network. Hosts of rented terminals
 * are networks that many strangers share, so that nothing ever follows of itself. `docs/integrity.md`, silent rules.
 * @param accounts of other people; people: how many these are
 */
export function judgeNetwork(
  { accounts, people: others }: { accounts: readonly string[]; people: number },
  { network_review }: Thresholds,
): Finding[] {
  const people = others + 1
  if (people < network_review) return []
  return [
    {
      code: 'shared_network',
      occurrences: people,
      evidence: {
        inputs: { people },
        threshold: { network_review },
        found: { people, accounts: accounts.slice(0, 20) },
      },
    },
  ]
}
