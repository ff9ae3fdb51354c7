import type { Snapshot } from '#features/performance/rules/history.ts'
import type { SyncRequest } from '../../sync-contract.ts'
import { toUtc } from '../reception/clock.ts'
import type { Moments } from './moments.ts'
import type { Received } from '../reception/receive.ts'

/** A request's own figures in the form of `docs/ranking.md` 3. */
export function snapshotOf(
  { snapshot }: SyncRequest,
  { receipt }: Received,
  opened: number | null,
  moments: Moments,
): Required<Snapshot> {
  const { balance, equity, floating } = snapshot
  // Some servers leave credit out of equity (`docs/ranking.md` 3.4, 4).
  const credit = snapshot.credit !== 0 && Math.abs(equity - balance - floating) < 0.01 ? 0 : snapshot.credit
  const moment = opened === null ? receipt : (moments.get(opened * 1000) ?? receipt)
  return { t: receipt, balance, equity, credit, open_since: moment < receipt ? moment : null }
}

/**
 * Broker seconds at which the oldest open position was opened. Null without a position, and where more are open than were sent. Null also
 * where the clock puts the open after the receipt: held at the receipt, it would mean that nothing was open at any flow, so the equity
 * itself must show it (`docs/ranking.md` 5.3).
 */
export function oldestOpen(
  { snapshot: { positions = [], open_count } }: SyncRequest,
  { receipt, clock }: Pick<Received, 'receipt' | 'clock'>,
): number | null {
  if (open_count === 0 || open_count > positions.length) return null
  const oldest = Math.min(...positions.map((position) => position.open_time))
  return toUtc(clock, oldest) < receipt ? oldest : null
}
