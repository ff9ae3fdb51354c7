import { monthStart } from '#features/performance/rules/periods.ts'
import type { RecentDay } from '#features/performance/rules/rows.ts'
import { percentOf } from '#shared/rounding.ts'

/** Growth of the calendar month (UTC) of an account's newest row, without that row, and of the worst earlier month, 1 where none lost. */
export interface ClosedMonths {
  month: number
  worst_month: number
}

/**
 * @param rows in day order, all before `newest`; at least those of its month
 * @param newest UTC day of the newest row
 * @param ended growth of the worst of the earlier months; null where `rows` hold every month
 */
export function closedMonths(rows: readonly RecentDay[], newest: number, ended: number | null): ClosedMonths {
  const first = monthStart(newest)
  const growthOf = (month: readonly RecentDay[]) => month.reduce((growth, row) => growth * row.growth, 1)
  const earlier =
    ended === null
      ? [
          ...Map.groupBy(
            rows.filter(({ day }) => day < first),
            ({ day }) => monthStart(day),
          ).values(),
        ].map(growthOf)
      : [ended]
  return { month: growthOf(rows.filter(({ day }) => day >= first)), worst_month: Math.min(1, ...earlier) }
}

/** The largest loss of a calendar month (UTC), the current one included, in percent; 0 where none lost. @param growth of the newest row */
export function monthLoss({ month, worst_month }: ClosedMonths, growth: number): number {
  return percentOf(Math.max(0, 1 - Math.min(worst_month, month * growth)))
}
