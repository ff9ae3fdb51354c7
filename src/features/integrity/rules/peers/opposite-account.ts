import { nightRule } from '../night-rule.ts'
import { correlation, count, share } from '../rule.ts'
import { matchedAccounts, matchThresholds } from './matched-openings.ts'
import { mirrorAccount } from './mirror-account.ts'

/** Accounts of different people that trade against each other. Two busy accounts meet by chance: hence a share of the smaller one's. */
export const oppositeAccount = nightRule({
  thresholds: {
    ...matchThresholds,
    mirror_days: mirrorAccount.thresholds.mirror_days,
    opposite_share: share(0.2),
    opposite_correlation: correlation(-0.9),
    opposite_days: count(20),
    opposite_window_days: count(60),
  },
  findings: {
    opposite_account: {
      rule: 'R42',
      consequence: 'warning',
      audience: 'silent',
      life: 'state',
      when: 'As many openings as for `mirror_account`, and `opposite_share` of the smaller account, are answered on the opposite side; or the daily results of `opposite_days` common days out of `opposite_window_days` have a correlation of `opposite_correlation` or less.',
      name: 'Conto opposto',
      admin: 'Le operazioni sono opposte a quelle di un altro conto. Possibile coppia: uno vince, l’altro si butta.',
    },
  },
  detect(facts, limits) {
    const { mirror_trades, mirror_seconds, mirror_days } = limits
    const { opposite_share, opposite_correlation, opposite_days } = limits
    const accounts = [
      ...matchedAccounts(facts, 'other', opposite_share, limits),
      ...facts.correlations.filter(
        ({ days, correlation: value }) => days >= opposite_days && value <= opposite_correlation,
      ),
    ]
    if (accounts.length === 0) return []
    return [
      {
        code: 'opposite_account',
        occurrences: accounts.length,
        evidence: {
          inputs: { window_days: mirror_days, openings: facts.openings.length },
          threshold: { mirror_trades, mirror_seconds, opposite_share, opposite_correlation, opposite_days },
          found: { accounts },
        },
      },
    ]
  },
})
