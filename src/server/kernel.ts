import type { Logger } from 'pino'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Secrets } from './crypto.ts'
import type { DatabaseAddress, Sql } from './database.ts'
import type { Outbox } from './outbox-delivery.ts'

/** What every feature's server part is given. Nothing of it is reached for globally. */
export interface Kernel {
  config: Config
  sql: Sql
  /** For work that needs a connection of its own, or another database of the same server. */
  address: DatabaseAddress
  clock: Clock
  log: Logger
  secrets: Secrets
  /** Tells every instance which traders changed, so that the ranking follows within its tick. */
  changes: Changes
  /** Mail that leaves after the commit: `postMessage` in the transaction, `outbox.wake()` after it. */
  outbox: Outbox
}
