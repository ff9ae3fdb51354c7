import type { SyncOutcome } from '#features/ea/rules/counting/count-sync.ts'
import type { Received } from '#features/ea/rules/reception/receive.ts'
import type { AccountState } from '#features/ea/rules/state.ts'
import type { SyncRequest } from '#features/ea/sync-contract.ts'
import type { ListedPositions } from './positions/listed-positions.ts'
import type { Finding, Rule, ThresholdSchemas, Values } from './rule.ts'

/** Rules that check each accepted sync, inside its transaction. */

/** All that a rule may look at. */
export interface SyncFacts {
  request: SyncRequest
  received: Received
  /** The records and figures that the sync counts. */
  outcome: Pick<SyncOutcome, 'account' | 'snapshot' | 'trades' | 'operations' | 'records'>
  /** The account as the sync found it. */
  account: AccountState
  /** Hash of the sender's network; null where it is not known. */
  network: string | null
  /** When the trader had no plan since the sync before, milliseconds UTC; null where that sync is not long ago. */
  plan_lapse: { from: number; until: number } | null
  /** The account's own 95th percentile of holding times in milliseconds, by the last review; null while there are too few trades. */
  holding_p95: number | null
  /** Positions as the syncs before this one listed them. */
  listed: ListedPositions
}

/** Parts of what is remembered of an account between two syncs, as they are stored. */
export type Section = 'senders' | 'history' | 'balance' | 'positions' | 'results' | 'observation' | 'market' | 'capital'

export interface Detection<Memory, Code extends string> {
  /** The memory for the next sync. */
  memory: Memory
  findings: Finding<Code>[]
  /** States that could be decided now: one of them that is not found has ended. */
  checked: readonly Code[]
}

export interface SyncRule<
  Code extends string,
  Memory extends object,
  Schemas extends ThresholdSchemas,
  Part extends string = never,
> extends Rule<Code, Schemas> {
  /** The section that stores the memory. */
  section: Section
  /** Before the first sync. */
  memory: Memory
  /** Rules that this one runs, since they share its calculation. */
  parts?: readonly Rule<Part, ThresholdSchemas>[]
  detect(
    memory: Memory,
    facts: SyncFacts,
    thresholds: Values<Schemas>,
  ): Detection<Memory, NoInfer<Code> | NoInfer<Part>>
}

/** Declares a rule that checks each sync. It is pure: the same memory and facts always give the same. */
export function syncRule<
  const Code extends string,
  Memory extends object,
  const Schemas extends ThresholdSchemas,
  const Part extends string = never,
>(rule: SyncRule<Code, Memory, Schemas, Part>): SyncRule<Code, Memory, Schemas, Part> {
  return rule
}

/** Passes on what the intake itself noticed of a sync: tags with one of these codes. */
export function noticed<const Code extends string>({ received }: SyncFacts, codes: readonly Code[]): Finding<Code>[] {
  return received.tags.flatMap(({ code, details, occurrences }) => {
    const known = codes.find((one) => one === code)
    return known === undefined ? [] : [{ code: known, evidence: details, occurrences }]
  })
}
