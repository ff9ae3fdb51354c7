import type { Transaction } from '#server/database/database.ts'
import { previousAccounts } from '../../rules/account/previous-accounts.ts'
import { releasedAmong, successorsAmong } from '../accounts/closing-queries.ts'
import type { AccountFinding } from './findings.ts'

/** Findings about the accounts that are bound in this transaction: their traders closed others, or other traders had their numbers. */
export async function findingsOfBound(tx: Transaction, accountIds: readonly string[]): Promise<AccountFinding[]> {
  if (accountIds.length === 0) return []
  const successors = await successorsAmong(tx, accountIds)
  const released = await releasedAmong(tx, accountIds)
  return [
    ...successors.map(({ account_id, ...own }) => ({
      account_id,
      finding: previousAccounts.detect({ kind: 'own', ...own }),
    })),
    ...released.map(({ account_id, last_closed_at }) => ({
      account_id,
      finding: previousAccounts.detect({ kind: 'other', last_closed_at }),
    })),
  ]
}
