import type { OpenPosition } from '#features/ea/sync-contract.ts'
import { DAY_MS, utcDay } from '#shared/dates.ts'
import { amount, found, roundedShare, share } from '../rule.ts'
import { syncRule } from '../sync-rule.ts'

interface Memory {
  /** First snapshot of each UTC day: balance, own equity, deposits less withdrawals so far. Oldest first. */
  days: [day: number, balance: number, equity: number, flows: number][]
  flows: number
  /** Milliseconds UTC of the last finding: one a period. */
  hedged_at: number | null
}

const flowTypes = new Set(['deposit', 'withdrawal', 'transfer', 'bonus'])

/** Winners are closed and their losing twins stay open, so that the balance grows and the equity does not. */
export const hedgedGrowth = syncRule({
  thresholds: { hedge_growth: share(0.1), hedge_days: amount(7), hedge_cover: share(0.8) },
  findings: {
    hedged_growth: {
      rule: 'R32',
      consequence: 'warning',
      audience: 'public',
      life: 'event',
      when: 'The balance grew by `hedge_growth` more than the equity within `hedge_days` days, and the two sides of a symbol cover each other by `hedge_cover`.',
      name: 'Crescita con coperture',
      public: 'Il balance cresce più dell’equity, con posizioni opposte aperte sullo stesso simbolo.',
      owner: {
        observed: 'Il balance cresce più dell’equity, con posizioni opposte sullo stesso simbolo.',
        answer: 'Rispondi spiegando come usi le posizioni opposte.',
      },
      admin:
        'Balance in crescita oltre l’equity con posizioni opposte. Può servire a mostrare solo le chiusure in utile.',
    },
  },
  terms: { cover_threshold_share: 'Soglia della copertura', grown_more_share: 'Crescita in più' },
  section: 'capital',
  memory: { days: [], flows: 0, hedged_at: null } as Memory,
  detect(memory, { request, outcome }, { hedge_growth, hedge_days, hedge_cover }) {
    const { snapshot } = outcome
    if (snapshot === null) return { memory, findings: [], checked: [] }
    const { t, balance } = snapshot
    const { equity } = snapshot
    let { flows } = memory
    for (const { type, amount: paid, origin } of outcome.operations) {
      if (origin === 'witnessed' && flowTypes.has(type)) flows += paid
    }
    const today = utcDay(t)
    const days = memory.days.filter(([day]) => day >= today - hedge_days)
    const grown = days.map(([, balanceThen, equityThen, flowsThen]) => {
      const paid = flows - flowsThen
      if (balanceThen <= 0 || equityThen <= 0) return 0
      return (balance - paid) / balanceThen - (equity - paid) / equityThen
    })
    const most = Math.max(0, ...grown)
    if (days.at(-1)?.[0] !== today) days.push([today, balance, equity, flows])
    const isReported = memory.hedged_at !== null && t - memory.hedged_at < hedge_days * DAY_MS
    const current = { days, flows, hedged_at: isReported ? memory.hedged_at : null }
    if (isReported || most < hedge_growth) return { memory: current, findings: [], checked: [] }
    const cover = mostCovered(request.snapshot.positions ?? [])
    if (cover === null || cover.share < hedge_cover) return { memory: current, findings: [], checked: [] }
    const evidence = {
      balance,
      equity,
      grown_more_share: roundedShare(most),
      threshold_share: hedge_growth,
      within_days: hedge_days,
      symbol: cover.symbol,
      covered_share: roundedShare(cover.share),
      cover_threshold_share: hedge_cover,
    }
    return { memory: { ...current, hedged_at: t }, findings: [found('hedged_growth', evidence)], checked: [] }
  },
})

/** The symbol whose two sides cover each other best: the smaller volume as a share of the larger. */
export function mostCovered(positions: readonly OpenPosition[]): { symbol: string; share: number } | null {
  let best: { symbol: string; share: number } | null = null
  for (const [symbol, those] of Map.groupBy(positions, (position) => position.symbol)) {
    const volumeOf = (side: 'buy' | 'sell') =>
      those.filter((position) => position.side === side).reduce((sum, { volume }) => sum + volume, 0)
    const [smaller = 0, larger = 0] = [volumeOf('buy'), volumeOf('sell')].sort((a, b) => a - b)
    const covered = larger === 0 ? 0 : smaller / larger
    if (covered > (best?.share ?? 0)) best = { symbol, share: covered }
  }
  return best
}
