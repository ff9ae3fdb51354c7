import { heldIndex } from '#features/performance/rules/rows.ts'
import { dayText } from '#shared/dates.ts'
import { wait } from '../owner-answers.ts'
import { reviewRule } from '../review-rule.ts'
import { amount, share } from '../rule.ts'

/** Days of a month, rounded up, so that the tag lasts at least as long as it says. */
const monthDays = 366 / 12

/**
 * The growth index came to be far below its highest value before. An index that stays there is no new fall. Deposits and withdrawals do
 * not move the index.
 */
export const blownAccount = reviewRule({
  thresholds: { blown_share: share(0.9), blown_months: amount(12) },
  findings: {
    blown_account: {
      rule: 'R29',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The growth index fell by `blown_share` or more from its highest value, on a day of the last `blown_months` months.',
      name: 'Conto bruciato',
      public: 'Nell’ultimo anno il conto è stato quasi azzerato.',
      owner: { observed: 'Nell’ultimo anno il conto è stato quasi azzerato.', answer: wait },
      admin: 'Caduta dal massimo oltre soglia negli ultimi dodici mesi.',
    },
  },
  terms: { fall_share: 'Caduta dal massimo', months: 'Mesi' },
  detect({ rows, today }, { blown_share, blown_months }) {
    let growth = 1
    let high = 1
    let under = false
    let worst: { day: number; fall: number } | null = null
    const since = today - blown_months * monthDays
    for (const row of rows) {
      const fall = Math.max(row.drawdown, 1 - (growth * row.low) / high)
      if (row.day > since && !under && fall >= blown_share && (worst === null || fall > worst.fall))
        worst = { day: row.day, fall }
      high = heldIndex(Math.max(high, growth * row.high))
      growth = heldIndex(growth * row.growth)
      under = 1 - growth / high >= blown_share
    }
    if (worst === null) return []
    return [
      {
        code: 'blown_account',
        occurrences: 1,
        evidence: {
          inputs: { rows: rows.length },
          threshold: { fall_share: blown_share, months: blown_months },
          found: { fall_share: worst.fall, day: dayText(worst.day) },
        },
      },
    ]
  },
})
