import { setTimeout as sleep } from 'node:timers/promises'
import { connectDatabase, type DatabaseAddress, type Queryable } from '#server/database/database.ts'

/** Advisory locks: each kind of work runs once at a time, over all instances. */
export const backupLocks = { make: 74_112_011, verify: 74_112_012 }

/** The lock of a connection that was lost falls a moment later. Milliseconds. */
const lockWaitMs = 600
/** A holder that restores a large backup takes minutes: those who wait ask seldom by then. */
const longestPauseMs = 1_000

interface Patience {
  /** How long to wait for another holder of the lock. Milliseconds. */
  waitMs?: number
  /** Ends the wait. */
  signal?: AbortSignal | undefined
}

/**
 * Runs work on one connection of its own, under a lock that ends with the connection, however this process ends.
 * @returns null where another connection still holds the lock after the wait
 */
export async function withLock<T>(
  address: DatabaseAddress,
  lock: number,
  work: (session: Queryable) => Promise<T>,
  patience: Patience = {},
): Promise<T | null> {
  const { sql } = connectDatabase(address, { max: 1, patient: true, name: 'toptrader backup' })
  let isComplete = false
  try {
    // A reserved connection that is lost ends the work. An unreserved one would be replaced, without its snapshot and its lock.
    const session = await sql.reserve()
    try {
      const isAcquired = await acquireLock(session, lock, patience)
      const result = isAcquired ? await work(session) : null
      // The end of the connection frees the lock too, some time later.
      if (isAcquired) await session`select pg_advisory_unlock(${lock})`
      isComplete = true
      return result
    } finally {
      // The pool's end waits for reserved connections.
      session.release()
    }
  } finally {
    // A statement that was broken off may still be sending.
    await sql.end({ timeout: isComplete ? 2 : 0 })
  }
}

/** Asks again and again: a statement that waits would hold back the cleaning of every table. */
async function acquireLock(
  session: Queryable,
  lock: number,
  { waitMs = lockWaitMs, signal }: Patience,
): Promise<boolean> {
  const deadline = performance.now() + waitMs
  for (let pauseMs = 50; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const [row] = await session<{ acquired: boolean }[]>`select pg_try_advisory_lock(${lock}) as acquired`
    if (row?.acquired === true) return true
    if (signal?.aborted === true || performance.now() > deadline) return false
    await sleep(pauseMs)
  }
}
