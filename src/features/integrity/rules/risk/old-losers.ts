import type { Position } from '../dealings.ts'
import { reviewTrades } from '../review-thresholds.ts'
import { cents, found, namedAtMost, share, type Values } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

const thresholds = { losers_percentile: share(0.95), ...reviewTrades }

/** Open losers older than nearly all trades of the account were when they closed. */
export const oldLosers = syncRule({
  thresholds,
  findings: {
    old_losers: {
      rule: 'R36',
      consequence: 'info',
      audience: 'public',
      life: 'state',
      when: 'A losing position is open for longer than `losers_percentile` of the closed positions were.',
      name: 'Perdite lasciate correre a lungo',
      public: 'Alcune posizioni in perdita restano aperte molto più a lungo del solito.',
      owner: {
        observed: 'Alcune posizioni in perdita restano aperte molto più a lungo del solito.',
        answer: 'Si toglie da sola quando quelle posizioni si chiudono.',
      },
      admin: 'Posizioni in perdita aperte oltre il proprio percentile.',
    },
  },
  terms: { usual_hours: 'Durata abituale, in ore' },
  section: 'capital',
  memory: {},
  detect(memory, { request: { snapshot, time }, outcome, holding_p95 }) {
    const positions = snapshot.positions ?? []
    const isKnown = holding_p95 !== null && positions.length >= snapshot.open_count && time.tick !== 0
    if (outcome.snapshot === null || !isKnown) return { memory, findings: [], checked: [] }
    const checked = ['old_losers'] as const
    const old = positions.filter(
      ({ profit, swap, open_time }) => profit + swap < 0 && (time.tick - open_time) * 1000 > holding_p95,
    )
    if (old.length === 0) return { memory, findings: [], checked }
    const evidence = {
      positions: old.slice(0, namedAtMost).map(({ id, symbol, profit, swap, open_time }) => ({
        position: id,
        symbol,
        floating_amount: cents(profit + swap),
        age_hours: Math.floor((time.tick - open_time) / 3600),
      })),
      usual_hours: Math.round(holding_p95 / 36_000) / 100,
    }
    return { memory, findings: [found('old_losers', evidence, old.length)], checked }
  },
})

/**
 * The age in milliseconds that `losers_percentile` of the closed positions had at most (nearest rank). Null where there are too few to
 * tell. The review stores it with the account.
 */
export function holdingPercentile(
  positions: readonly Pick<Position, 'open' | 'close'>[],
  { losers_percentile, review_trades }: Values<typeof thresholds>,
): number | null {
  if (positions.length < review_trades) return null
  const ages = positions.map(({ open, close }) => close - open).sort((a, b) => a - b)
  return ages[Math.max(0, Math.ceil(losers_percentile * ages.length) - 1)] ?? null
}
