import { gapMs } from '../../rules/counting/plan-lapse.ts'
import type { HeldMemory } from './checks.ts'
import type { OpenSender } from '../queries.ts'

/** An account as its last sync left it. */
export interface HeldAccount {
  /** As the next sync would read it, with its packed state. */
  sender: OpenSender
  memory: HeldMemory
  /** The transactions that wrote its row, and what the checks store of it, last (`xmin`): another one means that another writer changed them. */
  version: string
  memoryVersion: string
}

/**
 * The accounts whose last sync this instance stored, by the hash of their token. A held account saves its next sync the reading. Nothing
 * is here alone: the statement that stores a sync also compares the version, and writes nothing where it differs.
 */
export interface HeldAccounts {
  get: (tokenHash: string) => HeldAccount | undefined
  set: (tokenHash: string, account: HeldAccount) => void
  drop: (tokenHash: string) => void
}

/** An account takes 2.5 kB. */
const mostAccounts = 30_000

/** A full set keeps its accounts. A place is free once its account stays away: to replace the oldest one would hold none when all sync in turn. */
export function createHeldAccounts(most = mostAccounts): HeldAccounts {
  /** The one that synced longest ago first. */
  const accounts = new Map<string, HeldAccount>()
  return {
    get: (tokenHash) => accounts.get(tokenHash),
    set(tokenHash, account) {
      accounts.delete(tokenHash)
      if (accounts.size >= most) {
        const [[oldest, { sender }] = ['', account] as const] = accounts
        if (Date.parse(account.sender.last_receipt_at) - Date.parse(sender.last_receipt_at) < gapMs) return
        accounts.delete(oldest)
      }
      accounts.set(tokenHash, account)
    },
    drop: (tokenHash) => void accounts.delete(tokenHash),
  }
}
