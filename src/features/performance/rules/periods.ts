import { DAY_MS, dayText } from '#shared/dates.ts'
import { foldIndex, foldRows, NO_DAYS } from './rows.ts'
import type { DailyRow, IndexDay } from './rows.ts'

/** The result of a day, week or month. `from`: its first UTC day. `roi` is a fraction. */
export interface PeriodResult {
  from: number
  roi: number
}

interface Extremes {
  best: PeriodResult
  worst: PeriodResult
}

/** 1970-01-01 was a Thursday, three days after a Monday. */
const mondayOf = (day: number) => Math.floor((day + 3) / 7) * 7 - 3
/** The first day of a UTC day's month. */
export const monthStart = (day: number) => day + 1 - new Date(day * DAY_MS).getUTCDate()

/** The best and the worst UTC day, week (from Monday) and month with a row; null without a row. `docs/ranking.md` 8.6. */
export function extremesOf(rows: readonly DailyRow[]): { day: Extremes; week: Extremes; month: Extremes } | null {
  const day = extremesBy(rows, (of) => of)
  const week = extremesBy(rows, mondayOf)
  const month = extremesBy(rows, monthStart)
  return day && week && month && { day, week, month }
}

function extremesBy(rows: readonly DailyRow[], startOf: (day: number) => number): Extremes | null {
  let extremes: Extremes | null = null
  for (const [from, period] of Map.groupBy(rows, (row) => startOf(row.day))) {
    const result = { from, roi: foldRows(period).growth - 1 }
    extremes ??= { best: result, worst: result }
    if (result.roi > extremes.best.roi) extremes = { ...extremes, best: result }
    if (result.roi < extremes.worst.roi) extremes = { ...extremes, worst: result }
  }
  return extremes
}

/** The result of a UTC year. Fractions; `drawdown` is the largest fall inside the year, 0 or positive. */
export interface YearResult {
  year: string
  roi: number
  drawdown: number
  /** Months with a row, and those of them that gained. */
  months: number
  months_up: number
  trades: number
}

/** The years with a row, oldest first. `docs/ranking.md` 8.6. */
export function yearResults(rows: readonly DailyRow[]): YearResult[] {
  return [...Map.groupBy(rows, (row) => dayText(row.day).slice(0, 4))].map(([year, ofYear]) => {
    const { growth, drawdown, trades } = foldRows(ofYear)
    const months = [...Map.groupBy(ofYear, (row) => monthStart(row.day)).values()]
    const months_up = months.filter((month) => foldRows(month).growth > 1).length
    return { year, roi: growth - 1, drawdown, months: months.length, months_up, trades }
  })
}

/** A fall of the growth index, in UTC days. `depth` is a fraction of the peak. */
export interface Fall {
  /** The last day on which the index stood at its peak, be it at the start. */
  peak_day: number
  low_day: number
  /** The first day that reaches the peak again; null while none has. */
  recovered_day: number | null
  depth: number
}

/** The index is a product of rounded numbers: a peak is reached again from this share of it on. */
const SAME_HEIGHT = 1 - 1e-12

/**
 * The deepest fall, and the longest one: in days from the peak to the day that reaches it again, or to `today` while none has. Null where
 * the index never fell. The deepest one's depth is the largest drawdown. `docs/ranking.md` 8.6.
 */
export function deepestAndLongestFall(
  rows: readonly IndexDay[],
  today: number,
): { deepest: Fall; longest: Fall } | null {
  const [first, ...others] = fallsOf(rows)
  if (first === undefined) return null
  const length = ({ peak_day, recovered_day }: Fall) => (recovered_day ?? today) - peak_day
  let [deepest, longest] = [first, first]
  for (const fall of others) {
    if (fall.depth > deepest.depth) deepest = fall
    if (length(fall) > length(longest)) longest = fall
  }
  return { deepest, longest }
}

function fallsOf(rows: readonly IndexDay[]): Fall[] {
  const falls: Fall[] = []
  let totals: Parameters<typeof foldIndex>[0] = NO_DAYS
  let open: Fall | null = null
  for (const row of rows) {
    const { day } = row
    const below = 1 - (totals.growth * row.low) / totals.high
    const isPeak = totals.growth * row.high >= totals.high * SAME_HEIGHT
    totals = foldIndex(totals, row)
    if (open !== null) open = deepened(open, day, isPeak ? below : Math.max(below, row.drawdown))
    if (!isPeak) continue
    if (open !== null) falls.push({ ...open, recovered_day: day })
    open = null
    if (row.drawdown === 0) continue
    const recovered = totals.growth >= totals.high * SAME_HEIGHT
    const fall = { peak_day: day, low_day: day, recovered_day: recovered ? day : null, depth: row.drawdown }
    if (recovered) falls.push(fall)
    else open = fall
  }
  return open === null ? falls : [...falls, open]
}

const deepened = (fall: Fall, day: number, depth: number): Fall =>
  depth * SAME_HEIGHT > fall.depth ? { ...fall, low_day: day, depth } : fall

/** UTC days with a row on which the index was, at some moment, more than `depth` (a fraction) below its highest point. */
export function daysBelow(rows: readonly IndexDay[], depth: number): number {
  let totals: Parameters<typeof foldIndex>[0] = NO_DAYS
  let days = 0
  for (const row of rows) {
    if (foldIndex({ ...totals, drawdown: 0 }, row).drawdown > depth) days += 1
    totals = foldIndex(totals, row)
  }
  return days
}
