import type { Trader } from './types.ts'

/**
 * What a profile's figures are, before anything is said of them:
 * - `closed`: the trader closed the account, and the figures are its last.
 * - `importing`: no complete history has come yet.
 * - `demo`, `real`: what kind of account sends them.
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
