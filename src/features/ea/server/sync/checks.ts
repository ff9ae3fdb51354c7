import type { Queryable, Transaction } from '#server/database/database.ts'
import type { Packed } from '#server/database/packing/packing.ts'
import type { Fragment } from '#server/database/sql.ts'
import type { PlanLine } from '../../rules/counting/plan-lapse.ts'
import type { Received } from '../../rules/reception/receive.ts'
import type { SyncOutcome, AccountStatus } from '../../rules/counting/count-sync.ts'
import type { AccountState } from '../../rules/state.ts'
import type { SyncRequest } from '../../sync-contract.ts'

/** The checks of syncs inside the intake. The intake only declares the interface; the root provides the checks. `docs/integrity.md`. */
export interface SyncChecks {
  /** Hexadecimal keyed hash of the network of an address; null where the text is no address. */
  networkHash: (address: string) => string | null
  /** The code that a claimant can show as the comment of a pending order: always the same for a trader and an account. */
  claimCode: (claim: { trader_id: string; account_id: string }) => string
  /** Reads the stored state of the checks for the accounts of one transaction. */
  begin: (tx: Transaction, accountIds: readonly string[]) => Promise<TransactionChecks>
  /** Checks a sync of an account that is held, without reading. Null where the sync must store more than its memory. */
  resume: (sync: ReceivedSync, memory: HeldMemory) => ResumedCheck | null
  /** The statement's part for syncs of held accounts. */
  held: HeldStatement
  /**
   * Notes requests that changed nothing. Called after the commit: the transaction may not lock these accounts. @param now milliseconds UTC
   */
  noteIgnored: (ignored: readonly IgnoredSync[], now: number) => Promise<void>
}

/** The stored state of the checks for one account, as an instance holds it between two syncs. Only the checks know what else it has. */
export interface HeldMemory {
  /** As the state of the account has it. */
  packed: Packed
}

export interface ResumedCheck {
  status: AccountStatus
  /** Null where more than the memory must be stored. */
  counted: (outcome: SyncOutcome) => HeldMemory | null
}

/** Parts of a statement over `now`, which has the columns `account_id` and `memory_version`, and over `account`, the stored account. */
export interface HeldStatement {
  /** True while what was read of an account with its memory is as it was. @param held from `heldByCase`, in the order of `now` */
  isCurrent: (sql: Queryable, held: Fragment) => Fragment
  /** What `isCurrent` compares with. */
  heldByCase: (memory: HeldMemory) => string | null
}

/** The checks of the syncs that one transaction accepts. */
export interface TransactionChecks {
  /** Called before a sync is counted: its answer carries the status. `counted` completes the check. */
  open: (sync: ReceivedSync) => { status: AccountStatus; counted: (outcome: SyncOutcome) => void }
  /** Stores what the completed checks found; their memory is the account's to store. Returns the traders whose token must be revoked. @param now milliseconds UTC */
  store: (now: number) => Promise<string[]>
  /** The memory of an account after its completed check. */
  memoryOf: (accountId: string) => HeldMemory | null
}

/** An accepted sync that is not counted yet. */
export interface ReceivedSync {
  account_id: string
  trader_id: string
  /** The first sync of its account. */
  binds: boolean
  /** The account before the sync. */
  account: AccountState
  request: SyncRequest
  /** From `networkHash`. */
  network: string | null
  received: Received
  /** Records that the sync brought or changed, with the hexadecimal hash of their content. */
  lines: { ticket: string; hash: string }[]
  /** The trader's entitlement ledger, oldest line first; empty unless the account made no sync for long. */
  plan: readonly PlanLine[]
}

/** A request that changed nothing, but gives facts about an account. */
export type IgnoredSync = { account_id: string; request: SyncRequest } & (
  | { reason: 'repeated' | 'other_account' }
  /** The account belongs to another trader, or did when it was closed. */
  | { reason: 'claimed'; claimant: { trader_id: string; username: string }; claim_code: string }
)
