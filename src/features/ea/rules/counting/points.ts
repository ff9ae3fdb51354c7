import type { SyncRequest } from '../../sync-contract.ts'
import type { Snapshot } from '#features/performance/rules/history.ts'
import { HOUR_MS } from '#shared/dates.ts'
import { toUtc } from '../reception/clock.ts'
import type { Received } from '../reception/receive.ts'
import type { AccountState, Intake } from '../state.ts'

/** A point of the charts, at most one an hour. Own equity, and its extremes since the point before, null where unknown. */
export interface ChartPoint {
  at: number
  balance: number
  equity: number
  low: number | null
  high: number | null
}

/** Points for hours without one: those that the advisor stored while it was offline, and this snapshot. Only charts read them. */
export function chartPoints(
  account: AccountState,
  { snapshot: shown, points: missed }: SyncRequest,
  { receipt, clock }: Received,
  snapshot: Required<Snapshot> | null,
): { points: ChartPoint[]; point: Intake['point'] } {
  const { point: before } = account.intake
  const lent = creditWithin(shown)
  const low = Math.min(before.low ?? Infinity, (shown.equity_low ?? shown.equity) - lent, shown.equity - lent)
  const high = Math.max(before.high ?? -Infinity, (shown.equity_high ?? shown.equity) - lent, shown.equity - lent)
  let { hour } = before
  const points: ChartPoint[] = []
  if (account.first_snapshot !== null && account.last_receipt !== null) {
    for (const [time, balance, equity] of [...(missed ?? [])].sort((a, b) => a[0] - b[0])) {
      const at = toUtc(clock, time)
      if (at <= account.last_receipt || at >= receipt || Math.floor(at / HOUR_MS) <= hour) continue
      hour = Math.floor(at / HOUR_MS)
      points.push({ at, balance, equity: equity - lent, low: null, high: null })
    }
  }
  if (snapshot === null || Math.floor(receipt / HOUR_MS) <= hour) return { points, point: { hour, low, high } }
  points.push({ at: receipt, balance: snapshot.balance, equity: snapshot.equity, low, high })
  return { points, point: { hour: Math.floor(receipt / HOUR_MS), low: null, high: null } }
}

/** The credit within the stated equity: some servers leave it out. */
function creditWithin({ balance, credit, equity, floating }: SyncRequest['snapshot']): number {
  const own = balance + floating
  return Math.abs(equity - own) < Math.abs(equity - credit - own) ? 0 : credit
}
