import { monthStart } from '#features/performance/rules/periods.ts'
import type { RecentDay } from '#features/performance/rules/rows.ts'
import { percentOf } from '#shared/rounding.ts'

/**
 * The largest loss of a calendar month (UTC), the current one included, in percent; 0 where none lost.
 * @param rows in day order; at least those of the newest row's month
 * @param ended growth of the worst of the earlier months; null where `rows` hold every month
 */
export function monthLoss(rows: readonly RecentDay[], ended: number | null): number {
  const newest = monthStart(rows.at(-1)?.day ?? 0)
  const months =
    ended === null
      ? [...Map.groupBy(rows, ({ day }) => monthStart(day)).values()]
      : [rows.filter(({ day }) => day >= newest)]
  const growths = months.map((month) => month.reduce((growth, row) => growth * row.growth, 1))
  return percentOf(Math.max(0, 1 - Math.min(ended ?? 1, ...growths))) ?? 0
}
