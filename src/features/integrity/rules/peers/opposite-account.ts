import { nightRule } from '../night-rule.ts'
import { amount, correlation, count, share } from '../rule.ts'
import { matchedAccounts } from './matched-openings.ts'

/**
 * Accounts of different people that trade against each other: one wins, and the other one's loss is given up.
 * - Two hands need seconds, and a program may wait: a minute is looked at. Two busy accounts meet by chance within a minute. With 20 trades a
 *   day, one in 70 is met on the other side: hence half of the smaller account's openings.
 * - The sizes of two accounts of unlike capital differ by the same factor, so any size is met.
 * - A pair that bets much trades seldom: 5 openings of 30 days are enough.
 * - A month of days shows a pair that is hours apart. Half as many days show it where they run against each other almost exactly: for
 *   500 independent accounts that is one chance in a thousand. Between the two the limit falls in equal steps, and so does that chance.
 */
export const oppositeAccount = nightRule({
  thresholds: {
    opposite_seconds: amount(60),
    opposite_trades: count(5),
    opposite_share: share(0.5),
    opposite_open_days: amount(30),
    opposite_correlation: correlation(-0.9),
    opposite_days: count(20),
    opposite_early_correlation: correlation(-0.97),
    opposite_early_days: count(10),
    opposite_window_days: count(60),
  },
  findings: {
    opposite_account: {
      rule: 'R42',
      consequence: 'warning',
      audience: 'silent',
      life: 'state',
      when: '`opposite_share` of the openings of the smaller of two accounts in `opposite_open_days` days, and at least `opposite_trades`, have one of the other within `opposite_seconds` seconds on the opposite side; or the daily results of `opposite_days` common days out of `opposite_window_days` have a correlation of `opposite_correlation` or less, those of `opposite_early_days` one of `opposite_early_correlation` or less, and days between one between.',
      name: 'Conto opposto',
      admin: 'Le operazioni sono opposte a quelle di un altro conto. Possibile coppia: uno vince, l’altro si butta.',
    },
  },
  detect({ opposed, correlations }, limits) {
    const { opposite_seconds, opposite_trades, opposite_share, opposite_open_days } = limits
    const { opposite_correlation, opposite_days, opposite_early_correlation, opposite_early_days } = limits
    const limitOf = (days: number) => {
      const part = (days - opposite_early_days) / Math.max(1, opposite_days - opposite_early_days)
      return (
        opposite_early_correlation +
        Math.min(1, Math.max(0, part)) * (opposite_correlation - opposite_early_correlation)
      )
    }
    const accounts = [
      ...matchedAccounts(opposed, {
        side: 'other',
        seconds: opposite_seconds,
        size: 1,
        trades: opposite_trades,
        share: opposite_share,
      }),
      ...correlations.filter(
        ({ days, correlation: value }) =>
          days >= Math.min(opposite_early_days, opposite_days) && value <= limitOf(days),
      ),
    ]
    if (accounts.length === 0) return []
    return [
      {
        code: 'opposite_account',
        occurrences: accounts.length,
        evidence: {
          inputs: { window_days: opposite_open_days, openings: opposed.own.length },
          threshold: { opposite_trades, opposite_seconds, opposite_share, opposite_correlation, opposite_days },
          found: { accounts },
        },
      },
    ]
  },
})
