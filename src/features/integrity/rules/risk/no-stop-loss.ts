import { wait } from '../owner-answers.ts'
import { reviewRule } from '../review-rule.ts'
import { reviewTrades } from '../review-thresholds.ts'
import { share } from '../rule.ts'

/** Hardly any position ever had a stop loss. Those whose stops the terminal did not send are left out. */
export const noStopLoss = reviewRule({
  thresholds: { no_stop_share: share(0.9), ...reviewTrades },
  findings: {
    no_stop_loss: {
      rule: 'R39',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'More than `no_stop_share` of the positions never had a stop loss.',
      name: 'Senza stop loss',
      public: 'Quasi nessuna posizione ha avuto uno stop loss.',
      owner: { observed: 'Quasi nessuna delle tue posizioni ha avuto uno stop loss.', answer: wait },
      admin: 'Quota di posizioni senza stop loss oltre soglia.',
    },
  },
  terms: {
    no_stop_share: 'Quota ammessa',
    without_stop: 'Senza stop loss',
    without_stop_share: 'Quota senza stop loss',
  },
  detect({ positions }, { no_stop_share, review_trades }) {
    const known = positions.filter(({ stop }) => stop !== null)
    if (known.length < review_trades) return []
    const without = known.filter(({ stop }) => stop === false).length
    const ofAll = without / known.length
    if (ofAll <= no_stop_share) return []
    return [
      {
        code: 'no_stop_loss',
        occurrences: without,
        evidence: {
          inputs: { positions: known.length },
          threshold: { no_stop_share },
          found: { without_stop: without, without_stop_share: ofAll },
        },
      },
    ]
  },
})
