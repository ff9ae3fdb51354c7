import { nightRule } from '../night-rule.ts'
import { amount, share } from '../rule.ts'
import { matchedAccounts, matchThresholds } from './matched-openings.ts'

/** Accounts of different people that trade as one. */
export const mirrorAccount = nightRule({
  thresholds: { ...matchThresholds, mirror_share: share(0.8), mirror_days: amount(7) },
  findings: {
    mirror_account: {
      rule: 'R41',
      consequence: 'warning',
      audience: 'silent',
      life: 'state',
      when: '`mirror_share` of the openings of the smaller of two accounts in `mirror_days` days, and at least `mirror_trades`, have one of the other within `mirror_seconds` seconds: the same side, the size within `mirror_size`.',
      name: 'Conto gemello',
      admin: 'Le operazioni coincidono con quelle di un altro conto. Segnale copiato da molti, o la stessa persona.',
    },
  },
  detect(facts, limits) {
    const { mirror_share, mirror_trades, mirror_seconds, mirror_days } = limits
    const accounts = matchedAccounts(facts, 'same', mirror_share, limits)
    if (accounts.length === 0) return []
    return [
      {
        code: 'mirror_account',
        occurrences: accounts.length,
        evidence: {
          inputs: { window_days: mirror_days, openings: facts.openings.length },
          threshold: { mirror_share, mirror_trades, mirror_seconds },
          found: { accounts },
        },
      },
    ]
  },
})
