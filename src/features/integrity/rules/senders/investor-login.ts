import { DAY_MS, instantText } from '#shared/dates.ts'
import { amount, found } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

interface Memory {
  /** Since when every connected sync came with the investor password; milliseconds UTC. */
  investor_since: number | null
}

/** The terminal is logged in with the investor password. */
export const investorLogin = syncRule({
  thresholds: { investor_days: amount(7) },
  findings: {
    investor_login: {
      rule: 'R11',
      consequence: 'info',
      audience: 'owner',
      life: 'state',
      when: 'For `investor_days` days, every sync of a connected terminal says that its login may not trade.',
      name: 'Password investitore',
      owner: {
        observed: 'Il terminale è collegato con la password investitore da giorni: non può operare.',
        answer: 'Per provare la titolarità accedi con la password principale. Per la classifica non serve.',
      },
      admin: 'Il terminale non può operare da giorni: password investitore, o operatività sospesa dal broker.',
    },
  },
  section: 'senders',
  memory: { investor_since: null } as Memory,
  detect({ investor_since }, { request, received }, { investor_days }) {
    if (!request.time.connected) return { memory: { investor_since }, findings: [], checked: [] }
    const checked = ['investor_login'] as const
    if (request.account.trade_allowed !== false) return { memory: { investor_since: null }, findings: [], checked }
    const since = investor_since ?? received.receipt
    const lasts = received.receipt - since >= investor_days * DAY_MS
    const evidence = { since: instantText(since), threshold_days: investor_days }
    return { memory: { investor_since: since }, findings: lasts ? [found('investor_login', evidence)] : [], checked }
  },
})
