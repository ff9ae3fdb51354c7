import { DAY_MS, instantText } from '#shared/dates.ts'
import { amount, found, roundedShare, share, type Finding } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

interface Memory {
  /** Since when the equity is below the balance by the smaller of the two shares; milliseconds UTC. */
  hidden_since: number | null
}

/** The equity stays below the balance for days, or is far below it now. */
export const hiddenLoss = syncRule({
  thresholds: { hidden_share: share(0.2), hidden_days: amount(3), hidden_heavy_share: share(0.4) },
  findings: {
    hidden_loss: {
      rule: 'R31',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The equity is below the balance by more than `hidden_share` for `hidden_days` days.',
      name: 'Perdite nascoste',
      public: 'Le posizioni aperte tengono da giorni una perdita importante, che il balance non mostra.',
      owner: {
        observed: 'Le posizioni aperte tengono da giorni una perdita importante.',
        answer: 'Si toglie da sola quando balance ed equity tornano vicini.',
      },
      admin: 'Perdita flottante sul balance oltre soglia per più giorni.',
    },
    heavy_hidden_loss: {
      rule: 'R31',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'The equity is below the balance by more than `hidden_heavy_share` at once.',
      name: 'Perdite nascoste molto grandi',
      public: 'Le posizioni aperte tengono una perdita molto grande, che il balance non mostra.',
      owner: {
        observed: 'Le posizioni aperte tengono una perdita molto grande.',
        answer: 'Puoi rispondere. Si toglie da sola quando balance ed equity tornano vicini.',
      },
      admin: 'Perdita flottante sul balance oltre la seconda soglia.',
    },
  },
  terms: { below_share: 'Sotto il balance' },
  section: 'capital',
  memory: { hidden_since: null } as Memory,
  detect({ hidden_since }, { outcome: { snapshot } }, { hidden_share, hidden_days, hidden_heavy_share }) {
    if (snapshot === null) return { memory: { hidden_since }, findings: [], checked: [] }
    const { t, balance } = snapshot
    const { equity } = snapshot
    const below = balance <= 0 ? 0 : (balance - equity) / balance
    const since = below > hidden_share ? (hidden_since ?? t) : null
    const findings: Finding<'hidden_loss' | 'heavy_hidden_loss'>[] = []
    const figures = { balance, equity, below_share: roundedShare(below) }
    if (since !== null && t - since >= hidden_days * DAY_MS) {
      const lasts = { since: instantText(since), threshold_share: hidden_share, threshold_days: hidden_days }
      findings.push(found('hidden_loss', { ...figures, ...lasts }))
    }
    if (below > hidden_heavy_share) {
      findings.push(found('heavy_hidden_loss', { ...figures, threshold_share: hidden_heavy_share }))
    }
    return { memory: { hidden_since: since }, findings, checked: ['hidden_loss', 'heavy_hidden_loss'] }
  },
})
