import type { Trader } from './types.ts'

/**
 * The status behind a profile's figures:
 * - `closed`: the trader closed the account, and the figures are its last.
 * - `importing`: the complete history has not arrived yet.
 * - `demo`, `real`: the kind of the account that syncs.
 */
export type AccountStatus = 'closed' | 'importing' | 'demo' | 'real'

export function accountStatus({
  not_ranked_reasons: reasons,
  performance,
  is_real_account: isReal,
}: Trader): AccountStatus {
  if (reasons.includes('account_closed')) return 'closed'
  if (performance.since === null || !performance.is_ea_verified) return 'importing'
  return isReal ? 'real' : 'demo'
}
