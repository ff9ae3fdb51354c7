import { CONNECTED_MS } from '#features/ea/connection.ts'
import { levelOf, type LevelFacts } from '#features/integrity/levels/level.ts'
import type { LeaderboardEntry, SortField } from '../../contract.ts'
import {
  connectionStatus,
  notRankedReasons,
  STALE_MS,
  WARNING_MS,
  type AccountActivity,
  type TraderFlags,
} from '../../rules/eligibility.ts'
import type { RankedTrader } from '../../rules/rank.ts'
import type { KnownFigures } from './table/packed-figures.ts'

/** A row of the list without its place and its change, which depend on the other traders, and without the words of its flags. */
export type PlacelessEntry = Omit<LeaderboardEntry, 'rank' | 'rank_climb' | 'tags'>

/** The parts of a trader that the clock alone changes, until the next midnight. */
export interface Timed {
  flags: TraderFlags
  level: LevelFacts
  /** A case keeps the trader out of the ranking: an open one, or one that a person upheld. */
  held: boolean
  /** The trader closed the account: the profile alone shows it. */
  closed: boolean
  /** Null before the first snapshot. */
  activity: AccountActivity | null
  /** Receipt of the newest request, milliseconds UTC. While the history is being imported it alone shows that the terminal is connected. */
  lastRequest: number
  /** Newest change of the data, milliseconds UTC. */
  changedAt: number
}

/** A trader in one snapshot of the ranking. Immutable: a change makes a new one. */
export interface PlacedTrader extends RankedTrader {
  entry: PlacelessEntry
  /** The sort values of the list, money in euro. Null: unknown or hidden. */
  sortValues: Record<Exclude<SortField, 'rank'>, number | null>
  /** The last moment at which anything in `entry` changed, milliseconds UTC. */
  asOf: number
  /** Figures that only filters read. */
  sought: Sought
}

interface Sought {
  /** Percent, 0 or more: the largest loss of a calendar month (UTC) since the first one. Null before the first snapshot. */
  worstMonth: number | null
  /** Instruments traded in the last 90 days. */
  symbols: readonly string[]
}

/** A listed trader, with what the clock may change of it. */
export interface ListedTrader extends PlacedTrader {
  timed: Timed
  /** The same trader without the imported history, where it counts: its state after the match ends. */
  unmatched: ListedTrader | null
  /** The next moment at which the clock alone changes something. */
  nextChange: number
}

const statusTexts = {
  connected: ['Connesso', 'green'],
  warning: ['In ritardo', 'yellow'],
  disconnected: ['Disconnesso', 'red'],
} as const

/** A trader evaluated for a UTC day and, where it is known, for the day after it. */
export interface DatedTrader {
  /** UTC day of `today`. */
  day: number
  today: ListedTrader
  /** Null where the figures of the next day must be read. */
  tomorrow: ListedTrader | null
  /** Of `today`, null where the next change must be read whole; left out where they are as before. */
  figures?: KnownFigures | null
}

/** The same trader at a later moment of the same UTC day: status, level, plan and reasons follow the clock. */
export function atTime(trader: ListedTrader, now: number): ListedTrader {
  const { flags, level, held, closed, activity, lastRequest, changedAt } = trader.timed
  if (trader.unmatched !== null && levelOf(level, now) !== 'L3') return atTime(trader.unmatched, now)
  const lastSync = activity?.lastSync ?? lastRequest
  const status = connectionStatus(lastSync, now)
  const [status_text, status_color] = statusTexts[status]
  const reasons = [...notRankedReasons(flags, activity, now), ...(held ? (['under_review'] as const) : [])]
  const turns = turningPoints(trader.timed, lastSync)
  return {
    ...trader,
    eligible: reasons.length === 0 && !closed,
    entry: {
      ...trader.entry,
      is_diamond: (flags.diamond_expires ?? 0) > now,
      verification_level: levelOf(level, now),
      status,
      status_text,
      status_color,
      not_ranked_reasons: reasons,
    },
    asOf: Math.max(changedAt, ...turns.filter((turn) => turn <= now)),
    nextChange: Math.min(Infinity, ...turns.filter((turn) => turn > now)),
  }
}

/** True while the plan lasts that a place in the list needs. */
export function hasPlan({ flags }: Timed, now: number): boolean {
  return (flags.leaderboard_expires ?? 0) > now
}

/** Moments at which the clock alone changes something of a trader. `docs/ranking.md` 8.1 and 8.2. */
function turningPoints({ flags, level }: Timed, lastSync: number): number[] {
  const turns = [flags.leaderboard_expires, flags.diamond_expires, level.matchUntil].filter((turn) => turn !== null)
  for (const age of [CONNECTED_MS, WARNING_MS, STALE_MS]) turns.push(lastSync + age + 1)
  return turns
}

/** The values that the list is sorted by. @param profit in euro @param equity in euro */
export function sortValuesOf(
  { roi_30, roi_90, roi_total, win_rate, drawdown_max, total_trades, days_count }: PlacelessEntry,
  profit: number | null,
  equity: number | null,
): PlacedTrader['sortValues'] {
  const drawdown = drawdown_max
  return { roi_30, roi_90, roi_total, win_rate, drawdown, profit, equity, trades: total_trades, days: days_count }
}

const isPlain = /^[\x20-\x7e]*$/

/** Text without accents and case, for search. */
export function foldText(text: string): string {
  // Most names are plain, and Unicode's tables are slow.
  if (isPlain.test(text)) return text.toLowerCase().trim()
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .trim()
}
