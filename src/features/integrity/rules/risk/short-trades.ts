import { wait } from '../owner-answers.ts'
import { reviewRule } from '../review-rule.ts'
import { reviewTrades } from '../review-thresholds.ts'
import { amount, share } from '../rule.ts'

/** Most positions are closed within seconds. */
export const shortTrades = reviewRule({
  thresholds: { short_seconds: amount(60), short_share: share(0.5), ...reviewTrades },
  findings: {
    very_short_trades: {
      rule: 'R38',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'More than `short_share` of the positions are closed within `short_seconds` seconds.',
      name: 'Operazioni brevissime',
      public: 'Più di metà delle operazioni dura pochissimo.',
      owner: { observed: 'Più di metà delle tue operazioni dura pochissimo.', answer: wait },
      admin: 'Quota di operazioni brevissime oltre soglia.',
    },
  },
  terms: {
    short: 'Operazioni brevi',
    short_seconds: 'Breve, in secondi',
    short_share: 'Quota di operazioni brevi',
  },
  detect({ positions }, { short_seconds, short_share, review_trades }) {
    if (positions.length < review_trades) return []
    const short = positions.filter(({ open, close }) => close - open < short_seconds * 1000)
    const ofAll = short.length / positions.length
    if (ofAll <= short_share) return []
    return [
      {
        code: 'very_short_trades',
        occurrences: short.length,
        evidence: {
          inputs: { positions: positions.length },
          threshold: { short_seconds, short_share },
          found: {
            short: short.length,
            short_share: ofAll,
            tickets: short.slice(-10).flatMap(({ tickets }) => tickets),
          },
        },
      },
    ]
  },
})
