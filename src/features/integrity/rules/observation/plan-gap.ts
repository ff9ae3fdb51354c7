import { gapMs } from '#features/ea/rules/counting/plan-lapse.ts'
import { instantText } from '#shared/dates.ts'
import { found } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

/** The plan had ended, and nothing was observed meanwhile, whether the terminal was refused or switched off. */
export const planGap = syncRule({
  thresholds: {},
  findings: {
    plan_gap: {
      rule: 'R44',
      consequence: 'info',
      audience: 'public',
      life: 'event',
      when: 'No sync came for 15 minutes or more, and for some of it the trader had no plan.',
      name: 'Buco del piano',
      public: 'Il piano è rimasto scaduto per un periodo, e in quel periodo non ci sono dati.',
      owner: {
        observed: 'Il piano è rimasto scaduto per un periodo: quei giorni non sono osservati.',
        answer: 'Rinnova prima della scadenza: i dati restano senza buchi.',
      },
      admin: 'Dati interrotti dalla scadenza del piano.',
    },
  },
  terms: { without_plan_from: 'Senza piano dal', without_plan_until: 'Senza piano fino al' },
  section: 'observation',
  memory: {},
  detect(memory, { received: { receipt }, account: { last_receipt }, plan_lapse }) {
    if (plan_lapse === null || last_receipt === null || receipt - last_receipt < gapMs) {
      return { memory, findings: [], checked: [] }
    }
    const evidence = {
      from: instantText(last_receipt),
      until: instantText(receipt),
      without_plan_from: instantText(plan_lapse.from),
      without_plan_until: instantText(plan_lapse.until),
    }
    return { memory, findings: [found('plan_gap', evidence)], checked: [] }
  },
})
