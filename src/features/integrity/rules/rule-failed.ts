import { found, notedRule } from './rule.ts'

/** A rule stopped with an error on this account: the others go on. It is checked at every sync. */
export const ruleFailed = notedRule({
  thresholds: {},
  findings: {
    rule_failed: {
      rule: 'R0',
      consequence: 'warning',
      audience: 'silent',
      life: 'state',
      when: 'A rule stopped with an error at the last sync.',
      name: 'Regola ferma',
      admin: 'Una regola si è fermata con un errore su questo conto: le altre lo giudicano. Il log dice quale riga.',
    },
  },
  terms: { rules: 'Regole' },
  detect(rules: readonly string[]) {
    return rules.length === 0 ? [] : [found('rule_failed', { rules })]
  },
})
