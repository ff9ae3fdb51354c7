import { tagsOf } from '#features/leaderboard/tags.ts'
import type { EvaluatedTrader } from '#features/leaderboard/server/answers/trader.ts'
import { Failure } from '#server/http/failure.ts'
import { dayOfText, dayText } from '#shared/dates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { percentOf, RATIO_DIGITS, roundTo } from '#shared/rounding.ts'
import type { compareTraders } from '../../compare-contract.ts'
import { namesIn, type Comparison } from '../../compare-page.ts'
import type { getTrader } from '../../contract.ts'
import type { getPerformance } from '../../performance-contract.ts'
import {
  commonSpan,
  correlation,
  dailyReturns,
  growthDays,
  growthIn,
  sampledDays,
  sharedFalls,
  type GrowthDays,
  type Span,
} from './rules.ts'

type Answer = ResponseOf<typeof compareTraders>

/** The part of a trader in a comparison: the figures of the profile, and the growth of every day. */
export interface ComparedAccount {
  figures: Omit<Answer['traders'][number], 'roi_window' | 'growth'>
  history: GrowthDays | null
}

/** Days of a chart, at most: a window of 90 days has all of its own. */
const maximumDates = 91

/** From the profile's two answers: a comparison reads nothing else. */
export function comparedAccount(
  { trader: { entry } }: EvaluatedTrader,
  profile: ResponseOf<typeof getTrader>,
  performance: ResponseOf<typeof getPerformance>,
): ComparedAccount {
  const { username, display_name, avatar, rank, verification_level, is_real_account } = profile
  const { roi_total, max_drawdown: drawdown_max, total_trades, win_rate, profit_factor } = performance.summary
  const points = performance.daily.flatMap(({ date, growth_index: index }) =>
    index === null ? [] : [{ day: dayOfText(date), index }],
  )
  return {
    figures: {
      username,
      display_name,
      avatar,
      rank,
      verification_level,
      is_real_account,
      is_held: profile.held !== null,
      risk_level: entry.risk_level,
      tags: tagsOf(entry),
      roi_total,
      drawdown_max,
      days_count: profile.performance.days_count,
      total_trades,
      win_rate,
      profit_factor,
    },
    history: growthDays(points),
  }
}

/** Compares at most four traders, each from the answers that its profile keeps ready. Names that nobody has are named, not refused. */
export async function comparison(
  { t, window }: Comparison,
  read: (username: string) => Promise<{ compared: () => ComparedAccount }>,
): Promise<Answer> {
  const { names, repeated, beyond } = namesIn(t)
  const found = await Promise.all(names.map((name) => accountOf(name, read)))
  const accounts = found.filter((account) => account !== null)
  const span = commonSpan(
    accounts.map(({ history }) => history),
    window === 'all' ? null : Number(window),
  )
  const days = span === null ? [] : sampledDays(span, maximumDates)
  return {
    traders: accounts.map(({ figures, history }) => ({ ...figures, ...growthOf(history, span, days) })),
    unknown: names.filter((_, position) => found[position] === null),
    repeated,
    beyond,
    span: span && { from: dayText(span.from), to: dayText(span.to), days: span.to - span.from + 1 },
    dates: days.map(dayText),
    pairs: span === null ? [] : pairsOf(accounts, span),
  }
}

async function accountOf(
  name: string,
  read: (username: string) => Promise<{ compared: () => ComparedAccount }>,
): Promise<ComparedAccount | null> {
  try {
    return (await read(name)).compared()
  } catch (error) {
    if (error instanceof Failure && error.code === 'TRADER_NOT_FOUND') return null
    throw error
  }
}

function growthOf(history: GrowthDays | null, span: Span | null, days: readonly number[]) {
  const growth = history === null || span === null ? null : growthIn(history, span)
  if (span === null || growth === null) return { roi_window: null, growth: [] }
  return {
    roi_window: percentOf(growth.at(-1) ?? null),
    growth: days.map((day) => percentOf(growth[day - span.from] ?? 0)),
  }
}

function pairsOf(accounts: readonly ComparedAccount[], span: Span): Answer['pairs'] {
  const returns = accounts.map(({ history }) => (history === null ? [] : dailyReturns(history, span)))
  return accounts.flatMap((first, position) =>
    accounts.slice(position + 1).flatMap((second, further) => {
      if (first.history === null || second.history === null) return []
      const { moved, value } = correlation(returns[position] ?? [], returns[position + 1 + further] ?? [])
      const falls = sharedFalls(first.history, second.history, span)
      return [
        {
          first: first.figures.username,
          second: second.figures.username,
          correlation: roundTo(value, RATIO_DIGITS),
          moved_days: moved,
          fallen_days: falls.either,
          both_fallen_days: falls.both,
        },
      ]
    }),
  )
}
