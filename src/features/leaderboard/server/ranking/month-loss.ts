import type { RecentDay } from '#features/performance/rules/rows.ts'
import { percentOf } from '#shared/rounding.ts'

/** Days of a month; the window of 90 days has three. */
const MONTH_DAYS = 30

/** The largest loss of three months of 30 days that end today, in percent; 0 where none lost. */
export function monthLoss(rows: readonly RecentDay[], today: number): number {
  const losses = [0, 1, 2].map((month) => {
    const end = today - month * MONTH_DAYS
    const inMonth = rows.filter(({ day }) => day > end - MONTH_DAYS && day <= end)
    return 1 - inMonth.reduce((growth, row) => growth * row.growth, 1)
  })
  return percentOf(Math.max(0, ...losses)) ?? 0
}
