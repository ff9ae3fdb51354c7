import { nightRule } from '../night-rule.ts'
import { amount, count, share } from '../rule.ts'
import { matchedAccounts } from './matched-openings.ts'

/** Accounts of different people that trade as one. */
export const mirrorAccount = nightRule({
  thresholds: {
    mirror_share: share(0.8),
    mirror_days: amount(7),
    mirror_trades: count(5),
    mirror_seconds: amount(5),
    mirror_size: share(0.1),
  },
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
  detect({ mirrored }, { mirror_share, mirror_trades, mirror_seconds, mirror_size, mirror_days }) {
    const accounts = matchedAccounts(mirrored, {
      side: 'same',
      seconds: mirror_seconds,
      size: mirror_size,
      trades: mirror_trades,
      share: mirror_share,
    })
    if (accounts.length === 0) return []
    return [
      {
        code: 'mirror_account',
        occurrences: accounts.length,
        evidence: {
          inputs: { window_days: mirror_days, openings: mirrored.own.length },
          threshold: { mirror_share, mirror_trades, mirror_seconds },
          found: { accounts },
        },
      },
    ]
  },
})
