import type { OpenPosition } from '#features/ea/sync-contract.ts'
import type { Finding } from '../finding.ts'
import { finding, type SyncFacts } from './facts.ts'
import type { Thresholds } from './thresholds.ts'

/** R32: winners are closed and their losing twins kept, so that the balance grows and the equity does not. */

export interface HedgeMemory {
  /** First snapshot of each UTC day: balance, own equity, deposits less withdrawals so far. Oldest first. */
  days: [day: number, balance: number, equity: number, flows: number][]
  flows: number
  /** Milliseconds UTC of the last finding: one a period. */
  hedged_at: number | null
}

export const newHedge: HedgeMemory = { days: [], flows: 0, hedged_at: null }

const DAY_MS = 86_400_000
const flowTypes = new Set(['deposit', 'withdrawal', 'transfer', 'bonus'])

export function hedgedGrowth(
  memory: HedgeMemory,
  { request, outcome }: SyncFacts,
  figures: { t: number; balance: number; equity: number; credit: number },
  { hedge_growth, hedge_days, hedge_cover }: Thresholds,
): { memory: HedgeMemory; findings: Finding[] } {
  const { t, balance } = figures
  const equity = figures.equity - figures.credit
  let { flows } = memory
  for (const { type, amount, origin } of outcome.operations) {
    if (origin === 'witnessed' && flowTypes.has(type)) flows += amount
  }
  const today = Math.floor(t / DAY_MS)
  const days = memory.days.filter(([day]) => day >= today - hedge_days)
  const grown = days.map(([, balanceThen, equityThen, flowsThen]) => {
    const paid = flows - flowsThen
    if (balanceThen <= 0 || equityThen <= 0) return 0
    return (balance - paid) / balanceThen - (equity - paid) / equityThen
  })
  const most = Math.max(0, ...grown)
  if (days.at(-1)?.[0] !== today) days.push([today, balance, equity, flows])
  const told = memory.hedged_at !== null && t - memory.hedged_at < hedge_days * DAY_MS
  const kept = { days, flows, hedged_at: told ? memory.hedged_at : null }
  if (told || most < hedge_growth) return { memory: kept, findings: [] }
  const cover = mostCovered(request.snapshot.positions ?? [])
  if (cover === null || cover.share < hedge_cover) return { memory: kept, findings: [] }
  const evidence = {
    balance,
    equity,
    grown_more_share: Math.round(most * 1e4) / 1e4,
    threshold_share: hedge_growth,
    within_days: hedge_days,
    symbol: cover.symbol,
    covered_share: Math.round(cover.share * 1e4) / 1e4,
    cover_threshold_share: hedge_cover,
  }
  return { memory: { ...kept, hedged_at: t }, findings: [finding('hedged_growth', evidence)] }
}

/** The symbol whose two sides cover each other best: the smaller volume as a share of the larger. */
export function mostCovered(positions: readonly OpenPosition[]): { symbol: string; share: number } | null {
  let best: { symbol: string; share: number } | null = null
  for (const [symbol, those] of Map.groupBy(positions, (position) => position.symbol)) {
    const volumeOf = (side: 'buy' | 'sell') =>
      those.filter((position) => position.side === side).reduce((sum, { volume }) => sum + volume, 0)
    const [smaller = 0, larger = 0] = [volumeOf('buy'), volumeOf('sell')].sort((a, b) => a - b)
    const share = larger === 0 ? 0 : smaller / larger
    if (share > (best?.share ?? 0)) best = { symbol, share }
  }
  return best
}
