import { found, share } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

/** Credit is a large part of the equity. */
export const bonusCredit = syncRule({
  thresholds: { credit_share: share(0.2) },
  findings: {
    bonus_credit: {
      rule: 'R14',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'Credit is above `credit_share` of the equity.',
      name: 'Credito o bonus',
      public: 'Una parte grande del conto è credito o bonus del broker. Le cifre lo escludono.',
      owner: {
        observed: 'Una parte grande del conto è credito o bonus. Le cifre lo escludono.',
        answer: 'Si toglie da sola quando il credito scende o il broker lo ritira.',
      },
      admin: 'Il credito supera la quota consentita dell’equity.',
    },
  },
  terms: { credit_amount: 'Credito' },
  section: 'capital',
  memory: {},
  detect(memory, { request, outcome }, { credit_share }) {
    if (outcome.snapshot === null) return { memory, findings: [], checked: [] }
    const { credit, equity } = request.snapshot
    const isLarge = credit !== 0 && credit > credit_share * equity
    const evidence = { credit_amount: credit, equity, threshold_share: credit_share }
    return { memory, findings: isLarge ? [found('bonus_credit', evidence)] : [], checked: ['bonus_credit'] }
  },
})
