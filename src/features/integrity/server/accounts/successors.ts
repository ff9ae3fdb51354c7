import type { Transaction } from '#server/database/database.ts'
import { releasedAmong, successorsAmong } from './closing-queries.ts'
import type { AccountFinding } from '../checks/findings.ts'

/**
 * Of the accounts that are bound in this transaction: `account_changed` (R40) where the trader has closed others, `account_released`
 * (R7) where another trader had the number. The tags stay for as long as the account is shown: no rule clears them.
 */
export async function accountChanges(tx: Transaction, boundAccountIds: readonly string[]): Promise<AccountFinding[]> {
  if (boundAccountIds.length === 0) return []
  const successors = await successorsAmong(tx, boundAccountIds)
  const released = await releasedAmong(tx, boundAccountIds)
  const changes = successors.map(({ account_id, closed, last_closed_at, last_platform }): AccountFinding => ({
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
  const releases = released.map(({ account_id, last_closed_at }): AccountFinding => ({
    account_id,
    finding: { code: 'account_released', occurrences: 1, evidence: { last_closed_at } },
  }))
  return [...changes, ...releases]
}
