import type { RecentDay } from '#features/performance/rules/rows.ts'

/** Bytes of one day in `recent_days.days`, as `packed_day` of the migration packs it. */
const dayBytes = 56

/** The packed days of an account, oldest first (`docs/decisions/025-recent-days.md`). */
export function readRecentDays(packed: Buffer | null): RecentDay[] {
  if (packed === null) return []
  const days: RecentDay[] = []
  for (let start = 0; start < packed.length; start += dayBytes) {
    days.push({
      day: packed.readInt32BE(start),
      equity_end: packed.readDoubleBE(start + 4),
      growth: packed.readDoubleBE(start + 12),
      high: packed.readDoubleBE(start + 20),
      low: packed.readDoubleBE(start + 28),
      drawdown: packed.readDoubleBE(start + 36),
      drawdown_end: packed.readDoubleBE(start + 44),
      trades: packed.readInt32BE(start + 52),
    })
  }
  return days
}
