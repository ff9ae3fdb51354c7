import type { ResponseOf } from '#shared/endpoint.ts'
import { PERCENT_DIGITS, roundTo } from '#shared/rounding.ts'
import type { getStats } from '../../contract.ts'
import type { PlacelessEntry } from '../ranking/listed.ts'
import type { Snapshot } from '../ranking/snapshot.ts'

/** The platform's figures over the listed traders. The mean return counts the ranked ones alone. */
export function platformStats(snapshot: Snapshot): ResponseOf<typeof getStats> {
  const { connected, trades, returns, returnUnits } = snapshot.table.totals
  const first = snapshot.ranked > 0 ? snapshot.at(1) : undefined
  return {
    total_traders: snapshot.size,
    connected_traders: connected,
    total_trades: trades,
    avg_roi: roundTo(returns === 0 ? null : returnUnits / 10 ** PERCENT_DIGITS / returns, PERCENT_DIGITS),
    top_performer: first === undefined ? null : topPerformer(first.entry),
    generated_at: new Date(snapshot.generatedAt).toISOString(),
  }
}

const topPerformer = ({ username, roi_percentage: roi, roi_total, drawdown_max, days_count }: PlacelessEntry) => ({
  username,
  roi,
  roi_total,
  drawdown_max,
  days_count,
})
