import { foldRows, windowRows } from '#features/performance/rules/rows.ts'
import { wait } from '../owner-answers.ts'
import { reviewRule } from '../review-rule.ts'
import { count, share } from '../rule.ts'

const DEEP = 0.3
/** The profile names the share itself where it is known. */
const fell = `Negli ultimi 90 giorni il conto ha perso più del ${100 * DEEP}% dal suo massimo.`

/** Largest fall of the growth index within the last days. An extreme one is a deep one too. */
export const drawdown = reviewRule({
  thresholds: { deep_drawdown: share(DEEP), extreme_drawdown: share(0.55), fall_days: count(90) },
  findings: {
    deep_drawdown: {
      rule: 'R30',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The growth index fell by more than `deep_drawdown` within `fall_days` days.',
      name: 'Drawdown profondo',
      public: fell,
      owner: { observed: fell, answer: wait },
      admin: 'Drawdown a 90 giorni oltre la prima soglia.',
    },
    extreme_drawdown: {
      rule: 'R30',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The growth index fell by more than `extreme_drawdown` within `fall_days` days.',
      name: 'Drawdown estremo',
      public: 'Negli ultimi 90 giorni il conto ha perso più di metà del suo massimo.',
      owner: {
        observed: 'Negli ultimi 90 giorni il conto ha perso più di metà del suo massimo.',
        answer: 'Puoi rispondere. Si toglie da sola quando il periodo finisce.',
      },
      admin: 'Drawdown a 90 giorni oltre la seconda soglia.',
    },
  },
  terms: { drawdown_share: 'Drawdown' },
  detect({ rows, today }, limits) {
    const { drawdown: fall } = foldRows(windowRows(rows, today, limits.fall_days))
    return (['deep_drawdown', 'extreme_drawdown'] as const)
      .filter((code) => fall > limits[code])
      .map((code) => ({
        code,
        occurrences: 1,
        evidence: {
          inputs: { window_days: limits.fall_days },
          threshold: { drawdown_share: limits[code] },
          found: { drawdown_share: fall },
        },
      }))
  },
})
