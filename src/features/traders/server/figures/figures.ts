import type * as z from 'zod/mini'
import type { ShowMoney } from '#features/leaderboard/server/answers/trader.ts'
import { resultsByEntry } from '#features/performance/rules/entries.ts'
import {
  deepestAndLongestFall,
  extremesOf,
  yearResults,
  type Fall,
  type PeriodResult,
} from '#features/performance/rules/periods.ts'
import type { DailyRow } from '#features/performance/rules/rows.ts'
import { resultsBySide, resultsBySlot, tradeStatistics } from '#features/performance/rules/statistics.ts'
import { dayText } from '#shared/dates.ts'
import { percentOf, RATIO_DIGITS, roundTo } from '#shared/rounding.ts'
import type { figuresAnswer } from '../../figures-contract.ts'
import type { TradeTotals } from '../trade-queries.ts'
import { alertOf } from './alert.ts'
import { sentencesOf } from './sentences.ts'

type Figures = z.output<typeof figuresAnswer>

/** After how many days an entry is looked at. */
const ENTRY_DAYS = [30, 90]
const MINUTE_DIGITS = 2
const WEIGHT_DIGITS = 3

/** The figures of a profile that its daily rows and the sums of its trades give. @param rows the counted ones, in day order */
export function figuresOf(
  rows: readonly DailyRow[],
  totals: TradeTotals,
  flags: readonly string[],
  money: ShowMoney,
): Figures {
  const [first, last] = [rows[0]?.day ?? 0, rows.at(-1)?.day ?? -1]
  const extremes = extremesOf(rows)
  const falls = deepestAndLongestFall(rows, last)
  const statistics = tradeStatistics(totals.all)
  return {
    days: last - first + 1,
    alert: alertOf(rows, falls?.deepest ?? null, flags),
    sentences: sentencesOf(rows, totals, falls?.longest ?? null),
    years: yearResults(rows).map(({ roi, drawdown, ...year }) => ({
      ...year,
      roi: percentOf(roi),
      drawdown: percentOf(-drawdown),
    })),
    extremes: extremes && {
      day: periods(extremes.day),
      week: periods(extremes.week),
      month: periods(extremes.month),
    },
    falls: falls && { deepest: fallAnswer(falls.deepest, last), longest: fallAnswer(falls.longest, last) },
    entries: ENTRY_DAYS.flatMap((days) => resultsByEntry(rows, last, days) ?? []).map((entry) => ({
      days: entry.days,
      entries: entry.entries,
      worst: percentOf(entry.worst),
      median: percentOf(entry.median),
      best: percentOf(entry.best),
      losing: percentOf(entry.losing),
    })),
    average_holding_won_minutes: roundTo(statistics.average_holding_won_minutes, MINUTE_DIGITS),
    average_holding_lost_minutes: roundTo(statistics.average_holding_lost_minutes, MINUTE_DIGITS),
    sides: resultsBySide(totals.sides).map(({ win_rate, profit, profit_factor, ...line }) => ({
      ...line,
      win_rate: percentOf(win_rate),
      profit: money(profit),
      profit_factor: roundTo(profit_factor, RATIO_DIGITS),
    })),
    slots: resultsBySlot(totals.slots).map((slot) => ({ ...slot, weight: roundTo(slot.weight, WEIGHT_DIGITS) })),
  }
}

function periods({ best, worst }: { best: PeriodResult; worst: PeriodResult }) {
  const period = ({ from, roi }: PeriodResult) => ({ from: dayText(from), roi: percentOf(roi) })
  return { best: period(best), worst: period(worst) }
}

function fallAnswer({ peak_day, low_day, recovered_day, depth }: Fall, last: number) {
  return {
    peak_day: dayText(peak_day),
    low_day: dayText(low_day),
    recovered_day: recovered_day === null ? null : dayText(recovered_day),
    depth: percentOf(depth),
    days: (recovered_day ?? last) - peak_day,
  }
}
