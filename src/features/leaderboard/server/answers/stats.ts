import type { ResponseOf } from '#shared/endpoint.ts'
import { PERCENT_DIGITS, roundTo } from '#shared/rounding.ts'
import type { getStats } from '../../contract.ts'
import type { Snapshot } from '../ranking/snapshot.ts'

/** The platform's figures over the listed traders. The mean return counts the ranked ones alone. */
export function platformStats(snapshot: Snapshot): ResponseOf<typeof getStats> {
  let connected = 0
  let trades = 0
  for (const { entry } of snapshot.traders) {
    if (entry.status === 'connected') connected += 1
    trades += entry.total_trades
  }
  const returns = snapshot.traders.slice(0, snapshot.ranked).flatMap(({ entry }) => entry.roi_percentage ?? [])
  const mean = returns.length === 0 ? null : returns.reduce((sum, roi) => sum + roi / returns.length, 0)
  const first = snapshot.ranked > 0 ? snapshot.at(1) : undefined
  return {
    total_traders: snapshot.traders.length,
    connected_traders: connected,
    total_trades: trades,
    avg_roi: roundTo(mean, PERCENT_DIGITS),
    top_performer: first === undefined ? null : { username: first.entry.username, roi: first.entry.roi_percentage },
    generated_at: new Date(snapshot.generatedAt).toISOString(),
  }
}
