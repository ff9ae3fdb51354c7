import type { Transaction } from '#server/database.ts'
import { successorsAmong } from './closing-queries.ts'
import type { AccountFinding } from './findings.ts'

/**
 * `account_changed` (R40) for those of the accounts, bound in this transaction, whose trader has closed others. The tag stays for as
 * long as the account is shown: no rule clears it.
 */
export async function accountChanges(tx: Transaction, boundAccountIds: readonly string[]): Promise<AccountFinding[]> {
  if (boundAccountIds.length === 0) return []
  const successors = await successorsAmong(tx, boundAccountIds)
  return successors.map(({ account_id, closed, last_closed_at, last_platform }) => ({
    account_id,
    finding: {
      code: 'account_changed',
      occurrences: closed,
      evidence: {
        inputs: { last_platform, last_closed_at },
        threshold: { closed_accounts: 1 },
        found: { closed_accounts: closed },
      },
    },
  }))
}
