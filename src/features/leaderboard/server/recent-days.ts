import type { RecentDay } from '#features/performance/rules/rows.ts'

/** Bytes of one day in `recent_days.days`, as `packed_day` of the migration packs it. */
const dayBytes = 56

/** The packed days of an account, oldest first (`docs/decisions/025-recent-days.md`). */
export function readRecentDays(packed: Buffer | null): RecentDay[] {
  if (packed === null) return []
  const days: RecentDay[] = []
  // A Buffer's own methods read big-endian doubles byte by byte.
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  for (let start = 0; start < packed.length; start += dayBytes) {
    days.push({
      day: view.getInt32(start),
      equity_end: view.getFloat64(start + 4),
      growth: view.getFloat64(start + 12),
      high: view.getFloat64(start + 20),
      low: view.getFloat64(start + 28),
      drawdown: view.getFloat64(start + 36),
      drawdown_end: view.getFloat64(start + 44),
      trades: view.getInt32(start + 52),
    })
  }
  return days
}
