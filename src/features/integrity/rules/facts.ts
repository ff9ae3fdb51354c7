import type { Received } from '#features/ea/rules/reception/receive.ts'
import type { SyncOutcome } from '#features/ea/rules/counting/count-sync.ts'
import type { AccountState } from '#features/ea/rules/state.ts'
import type { SyncRequest } from '#features/ea/sync-contract.ts'
import type { FindingCode } from '../catalogue.ts'
import type { Finding } from '../finding.ts'

/** All that the rules on one sync may look at. */
export interface SyncFacts {
  request: SyncRequest
  received: Received
  /** What the sync counts. */
  outcome: Pick<SyncOutcome, 'account' | 'snapshot' | 'trades' | 'operations' | 'records'>
  /** The account as the sync found it. */
  account: AccountState
  /** Hash of the sender's network; null where it is not known. */
  network: string | null
  /** When the trader had no plan since the sync before, milliseconds UTC; null where that sync is not long ago. */
  plan_lapse: { from: number; until: number } | null
  /** The account's own 95th percentile of holding times in milliseconds, by the last review; null while there are too few trades. */
  holding_p95: number | null
}

/** What a rule makes of one sync. `judged`: the lasting states that could be judged now; one that is judged and not found has ended. */
export interface Verdict<Memory> {
  memory: Memory
  findings: Finding[]
  judged: FindingCode[]
}

export function finding(code: FindingCode, evidence: Record<string, unknown>, occurrences = 1): Finding {
  return { code, occurrences, evidence }
}

/** Tickets that a finding names at most. */
export const namedAtMost = 10
