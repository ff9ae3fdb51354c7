import type { Performance } from '../types.ts'

export interface MonthlyYear {
  year: string
  /** Twelve results in percent units, January first; null for a month without one. */
  months: (number | null)[]
  /** The months compounded; null where all are missing. */
  total: number | null
}

/** Years × months, newest year first. */
export function monthlyYears(monthly: Performance['monthly']): MonthlyYear[] {
  const byYear = Map.groupBy(monthly, ({ month }) => month.slice(0, 4))
  return [...byYear]
    .map(([year, rows]) => {
      const months = Array.from({ length: 12 }, (_, index) => {
        const key = `${year}-${String(index + 1).padStart(2, '0')}`
        return rows.find((row) => row.month === key)?.roi ?? null
      })
      return { year, months, total: compounded(months) }
    })
    .toSorted((a, b) => b.year.localeCompare(a.year))
}

function compounded(months: readonly (number | null)[]): number | null {
  const known = months.filter((roi) => roi !== null)
  if (known.length === 0) return null
  return (known.reduce((growth, roi) => growth * (1 + roi / 100), 1) - 1) * 100
}

/** Steps of the tint of a cell: 1 to 8, full at 18 %. Zero has none. */
export function tintStep(roi: number): number {
  if (Math.abs(roi) < 0.05) return 0
  return Math.max(1, Math.ceil(Math.min(1, Math.abs(roi) / 18) * 8))
}
