import { leaderboardEntry, type LeaderboardEntry } from '../../../contract.ts'
import type { ListedTrader, Timed } from '../listed.ts'
import { sortValuesOf } from '../listed.ts'

/** Cells that are stored elsewhere: the id, and those that the clock decides (`atTime`). */
const left = [
  'trader_id',
  'rank',
  'tags',
  'is_diamond',
  'verification_level',
  'status',
  'status_text',
  'status_color',
  'not_ranked_reasons',
]
const entryKeys = Object.keys(leaderboardEntry.shape).filter((key) => !left.includes(key)) as (keyof LeaderboardEntry)[]

/** The form of packed texts: those of another form cannot be read. */
export const packedFields = `${entryKeys.join(' ')} worstMonth symbols`

type Cells = [
  entry: unknown[],
  score: number | null,
  roi_90: number | null,
  member_since: number,
  profit: number | null,
  equity: number | null,
  timed: unknown[],
  worstMonth: number | null,
  symbols: readonly string[],
  unmatched: Cells | null,
]

/**
 * A trader as a short text in bytes, a quarter of the memory of the objects: hundreds of thousands of traders are held, and a page shows
 * some of them. Numbers are written with all their digits.
 */
export function packTrader(trader: ListedTrader): Buffer {
  return Buffer.from(JSON.stringify(cellsOf(trader)))
}

function cellsOf({ entry, score, roi_90, member_since, sortValues, timed, sought, unmatched }: ListedTrader): Cells {
  const shown: Partial<LeaderboardEntry> = entry
  return [
    entryKeys.map((key) => shown[key]),
    score,
    roi_90,
    member_since,
    sortValues.profit,
    sortValues.equity,
    timedCells(timed),
    sought.worstMonth,
    sought.symbols,
    unmatched && cellsOf(unmatched),
  ]
}

/** The trader as packed. Everything that the clock decides is blank until `atTime`. */
export function unpackTrader(trader_id: string, packed: Buffer): ListedTrader {
  return traderOf(trader_id, JSON.parse(packed.toString()) as Cells)
}

function traderOf(trader_id: string, cells: Cells): ListedTrader {
  const [values, score, roi_90, member_since, profit, equity, timed, worstMonth, symbols, unmatched] = cells
  const shown: Record<string, unknown> = { trader_id }
  for (const [index, key] of entryKeys.entries()) shown[key] = values[index]
  const entry = shown as unknown as ListedTrader['entry']
  return {
    trader_id,
    eligible: false,
    score,
    roi_90,
    total_trades: entry.total_trades,
    member_since,
    entry,
    sortValues: sortValuesOf(entry, profit, equity),
    timed: timedOf(timed),
    sought: { worstMonth, symbols },
    unmatched: unmatched && traderOf(trader_id, unmatched),
    asOf: 0,
    nextChange: 0,
  }
}

function timedCells({ flags, level, held, closed, activity, lastRequest, changedAt }: Timed): unknown[] {
  return [
    flags.is_ea_verified,
    flags.is_real_account,
    flags.leaderboard_expires,
    flags.diamond_expires,
    level.upheld,
    level.proven,
    level.matchUntil,
    held,
    closed,
    activity && [activity.lastSync, activity.totalTrades, activity.active, activity.ownEquity],
    lastRequest,
    changedAt,
  ]
}

function timedOf(cells: unknown[]): Timed {
  const [is_ea_verified, is_real_account, leaderboard_expires, diamond_expires, upheld, proven, ...more] = cells as [
    boolean,
    boolean,
    number | null,
    number | null,
    boolean,
    boolean,
    number | null,
    boolean,
    boolean,
    [number, number, boolean, number] | null,
    number,
    number,
  ]
  const [matchUntil, held, closed, active, lastRequest, changedAt] = more
  return {
    flags: { is_ea_verified, is_real_account, leaderboard_expires, diamond_expires },
    level: { real: is_real_account, synced: is_ea_verified, upheld, proven, matchUntil },
    held,
    closed,
    activity: active && { lastSync: active[0], totalTrades: active[1], active: active[2], ownEquity: active[3] },
    lastRequest,
    changedAt,
  }
}
