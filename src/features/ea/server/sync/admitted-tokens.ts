import { MINUTE_MS, instantText } from '#shared/dates.ts'
import type { Kernel } from '#server/kernel.ts'
import { addressBucket } from '#server/limits.ts'
import { createMemoryCounts } from '#server/memory-counts.ts'
import { sharedTokenMessage } from '../../rules/reception/messages.ts'
import { replacedTokenMessage } from '../../sync-contract.ts'
import { noteReplaced, tokenExists, wasRevoked } from '../queries.ts'
import type { SyncRefusal } from './sent-sync.ts'

/**
 * Decides whose body is read: a body costs more than all other work of a refusal. The transaction of the sync decides again by the rows.
 * `docs/ea-protocol.md`, errors.
 */
export interface AdmittedTokens {
  /** True where the body may be read, as far as this instance knows without a query. @param tokenHash hexadecimal, as below */
  isAdmitted(tokenHash: string): boolean
  /** Null where the body may be read. */
  admit(tokenHash: string, address: string): Promise<SyncRefusal | null>
  /** Counts a body that was read, by its bytes. */
  noteBody(tokenHash: string, bytes: number): void
  /** Counts a refusal whose body was read. */
  noteRefusal(tokenHash: string): void
  /** The refusal of a token that the database does not hold (any more). */
  refuseUnknown(tokenHash: string): Promise<SyncRefusal>
}

/** Unknown tokens that one address may have looked up. Terminals try a refused one again after an hour. */
const unknownFromAddress = { times: 60, windowMs: MINUTE_MS }
/** Refused bodies of one token. Advisors wait 30 s after a refusal. */
const refusedBodies = { times: 10, windowMs: MINUTE_MS }
/** Bytes of bodies of one token: an advisor that sends its whole history sends a third of them. */
const bytesRead = { times: 16 * 1024 * 1024, windowMs: MINUTE_MS }
/** Tokens that are remembered. The oldest is looked up again. */
const maximumTokens = 200_000
/** Seconds: advisors wait no less. */
const shortestWait = 30

export function createAdmittedTokens(kernel: Kernel): AdmittedTokens {
  /** In hexadecimal, the oldest first. A known advisor costs no query before its transaction. */
  const known = new Set<string>()
  const unknown = createMemoryCounts(kernel, unknownFromAddress)
  const refused = createMemoryCounts(kernel, refusedBodies)
  const bytes = createMemoryCounts(kernel, bytesRead)

  function remember(hash: string): void {
    const [oldest] = known
    if (known.size >= maximumTokens && oldest !== undefined) known.delete(oldest)
    known.add(hash)
  }

  async function refuseUnknown(tokenHash: string): Promise<SyncRefusal> {
    known.delete(tokenHash)
    const hash = Buffer.from(tokenHash, 'hex')
    await noteReplaced(kernel.sql, hash, replacedTokenMessage, instantText(kernel.clock.now()))
    return { code: 'TOKEN_INVALID', ...((await wasRevoked(kernel.sql, hash)) && { message: sharedTokenMessage }) }
  }

  const waitOf = (tokenHash: string) => Math.max(refused.wait(tokenHash), bytes.wait(tokenHash))

  return {
    isAdmitted: (tokenHash) => known.has(tokenHash) && waitOf(tokenHash) === 0,
    async admit(tokenHash, address) {
      const wait = waitOf(tokenHash)
      if (wait > 0) return tooMany(wait)
      if (known.has(tokenHash)) return null
      const sender = addressBucket(address)
      const senderWait = unknown.wait(sender)
      if (senderWait > 0) return tooMany(senderWait)
      // Counted before the query: requests at the same time share the budget.
      unknown.add(sender)
      if (!(await tokenExists(kernel.sql, Buffer.from(tokenHash, 'hex')))) return refuseUnknown(tokenHash)
      unknown.add(sender, -1)
      remember(tokenHash)
      return null
    },
    noteBody: (tokenHash, size) => bytes.add(tokenHash, size),
    noteRefusal: (tokenHash) => refused.add(tokenHash),
    refuseUnknown,
  }
}

function tooMany(waitMs: number): SyncRefusal {
  return { code: 'TOO_MANY_REQUESTS', wait: Math.max(shortestWait, Math.ceil(waitMs / 1000)) }
}
