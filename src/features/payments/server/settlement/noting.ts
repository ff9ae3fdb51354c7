import type { Transaction } from '#server/database.ts'
import type { LockedOrder } from './settle-queries.ts'

export interface Noting {
  /** Whoever asked for it leaves a line in the very transaction that changes the order's state, status or activation. */
  noteChange?: (tx: Transaction, before: LockedOrder, after: LockedOrder) => Promise<void>
}
