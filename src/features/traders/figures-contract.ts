import * as z from 'zod/mini'
import { count, day, money, percent } from '#shared/wire.ts'

/** A period by its first UTC day, and its result in percent units. */
const period = z.object({ from: day, roi: z.number() })
const extremes = z.object({ best: period, worst: period })

/** Depth in percent units, 0 or positive; `days` from the peak to the day that reached it again, else to the last day with data. */
const fall = z.object({
  peak_day: day,
  low_day: day,
  recovered_day: z.nullable(day),
  depth: z.number(),
  days: count,
})

const year = z.object({
  year: z.string(),
  roi: z.number(),
  /** Largest fall inside the year, 0 or negative. */
  drawdown: z.number(),
  months: count,
  months_up: count,
  trades: count,
})

/** The results of followers `days` after the entry, for every day of entry. Percent units. */
const entry = z.object({
  days: count,
  entries: count,
  worst: z.number(),
  median: z.number(),
  best: z.number(),
  losing: z.number(),
})

/** Figures of the counted history. All definitions: `docs/ranking.md` 8.6. */
export const figuresAnswer = z.object({
  /** UTC days from the first one with data to the last one: what the figures of growth rest on. */
  days: count,
  /** The risk that a visitor reads before all else, in Italian; null where there is none. */
  alert: z.nullable(z.object({ tone: z.enum(['warn', 'danger']), lead: z.string(), text: z.string() })),
  /** Italian sentences by rules, the most telling first. */
  sentences: z.array(z.string()),
  years: z.array(year),
  /** Null before the first day. */
  extremes: z.nullable(z.object({ day: extremes, week: extremes, month: extremes })),
  /** Null where the growth index never fell. */
  falls: z.nullable(z.object({ deepest: fall, longest: fall })),
  /** After 30 and after 90 days, as far as the history is long enough. */
  entries: z.array(entry),
  average_holding_won_minutes: z.nullable(z.number()),
  average_holding_lost_minutes: z.nullable(z.number()),
  /** Two lines, long first. */
  sides: z.array(
    z.object({
      side: z.enum(['buy', 'sell']),
      trades: count,
      win_rate: percent,
      profit: money,
      profit_factor: z.nullable(z.number()),
    }),
  ),
  /** Weekday (Monday 1) and UTC hour of the close with trades; `weight` is the result as a share of the largest one, -1 to 1. */
  slots: z.array(z.object({ weekday: count, hour: count, trades: count, weight: z.number() })),
})
