import { CONNECTED_MS } from '#features/ea/connection.ts'
import { DAY_MS, HOUR_MS } from '#shared/dates.ts'

export const WARNING_MS = DAY_MS
export const STALE_MS = 72 * HOUR_MS

/** The facts about a trader besides the account. Times are milliseconds UTC. `docs/ranking.md` 3. */
export interface TraderFlags {
  is_ea_verified: boolean
  is_real_account: boolean
  leaderboard_expires: number | null
  diamond_expires: number | null
}

export type ConnectionStatus = 'connected' | 'warning' | 'disconnected'

/** Why a trader is not ranked, in the order in which the reasons are reported. `docs/ranking.md` 8.2. */
export type NotRankedReason =
  | 'not_verified'
  | 'demo_account'
  | 'no_active_plan'
  | 'no_sync'
  | 'stale'
  | 'no_trades'
  | 'inactive'
  | 'no_funds'

/** The account's side of eligibility. */
export interface AccountActivity {
  /** Time of the last snapshot. */
  lastSync: number
  totalTrades: number
  /** A trade closed in the 90-day window, or a position open at the last snapshot. */
  active: boolean
  /** V of the last snapshot, in account currency. */
  ownEquity: number
}

/** How fresh the last sync (milliseconds UTC, null: never) is at `asOf`. `docs/ranking.md` 8.1. */
export function connectionStatus(lastSync: number | null, asOf: number): ConnectionStatus {
  if (lastSync === null) return 'disconnected'
  const age = asOf - lastSync
  if (age <= CONNECTED_MS) return 'connected'
  return age <= WARNING_MS ? 'warning' : 'disconnected'
}

/** Every reason that applies at `asOf`; none means ranked. `account` is null without a snapshot. `docs/ranking.md` 8.2. */
export function notRankedReasons(
  trader: TraderFlags,
  account: AccountActivity | null,
  asOf: number,
): NotRankedReason[] {
  const reasons: NotRankedReason[] = []
  if (!trader.is_ea_verified) reasons.push('not_verified')
  if (!trader.is_real_account) reasons.push('demo_account')
  if (!isLater(trader.leaderboard_expires, asOf) && !isLater(trader.diamond_expires, asOf))
    reasons.push('no_active_plan')
  if (account === null) return [...reasons, 'no_sync']
  if (asOf - account.lastSync > STALE_MS) reasons.push('stale')
  if (account.totalTrades === 0) reasons.push('no_trades')
  if (!account.active) reasons.push('inactive')
  if (account.ownEquity <= 0) reasons.push('no_funds')
  return reasons
}

function isLater(expires: number | null, asOf: number): boolean {
  return expires !== null && expires > asOf
}
