import type { Logger } from 'pino'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './settings/config.ts'
import type { Secrets } from './settings/crypto.ts'
import type { DatabaseAddress, Sql } from './database/database.ts'
import type { Replica } from './database/replica.ts'

/** This instance's mail, which leaves after a commit. */
export interface Outbox {
  /** A message was committed: it leaves soon, outside the caller's request. */
  wake: () => void
  /** Sends all due messages. Rejects where the database is away. */
  deliver: () => Promise<void>
  /** Sends nothing more and waits for the message that is leaving. */
  close: () => Promise<void>
}

/** The dependencies that every feature's server part receives. None of them is a global. */
export interface Kernel {
  config: Config
  sql: Sql
  /** A streaming replica, for `readPublic` alone. */
  replica?: Pick<Replica, 'read'>
  /** For work that needs a connection of its own. */
  address: DatabaseAddress
  /** The owner of the schema: makes and drops databases, which the role of `address` may not. */
  ownerAddress: DatabaseAddress
  clock: Clock
  log: Logger
  secrets: Secrets
  /** Notifies every instance of changed traders, so that the ranking follows within its tick. */
  changes: Changes
  /** Mail that leaves after the commit: `postMessage` in the transaction, `outbox.wake()` after it. */
  outbox: Outbox
}
