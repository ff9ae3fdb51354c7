import { wait } from '../owner-answers.ts'
import { reviewRule } from '../review-rule.ts'
import { reviewTrades } from '../review-thresholds.ts'
import { count, share } from '../rule.ts'
import { isWorse, stepsOf, ticketsOf, type Step } from './entry-steps.ts'

/** Several entries of one side of a symbol, all open, each at a worse price than the one before. */
export const averaging = reviewRule({
  thresholds: { averaging_steps: count(4), averaging_share: share(0.2), ...reviewTrades },
  findings: {
    averaging: {
      rule: 'R34',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: '`averaging_steps` entries of one side of a symbol are open together, each at a worse price than the one before, in `averaging_share` of the baskets.',
      name: 'Mediazione',
      public: 'Apre più posizioni nello stesso verso man mano che il prezzo gli va contro (mediazione).',
      owner: { observed: 'Apri più posizioni nello stesso verso man mano che il prezzo va contro.', answer: wait },
      admin: 'Serie di ingressi nello stesso verso a prezzi peggiori.',
    },
  },
  terms: {
    averaging_share: 'Quota delle serie',
    averaging_steps: 'Ingressi, soglia',
    most_entries: 'Ingressi della serie più lunga',
  },
  detect({ positions }, { averaging_steps, averaging_share, review_trades }) {
    const steps = stepsOf(positions)
    if (positions.length < review_trades || steps.length === 0) return []
    const baskets = Map.groupBy(steps, ({ basket }) => basket)
    const averaged = [...baskets.values()].map(longestDescent).filter((run) => run.length >= averaging_steps)
    const ofBaskets = averaged.length / baskets.size
    if (averaged.length === 0 || ofBaskets < averaging_share) return []
    const longest = averaged.reduce((best, run) => (run.length > best.length ? run : best))
    return [
      {
        code: 'averaging',
        occurrences: averaged.length,
        evidence: {
          inputs: { entries: steps.length, baskets: baskets.size },
          threshold: { averaging_steps, averaging_share },
          found: {
            baskets: averaged.length,
            baskets_share: ofBaskets,
            most_entries: longest.length,
            tickets: ticketsOf(longest),
          },
        },
      },
    ]
  },
})

function longestDescent(basket: readonly Step[]): Step[] {
  let best: Step[] = []
  let run: Step[] = []
  for (const step of basket) {
    const before = run.at(-1)
    run = before !== undefined && before.close > step.at && isWorse(step, before) ? [...run, step] : [step]
    if (run.length > best.length) best = run
  }
  return best
}
