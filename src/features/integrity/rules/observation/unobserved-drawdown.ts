import { HOUR_MS, instantText } from '#shared/dates.ts'
import { marketTimeBetween } from '../market-hours.ts'
import { amount, found } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

interface Memory {
  /** Positions open at the last snapshot. */
  open: number
}

/** Positions were open while no snapshot came for hours of the market: what they went through was not observed. */
export const unobservedDrawdown = syncRule({
  thresholds: { unobserved_hours: amount(24) },
  findings: {
    unobserved_drawdown: {
      rule: 'R26',
      consequence: 'info',
      audience: 'public',
      life: 'event',
      when: 'More than `unobserved_hours` hours of the market passed without a snapshot while a position was open.',
      name: 'Drawdown non osservato',
      public:
        'Con posizioni aperte, il terminale è rimasto scollegato a lungo: il drawdown di quelle ore non è osservato.',
      owner: {
        observed: 'Con posizioni aperte, il terminale è rimasto scollegato a lungo.',
        answer: 'Tieni acceso il terminale finché hai posizioni aperte, meglio su un VPS.',
      },
      admin: 'Intervallo senza sincronizzazioni con posizioni aperte.',
    },
  },
  section: 'observation',
  memory: { open: 0 } as Memory,
  detect({ open }, { received, request, account }, { unobserved_hours }) {
    if (!received.snapshot) return { memory: { open }, findings: [], checked: [] }
    const now = { memory: { open: request.snapshot.open_count }, checked: [] }
    const { receipt } = received
    const last = account.engine?.snapshot.t
    if (last === undefined || open === 0 || receipt - last < unobserved_hours * HOUR_MS) return { ...now, findings: [] }
    const hours = marketTimeBetween(last, receipt) / HOUR_MS
    if (hours <= unobserved_hours) return { ...now, findings: [] }
    const evidence = {
      from: instantText(last),
      until: instantText(receipt),
      market_hours: Math.floor(hours),
      open_positions: open,
      threshold_hours: unobserved_hours,
    }
    return { ...now, findings: [found('unobserved_drawdown', evidence)] }
  },
})
