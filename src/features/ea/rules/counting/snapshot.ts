import type { Snapshot } from '#features/performance/rules/history.ts'
import type { SyncRequest } from '../../sync-contract.ts'
import { toUtc } from '../reception/clock.ts'
import { listedResult } from './exits.ts'
import type { Moments } from './moments.ts'
import type { Received } from '../reception/receive.ts'

/** A request's own figures in the form of `docs/ranking.md` 3. */
export function snapshotOf(
  { snapshot }: SyncRequest,
  { receipt }: Received,
  opened: number | null,
  moments: Moments,
): Required<Snapshot> {
  const { balance } = snapshot
  const moment = opened === null ? receipt : (moments.get(opened * 1000) ?? receipt)
  return { t: receipt, balance, equity: balance + openResult(snapshot), open_since: moment < receipt ? moment : null }
}

/**
 * F: the result of the open positions in account currency, as the terminal states it; 0 with nothing open. Where more are open than were
 * listed, the smaller of the stated result and the listed sum. `docs/ranking.md` 3.3.
 */
function openResult({ floating, open_count, positions = [] }: SyncRequest['snapshot']): number {
  if (open_count === 0) return 0
  if (open_count <= positions.length) return floating
  return Math.min(floating, listedResult(positions))
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
