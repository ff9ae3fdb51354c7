import type { Snapshot } from '#features/performance/rules/history.ts'
import type { SyncRequest } from '../sync-contract.ts'
import { toUtc } from './clock.ts'
import type { Received } from './receive.ts'

/** Own figures of a request as `docs/ranking.md` 3 wants them. */
export function snapshotOf({ snapshot }: SyncRequest, { receipt, clock }: Received): Required<Snapshot> {
  const { balance, equity, floating, open_count } = snapshot
  // Some servers leave credit out of equity (`docs/ranking.md` 3.4, 4).
  const credit = snapshot.credit !== 0 && Math.abs(equity - balance - floating) < 0.01 ? 0 : snapshot.credit
  const positions = snapshot.positions ?? []
  const oldest = Math.min(...positions.map((position) => position.open_time))
  const known = open_count > 0 && open_count <= positions.length
  return { t: receipt, balance, equity, credit, open_since: known ? Math.min(toUtc(clock, oldest), receipt) : null }
}
